// Arithmetic on floats.

import { directedQuotient, directedRoot } from './directed-quotients.js';
import { detectsExceptions } from './exception-flags.js';
import { generateByOperation } from './exceptions.js';
import { floatOfBits, flushed, flushesByMode, infinityBits, oneBits } from './float-bits.js';
import type { HsailInstruction } from './instruction.js';
import type { OperationTable, ValueOperation } from './integers.js';
import { isNearest, machineFma, roundedOperation } from './rounding.js';
import { valueType } from './shapes.js';

const intrinsic =
  (name: string): ValueOperation =>
  ({ out }, type, values) =>
    out.call(valueType(type), `llvm.${name}.${type}`, ...values.map((value) => `${valueType(type)} ${value}`));

/** An operation that the machine has in all rounding modes. */
const exact =
  (word: 'add' | 'sub' | 'mul' | 'fma', nearest: ValueOperation): ValueOperation =>
  (instruction, type, values) =>
    isNearest(instruction.rounding)
      ? nearest(instruction, type, values)
      : roundedOperation(instruction, instruction.rounding, word, type, values);

const binary =
  (word: string): ValueOperation =>
  ({ out }, type, [a, b]) =>
    out.value(`${word} ${valueType(type)} ${a}, ${b}`);

/**
 * LLVM widens a quotient of f16 without an instruction, but v_div_fixup_f16 of GFX9 keeps the upper half of its
 * register: behind the assembly, that half is not known.
 */
const quotient: ValueOperation = (instruction, type, values) => {
  const result = binary('fdiv')(instruction, type, values);
  return type === 'f16' ? instruction.out.value(`call half asm "", "=v,0"(half ${result})`) : result;
};

/** NaN is itself, of zeros and infinities the fraction is a zero of their sign; below 1 in all cases. */
const fraction: ValueOperation = (instruction, type, [a]) => {
  const { out } = instruction;
  const own = valueType(type);
  const zero = floatOfBits(instruction, type, 0n);
  const floor = out.call(own, `llvm.floor.${type}`, `${own} ${a}`);
  const rest = roundedDifference(instruction, type, [a!, floor]);
  const below = floatOfBits(instruction, type, oneBits(type) - 1n);
  const isWhole = out.value(`fcmp oge ${own} ${rest}, ${floatOfBits(instruction, type, oneBits(type))}`);
  const limited = out.value(`select i1 ${isWhole}, ${own} ${below}, ${own} ${rest}`);
  const magnitude = out.call(own, `llvm.fabs.${type}`, `${own} ${a}`);
  const isInfinite = out.value(`fcmp oeq ${own} ${magnitude}, ${floatOfBits(instruction, type, infinityBits(type))}`);
  const isZero = out.value(`fcmp oeq ${own} ${a}, ${zero}`);
  const signed = out.call(own, `llvm.copysign.${type}`, `${own} ${zero}`, `${own} ${a}`);
  const isSpecial = out.value(`or i1 ${isInfinite}, ${isZero}`);
  return out.value(`select i1 ${isSpecial}, ${own} ${signed}, ${own} ${limited}`);
};

const roundedDifference = exact('sub', binary('fsub'));
const exactFma = exact('fma', intrinsic('fma'));
/** LLVM computes it for constants without flushing: where MODE does that, it is an instruction of assembly. */
const fma: ValueOperation = (instruction, type, values) =>
  instruction.flushes && flushesByMode(instruction, type) && isNearest(instruction.rounding)
    ? machineFma(instruction, type, values)
    : exactFma(instruction, type, values);

const ROUNDING_OPERATIONS: OperationTable = {
  add: exact('add', binary('fadd')),
  sub: roundedDifference,
  mul: exact('mul', binary('fmul')),
  fma,
  // Either fused or not, but always the same.
  mad: fma,
  div: (instruction, type, values) =>
    isNearest(instruction.rounding)
      ? quotient(instruction, type, values)
      : directedQuotient(instruction, instruction.rounding, type, values),
  sqrt: (instruction, type, values) =>
    isNearest(instruction.rounding)
      ? intrinsic('sqrt')(instruction, type, values)
      : directedRoot(instruction, instruction.rounding, type, values[0]!),
  fract: fraction,
};

const EXACT_OPERATIONS: OperationTable = {
  max: intrinsic('maxnum'),
  min: intrinsic('minnum'),
  ceil: intrinsic('ceil'),
  floor: intrinsic('floor'),
  trunc: intrinsic('trunc'),
  rint: intrinsic('rint'),
};

/** On bits: NaN stays as it is. */
const SIGN_OPERATIONS: OperationTable = {
  neg: ({ out }, type, [a]) => out.value(`fneg ${valueType(type)} ${a}`),
  abs: intrinsic('fabs'),
  copysign: intrinsic('copysign'),
};

const FLOAT_OPERATIONS: OperationTable = { ...ROUNDING_OPERATIONS, ...EXACT_OPERATIONS, ...SIGN_OPERATIONS };

/** LLVM flushes constant operands of these by itself where MODE flushes; other intrinsics have them as they are. */
const FLUSHED_BY_LLVM = /^(?:add|sub|mul|div)$/;
/** Operations of assembly where MODE flushes: those in any direction of rounding, and fused ones. */
const isAssembly = ({ name, rounding }: HsailInstruction): boolean =>
  /^(?:fma|mad)$/.test(name) || (/^(?:add|sub|mul)$/.test(name) && !isNearest(rounding));

/** An operation on floats, with subnormal operands and results flushed where the instruction requests it. */
export function floatOperation(instruction: HsailInstruction, type: string, values: readonly string[]): string {
  const operation = FLOAT_OPERATIONS[instruction.name];
  if (operation === undefined) throw instruction.refusal(`floats are no operands (${type})`);
  const { flushes, name } = instruction;
  const isFlushing = flushes && flushesByMode(instruction, type);
  const isByMachine = isFlushing && isAssembly(instruction);
  const keepsOperands = !flushes || isByMachine || (isFlushing && FLUSHED_BY_LLVM.test(name));
  const operands = keepsOperands ? values : values.map((value) => flushed(instruction, type, value));
  const result = operation(instruction, type, operands);
  if (detectsExceptions(instruction)) generateByOperation(instruction, type, operands, result);
  return flushes && !isByMachine ? flushed(instruction, type, result) : result;
}
