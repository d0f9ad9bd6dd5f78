// Rules of comparisons.

import { COMPARISONS, spellingOf } from '../brig/enums.js';
import { generateByComparison } from './conversion-exceptions.js';
import { detectsExceptions } from './exception-flags.js';
import { floatOfBits, flushed, oneBits } from './float-bits.js';
import type { HsailInstruction, Rule, RuleTable } from './instruction.js';
import { fromParts, partAt, partCount } from './parts.js';
import { bitsOf, integerOf, isFloatName, isPackedName, isSignedName, shapeOf, valueType } from './shapes.js';

const SIGNALING = /^s(?:eq|ne|lt|le|gt|ge|num|nan)/;

/** LLVM's predicate: without `u` ordered, with `u` unordered. The signalling forms compare alike. */
function floatPredicate(operator: string): string {
  const quiet = SIGNALING.test(operator) ? operator.slice(1) : operator;
  if (quiet === 'num') return 'ord';
  if (quiet === 'nan') return 'uno';
  return quiet.length === 3 ? `u${quiet.slice(0, 2)}` : `o${quiet}`;
}

function compared(instruction: HsailInstruction, type: string, values: readonly string[]): string {
  const { out, flushes } = instruction;
  const operator = spellingOf(COMPARISONS, instruction.field('compare'))!;
  if (isFloatName(type)) {
    const operands = flushes ? values.map((value) => flushed(instruction, type, value)) : values;
    if (detectsExceptions(instruction)) generateByComparison(instruction, type, SIGNALING.test(operator), operands);
    const [a, b] = operands;
    return out.value(`fcmp ${floatPredicate(operator)} ${valueType(type)} ${a}, ${b}`);
  }
  const isEquality = operator === 'eq' || operator === 'ne';
  const predicate = isEquality ? operator : `${isSignedName(type) ? 's' : 'u'}${operator}`;
  return out.value(`icmp ${predicate} ${integerOf(type)} ${values[0]}, ${values[1]}`);
}

function packed(instruction: HsailInstruction): void {
  const { scope, sourceType, out, type } = instruction;
  const { bits, parts, part } = shapeOf(sourceType);
  const [a, b] = instruction.operands.slice(1).map((operand) => scope.readBits(operand, sourceType));
  const results = Array.from({ length: partCount(sourceType) }, (_, index) => {
    const values = [a!, b!].map((whole) => partAt(scope, sourceType, whole, index));
    return out.value(`sext i1 ${compared(instruction, part, values)} to i${bits / parts}`);
  });
  scope.write(instruction.operand(0), `b${bits}`, fromParts(scope, type, results));
}

const cmp: Rule = (instruction) => {
  const { type, sourceType, out } = instruction;
  if (isPackedName(sourceType)) return packed(instruction);
  const result = compared(instruction, sourceType, instruction.sources());
  if (type === 'b1') return instruction.write(result);
  if (!isFloatName(type)) return instruction.write(out.value(`sext i1 ${result} to i${bitsOf(type)}`));
  const own = valueType(type);
  const [one, zero] = [oneBits(type), 0n].map((bits) => floatOfBits(instruction, type, bits));
  return instruction.write(out.value(`select i1 ${result}, ${own} ${one}, ${own} ${zero}`));
};

/** The bits of HSAIL's classes have the order of the machine's. */
const classOf: Rule = (instruction) => {
  const { out, sourceType } = instruction;
  const [value, classes] = instruction.sources();
  const own = valueType(sourceType);
  instruction.write(out.call('i1', `llvm.amdgcn.class.${sourceType}`, `${own} ${value}`, `i32 ${classes}`));
};

export const COMPARISON_RULES: RuleTable = { cmp, class: classOf };
