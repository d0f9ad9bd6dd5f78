// The text of an instruction cut into parts: operands at top-level commas, modifiers after the last operand.

/** A statement's operands and modifiers. */
export interface SplitText {
  readonly operands: readonly string[];
  readonly modifiers: readonly string[];
}

const OPENING = '([';
const CLOSING = ')]';

/** Cuts at commas and at blanks outside of brackets; commas are separate parts. */
function topLevelParts(text: string): string[] {
  const parts: string[] = [];
  let current = '';
  let depth = 0;
  const finish = (): void => {
    if (current !== '') parts.push(current);
    current = '';
  };
  for (const char of text) {
    if (OPENING.includes(char)) depth++;
    if (CLOSING.includes(char)) depth--;
    if (depth === 0 && (char === ',' || /\s/.test(char))) {
      finish();
      if (char === ',') parts.push(',');
    } else if (!/\s/.test(char)) current += char;
  }
  finish();
  return parts;
}

/** True if a part begins with an operator, so that it belongs to the expression before it. */
const continues = (part: string): boolean => /^[-+*/%&^<>=!|]/.test(part);
/** True if a part is an operator without its operand, or a modifier without its value. */
const lacks = (part: string): boolean => /(?:^|[^|])[-+*/%&^<>=!~]$|^\|$|&&$|\|\|$|^\w+:$/.test(part);

/** Cuts the text after a mnemonic. `isModifier` distinguishes a modifier in the first part from an operand. */
export function splitOperands(text: string, isModifier: (part: string) => boolean): SplitText {
  const parts = joinExpressions(topLevelParts(text));
  const operands: string[] = [];
  let next = 0;
  const [first] = parts;
  if (first !== undefined && !isModifier(first)) {
    operands.push(first);
    next++;
    while (parts[next] === ',') {
      operands.push(parts[next + 1] ?? '');
      next += 2;
    }
  }
  return { operands, modifiers: parts.slice(next).filter((part) => part !== ',') };
}

/** `a + 4`, `- v1` and `offset: 4` are one part each although blanks are in them. */
function joinExpressions(parts: readonly string[]): string[] {
  const joined: string[] = [];
  for (const part of parts) {
    const before = joined.at(-1);
    const glued = before !== undefined && before !== ',' && part !== ',' && (continues(part) || lacks(before));
    if (glued) joined[joined.length - 1] = before + part;
    else joined.push(part);
  }
  return joined;
}
