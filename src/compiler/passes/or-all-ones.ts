// Operands of `or` with a word of all ones in LLVM IR text: `~(ulong)i | x`, `y | x` with `y = z | -9L`, or a vector
// with such an element from another block. LLVM's instruction selection folds known ones; its pass "SI Fold Operands"
// knows more, and replaces `x | -1` by x (all tested versions). No flag disables that. Such operands are made opaque,
// which costs no instruction.
import type { IrInstruction } from '../ir/instruction.js';
import { VALUE_NAME as NAME } from '../ir/lexical.js';
import { instructionsOf } from '../ir/module.js';
import { opaqueCopy } from '../ir/opaque-copy.js';
import { onInstructions, versionPass } from './pass.js';

const NAMES = new RegExp(NAME, 'g');
const TYPE = /^(?:<\d+ x )?i(?:8|16|32|64)>?$/;
/** A half of the result may be known: for other 64-bit operations, instruction selection folds each half by itself. */
const COMPLEMENT = /^xor (?:<\d+ x )?i64\b/;
/** The same for this one, if another use prevents its combination with the next instruction. */
const WITH_CONSTANT = /^(?:xor|or) (?:[a-z]+ )*?i64 \S+ (-?\d+)/;
/** Operations that propagate known words: selects, parts, and operations with constants. */
const PASSING =
  /^(?:phi|select|freeze|bitcast|extractelement|insertelement|shufflevector|and|or|shl|lshr|ashr|zext|sext|trunc) /;
/** A constant element of a vector, or all elements. */
const VECTOR = /<\d+ x i(?:8|16|32|64)>/;
const ELEMENT = /\bi(8|16|32|64) (-?\d+)/g;
const ONES = 0xffff_ffffn;

/** Whether a number of some width has a word of ones; shorter ones are sign-extended. */
function hasOnes(bits: number, text: string): boolean {
  const value = BigInt(text);
  if (bits < 64) return BigInt.asIntN(bits, value) === -1n;
  const wide = BigInt.asUintN(64, value);
  return wide >> 32n === ONES || (wide & ONES) === ONES;
}

const hasOnesElement = (definition: string): boolean =>
  [...definition.matchAll(ELEMENT)].some(([, bits, text]) => hasOnes(Number(bits), text!));

/** Whether an instruction has words of ones from constants: complements, vectors with constant elements. */
function makesOnes(definition: string): boolean {
  const scalar = WITH_CONSTANT.exec(definition);
  if (scalar) return hasOnes(64, scalar[1]!);
  if (COMPLEMENT.test(definition)) return hasOnesElement(definition);
  return PASSING.test(definition) && VECTOR.test(definition) && hasOnesElement(definition);
}

/** Names of a function's values with a word that may be known as all ones. */
function namesWithOnes(instructions: readonly IrInstruction[]): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  const waiting: string[] = [];
  for (const { result: name, text } of instructions) {
    if (name === undefined) continue;
    if (makesOnes(text)) waiting.push(name);
    if (!PASSING.test(text)) continue;
    for (const operand of text.match(NAMES) ?? []) {
      const list = users.get(operand);
      if (list) list.push(name);
      else users.set(operand, [name]);
    }
  }
  const names = new Set<string>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (names.has(name)) continue;
    names.add(name);
    waiting.push(...(users.get(name) ?? []));
  }
  return names;
}

/** Lines that make a value opaque; short integers by conversion to words. */
function hidden(value: string, type: string, operand: string): string[] {
  if (/i(?:32|64)>?$/.test(type)) return opaqueCopy(value, type, operand, value);
  const words = type.replace(/i\d+/, 'i32');
  return [
    `  ${value}.w = sext ${type} ${operand} to ${words}`,
    ...opaqueCopy(`${value}.o`, words, `${value}.w`, value),
    `  ${value} = trunc ${words} ${value}.o to ${type}`,
  ];
}

/** Makes operands opaque that code generation would lose. */
export const orAllOnes = versionPass(
  'unions',
  "'SI Fold Operands'",
  onInstructions(() => (one) => {
    const ones = namesWithOnes([...instructionsOf(one)]);
    let count = 0;
    return (union) => {
      const operands = ones.size > 0 && union.opcode === 'or' && TYPE.test(union.type) ? union.values : [];
      if (!operands.some((operand) => ones.has(operand))) return undefined;
      const before: string[] = [];
      const values = operands.map((operand) => {
        if (!ones.has(operand)) return operand;
        const own = `%atoll.union.${count++}`;
        before.push(...hidden(own, union.type, operand));
        return own;
      });
      return [...before, union.withValues(values)];
    };
  }),
);
