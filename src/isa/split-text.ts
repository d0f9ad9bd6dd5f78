// Assembly text cut into parts: comments off, operands at top-level commas, modifiers after the last operand.

/** A statement's operands and what follows them. */
export interface SplitText {
  readonly operands: readonly string[];
  readonly modifiers: readonly string[];
}

/** Removes comments: `;`, `//` and `#` to the end of the line, and what stands between slash-stars on one line. */
export function stripComment(line: string): string {
  const open = line.replace(/\/\*.*?\*\//g, ' ');
  const end = open.search(/;|\/\/|#/);
  return (end < 0 ? open : open.slice(0, end)).trim();
}

const OPENING = '([';
const CLOSING = ')]';

/** Cuts at commas and at blanks outside of brackets; the commas stay as parts of their own. */
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

/** Whether a part begins an operator, so that it belongs to the expression before it. */
const continues = (part: string): boolean => /^[-+*/%&^<>]/.test(part) && part.length <= 2;

/** Cuts the text after a mnemonic. `isModifier` tells a first part that is a modifier from an operand. */
export function splitOperands(text: string, isModifier: (part: string) => boolean): SplitText {
  const parts = joinExpressions(topLevelParts(text));
  const operands: string[] = [];
  let next = 0;
  if (parts.length > 0 && !isModifier(parts[0]!)) {
    operands.push(parts[next++]!);
    while (parts[next] === ',') {
      operands.push(parts[next + 1] ?? '');
      next += 2;
    }
  }
  return { operands, modifiers: parts.slice(next).filter((part) => part !== ',') };
}

/** `a + 4` is one part although blanks are in it. */
function joinExpressions(parts: readonly string[]): string[] {
  const joined: string[] = [];
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]!;
    if (continues(part) && joined.length > 0 && joined.at(-1) !== ',' && i + 1 < parts.length)
      joined[joined.length - 1] += part + parts[++i]!;
    else joined.push(part);
  }
  return joined;
}
