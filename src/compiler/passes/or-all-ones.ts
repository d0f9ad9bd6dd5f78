// Operands of `or` with a word of all ones in LLVM IR text: `~(ulong)i | x`, `y | x` with `y = z | -9L`, or a vector
// with such an element from another block. LLVM's instruction selection folds known ones; its pass "SI Fold Operands"
// knows more, and replaces `x | -1` by x (all tested versions). No flag disables that. Such operands are made opaque,
// which costs no instruction.
import { constantTexts, isInteger } from '../ir/constants.js';
import type { IrInstruction } from '../ir/instruction.js';
import { instructionsOf } from '../ir/module.js';
import { opaqueCopy } from '../ir/opaque-copy.js';
import { type IrOperand, isLocalName } from '../ir/operand.js';
import { integerBits, isVector, withElements } from '../ir/type-text.js';
import { onInstructions, versionPass } from './pass.js';

const WIDTHS: readonly number[] = [8, 16, 32, 64];
/** Operations that propagate known words: selects, parts, and operations with constants. */
const PASSING: ReadonlySet<string> = new Set(
  'phi select freeze bitcast extractelement insertelement shufflevector and or shl lshr ashr zext sext trunc'.split(
    ' ',
  ),
);
const ONES = 0xffff_ffffn;

/** True if a number of some width has a word of ones; shorter ones are sign-extended. */
function hasOnes(bits: number, text: string): boolean {
  const value = BigInt(text);
  if (bits < 64) return BigInt.asIntN(bits, value) === -1n;
  const wide = BigInt.asUintN(64, value);
  return wide >> 32n === ONES || (wide & ONES) === ONES;
}

const isInteger64 = (type: string): boolean => integerBits(type) === 64;
const hasKnownWidth = (type: string): boolean => WIDTHS.includes(integerBits(type));

function isOnesConstant({ type, value }: IrOperand): boolean {
  if (isLocalName(value) || !hasKnownWidth(type)) return false;
  return constantTexts(value).some((text) => isInteger(text) && hasOnes(integerBits(type), text));
}

const isVectorOfIntegers = ({ type }: IrOperand): boolean => isVector(type) && hasKnownWidth(type);

/**
 * True if an instruction has words of ones from constants: complements, vectors with constant elements. A half of the
 * result may be known: for other 64-bit operations, instruction selection folds each half by itself. `or` is the same
 * if another use prevents its combination with the next instruction.
 */
function makesOnes(instruction: IrInstruction): boolean {
  const { opcode } = instruction;
  if (opcode !== 'xor' && !PASSING.has(opcode)) return false;
  const { type, typedOperands } = instruction;
  if (!typedOperands.some(isOnesConstant)) return false;
  const isWideXor = opcode === 'xor' && isInteger64(type);
  const isWideOr = opcode === 'or' && type === 'i64';
  return isWideXor || isWideOr || (opcode !== 'xor' && typedOperands.some(isVectorOfIntegers));
}

/** Names of a function's values with a word that may be known as all ones. */
function namesWithOnes(instructions: readonly IrInstruction[]): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  const waiting: string[] = [];
  for (const instruction of instructions) {
    const { result: name, opcode } = instruction;
    if (name === undefined) continue;
    if (makesOnes(instruction)) waiting.push(name);
    if (!PASSING.has(opcode)) continue;
    for (const operand of instruction.uses) {
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
  if (integerBits(type) >= 32) return opaqueCopy(value, type, operand, value);
  const words = withElements(type, 'i32');
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
      const operands = ones.size > 0 && union.opcode === 'or' && hasKnownWidth(union.type) ? union.values : [];
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
