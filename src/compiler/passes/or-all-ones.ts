// Operands of `or` of which a word is all ones, in LLVM IR text: `~(ulong)i | x`, `y | x` of `y = z | -9L`, or a vector
// with such an element that comes from another block. LLVM's instruction selection folds what it sees; its pass "SI
// Fold Operands" sees more, and makes x of `x | -1` (all versions that are tested). No flag turns that off. Such
// operands are made opaque, which costs no instruction.
import { VALUE_NAME as NAME, splitOperands } from '../ir/kernels.js';
import { opaqueCopy } from '../ir/opaque-copy.js';

const NAMES = new RegExp(NAME, 'g');
const DEFINITION = new RegExp(`^  (${NAME}) = (.*)$`);
const TYPE = '(?:<\\d+ x )?i(?:8|16|32|64)>?';
const UNION = new RegExp(`^  (${NAME}) = (or (?:[a-z]+ )*?(${TYPE})) (.*?)((?:, ![a-z.]+ !\\d+)*)$`);
/** A half of it may be known: of what else is 64 bits wide, instruction selection looks at each half by itself. */
const COMPLEMENT = /^xor (?:<\d+ x )?i64\b/;
/** So may a half of this one, where another use of it keeps it from being united with what follows. */
const WITH_CONSTANT = /^(?:xor|or) (?:[a-z]+ )*?i64 \S+ (-?\d+)/;
/** What hands on words that are known: choices, parts, and operations with constants. */
const PASSING =
  /^(?:phi|select|freeze|bitcast|extractelement|insertelement|shufflevector|and|or|shl|lshr|ashr|zext|sext|trunc) /;
/** A constant element of a vector, or all of them. */
const VECTOR = /<\d+ x i(?:8|16|32|64)>/;
const ELEMENT = /\bi(8|16|32|64) (-?\d+)/g;
const ONES = 0xffff_ffffn;

/** Whether a number of so many bits has a word of ones; short ones are widened with their sign. */
function hasOnes(bits: number, text: string): boolean {
  const value = BigInt(text);
  if (bits < 64) return BigInt.asIntN(bits, value) === -1n;
  const wide = BigInt.asUintN(64, value);
  return wide >> 32n === ONES || (wide & ONES) === ONES;
}

const hasOnesElement = (definition: string): boolean =>
  [...definition.matchAll(ELEMENT)].some(([, bits, text]) => hasOnes(Number(bits), text!));

/** Whether an instruction makes words of ones of constants: complements, vectors with constant elements. */
function makesOnes(definition: string): boolean {
  const scalar = WITH_CONSTANT.exec(definition);
  if (scalar) return hasOnes(64, scalar[1]!);
  if (COMPLEMENT.test(definition)) return hasOnesElement(definition);
  return PASSING.test(definition) && VECTOR.test(definition) && hasOnesElement(definition);
}

/** Names of a function's values of which a word may be known to be all ones. */
function namesWithOnes(lines: readonly string[]): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  const waiting: string[] = [];
  for (const line of lines) {
    const [, name, definition] = DEFINITION.exec(line) ?? [];
    if (name === undefined) continue;
    if (makesOnes(definition!)) waiting.push(name);
    if (!PASSING.test(definition!)) continue;
    for (const operand of definition!.match(NAMES) ?? []) {
      const known = users.get(operand);
      if (known) known.push(name);
      else users.set(operand, [name]);
    }
  }
  const found = new Set<string>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    waiting.push(...(users.get(name) ?? []));
  }
  return found;
}

/** Lines that hide a value; short integers by way of words. */
function hidden(value: string, type: string, operand: string): string[] {
  if (/i(?:32|64)>?$/.test(type)) return opaqueCopy(value, type, operand, value);
  const words = type.replace(/i\d+/, 'i32');
  return [
    `  ${value}.w = sext ${type} ${operand} to ${words}`,
    ...opaqueCopy(`${value}.o`, words, `${value}.w`, value),
    `  ${value} = trunc ${words} ${value}.o to ${type}`,
  ];
}

function hideOperands(lines: readonly string[]): string[] {
  const ones = namesWithOnes(lines);
  if (ones.size === 0) return [...lines];
  let count = 0;
  return lines.flatMap((line) => {
    const [, name, head, type, operands, attached] = UNION.exec(line) ?? [];
    if (name === undefined) return [line];
    const before: string[] = [];
    const hide = (operand: string): string => {
      if (!ones.has(operand)) return operand;
      const own = `%atoll.union.${count++}`;
      before.push(...hidden(own, type!, operand));
      return own;
    };
    const values = splitOperands(operands!).map(hide);
    return before.length === 0 ? [line] : [...before, `  ${name} = ${head} ${values.join(', ')}${attached}`];
  });
}

/** Hides what code generation would lose. */
export function keepOnes(text: string): string {
  if (!/ = or [a-z ]*?(?:<|i(?:8|16|32|64) )/.test(text)) return text;
  const result: string[] = [];
  let body: string[] | undefined;
  for (const line of text.split('\n')) {
    if (line.startsWith('define ')) body = [];
    if (!body) result.push(line);
    else body.push(line);
    if (line !== '}' || !body) continue;
    result.push(...hideOperands(body));
    body = undefined;
  }
  return result.join('\n');
}
