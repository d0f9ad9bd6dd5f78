// Quotients and square roots that are not rounded to the nearest. Up to 32 bits they are computed in f64: no quotient
// or root lies so near to a float that this would change its direction. In f64 the nearest result is corrected by its
// residue under the rounding mode.

import { floatOfBits, infinityBits } from './float-bits.js';
import type { HsailInstruction } from './instruction.js';
import { roundedConversion, roundedOperation } from './rounding.js';
import { valueType } from './shapes.js';

const DOUBLE = 'f64';

const widened = ({ out }: HsailInstruction, type: string, value: string): string =>
  out.value(`fpext ${valueType(type)} ${value} to double`);

/** True if a value is neither zero, infinite nor NaN. */
function isOrdinary(instruction: HsailInstruction, value: string): string {
  const { out } = instruction;
  const magnitude = out.call('double', 'llvm.fabs.f64', `double ${value}`);
  const isBounded = out.value(
    `fcmp olt double ${magnitude}, ${floatOfBits(instruction, DOUBLE, infinityBits(DOUBLE))}`,
  );
  const isNotZero = out.value(`fcmp one double ${value}, ${floatOfBits(instruction, DOUBLE, 0n)}`);
  return out.value(`and i1 ${isBounded}, ${isNotZero}`);
}

/** Fraction and exponent: the fraction is in [0.5, 1). */
function parts({ out }: HsailInstruction, value: string): { readonly fraction: string; readonly exponent: string } {
  return {
    fraction: out.call('double', 'llvm.amdgcn.frexp.mant.f64', `double ${value}`),
    exponent: out.call('i32', 'llvm.amdgcn.frexp.exp.i32.f64', `double ${value}`),
  };
}

const SCALE_STEPS = 4;

/** A value times a power of two, rounded in its direction: in steps that are powers of two themselves. */
function scaled(instruction: HsailInstruction, rounding: string, value: string, exponent: string): string {
  const { out, scope } = instruction;
  let result = value;
  let rest = exponent;
  for (let step = SCALE_STEPS; step > 0; step--) {
    const part = step === 1 ? rest : out.value(`sdiv i32 ${rest}, ${step}`);
    rest = out.value(`sub i32 ${rest}, ${part}`);
    const biased = out.value(`zext i32 ${out.value(`add i32 ${part}, 1023`)} to i64`);
    const power = scope.toValue(out.value(`shl i64 ${biased}, 52`), DOUBLE);
    result = roundedOperation(instruction, rounding, 'mul', DOUBLE, [result, power]);
  }
  return result;
}

function doubleQuotient(instruction: HsailInstruction, rounding: string, [a, b]: readonly string[]): string {
  const { out } = instruction;
  const [dividend, divisor] = [parts(instruction, a!), parts(instruction, b!)];
  const nearest = out.value(`fdiv double ${dividend.fraction}, ${divisor.fraction}`);
  const minus = out.value(`fneg double ${nearest}`);
  const fma = (...values: string[]): string =>
    out.call('double', 'llvm.fma.f64', ...values.map((value) => `double ${value}`));
  const residue = fma(minus, divisor.fraction, dividend.fraction);
  const inverse = out.value(`fdiv double 1.0, ${divisor.fraction}`);
  const corrected = roundedOperation(instruction, rounding, 'fma', DOUBLE, [residue, inverse, nearest]);
  const exponent = out.value(`sub i32 ${dividend.exponent}, ${divisor.exponent}`);
  const result = scaled(instruction, rounding, corrected, exponent);
  const isUsual = out.value(`and i1 ${isOrdinary(instruction, a!)}, ${isOrdinary(instruction, b!)}`);
  const plain = out.value(`fdiv double ${a}, ${b}`);
  return out.value(`select i1 ${isUsual}, double ${result}, double ${plain}`);
}

/** Subnormal numbers are scaled by 2^128, and their roots by 2^-64. */
function doubleRoot(instruction: HsailInstruction, rounding: string, value: string): string {
  const { out } = instruction;
  const smallest = floatOfBits(instruction, DOUBLE, 0x1000000000000000n);
  const isSmall = out.value(`fcmp olt double ${value}, ${smallest}`);
  const factor = (bits: bigint): string => {
    const [scale, one] = [bits, 0x3ff0000000000000n].map((each) => floatOfBits(instruction, DOUBLE, each));
    return out.value(`select i1 ${isSmall}, double ${scale}, double ${one}`);
  };
  const larger = out.value(`fmul double ${value}, ${factor(0x47f0000000000000n)}`);
  const root = out.call('double', 'llvm.sqrt.f64', `double ${larger}`);
  const minus = out.value(`fneg double ${root}`);
  const residue = out.call('double', 'llvm.fma.f64', `double ${minus}`, `double ${root}`, `double ${larger}`);
  const inverse = out.value(`fdiv double 0.5, ${root}`);
  const corrected = roundedOperation(instruction, rounding, 'fma', DOUBLE, [residue, inverse, root]);
  const result = out.value(`fmul double ${corrected}, ${factor(0x3bf0000000000000n)}`);
  const isPositive = out.value(`fcmp ogt double ${value}, ${floatOfBits(instruction, DOUBLE, 0n)}`);
  const isUsual = out.value(`and i1 ${isOrdinary(instruction, value)}, ${isPositive}`);
  const plain = out.call('double', 'llvm.sqrt.f64', `double ${value}`);
  return out.value(`select i1 ${isUsual}, double ${result}, double ${plain}`);
}

export function directedQuotient(
  instruction: HsailInstruction,
  rounding: string,
  type: string,
  values: readonly string[],
): string {
  if (type === DOUBLE) return doubleQuotient(instruction, rounding, values);
  const [a, b] = values.map((value) => widened(instruction, type, value));
  const quotient = instruction.out.value(`fdiv double ${a}, ${b}`);
  return roundedConversion(instruction, rounding, [DOUBLE, type], quotient);
}

export function directedRoot(instruction: HsailInstruction, rounding: string, type: string, value: string): string {
  if (type === DOUBLE) return doubleRoot(instruction, rounding, value);
  const wide = widened(instruction, type, value);
  const root = instruction.out.call('double', 'llvm.sqrt.f64', `double ${wide}`);
  return roundedConversion(instruction, rounding, [DOUBLE, type], root);
}
