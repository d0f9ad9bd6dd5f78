// Floating-point arithmetic whose format, rounding and flushing an argument names, exactly: for instruction sets in
// which each instruction has its own. Numbers are bit patterns in the low bits of 64. A NaN result is the first operand
// that is a NaN, made quiet; the canonical one where no operand is.

import { tupleOf } from '../../../util/required.js';
import type { Ty } from '../operators.js';
import * as soft from '../softfloat.js';
import { F16, F32, F64, type FloatFormat, type WidthMode } from '../softfloat.js';

type Bits = number | bigint;

export interface RoundedFunction {
  readonly result: Ty;
  readonly args: readonly Ty[];
  readonly meaning: string;
  readonly evaluate: (args: readonly Bits[]) => Bits;
}

/** Fields of the argument that says how. */
export const HOW = {
  /** Two bits, as MODE has them (ROUND). */
  round: 0,
  /** Operands and results that are subnormal become zeros. */
  flush: 2,
  /** Two bits: 0 of 16 bits, 1 of 32, 2 of 64; of the operand where there is an operand. */
  format: 3,
  /** Two bits: of the result of a conversion, where it is a number of another format. */
  result: 5,
  /** The integer has a sign. */
  signed: 5,
  /** Two bits: an integer of 8, 16, 32 or 64 bits. */
  width: 6,
} as const;

const FORMATS: readonly FloatFormat[] = [F16, F32, F64];

const bitsAt = (how: number, place: number): number => (how >>> place) & 3;
export const formatAt = (how: number, place: number): FloatFormat => FORMATS[bitsAt(how, place)] ?? F64;

function modeOf(how: number): WidthMode {
  const flushes = ((how >>> HOW.flush) & 1) === 1;
  return { round: bitsAt(how, HOW.round), flushInputs: flushes, flushResults: flushes };
}

export const sizeOf = (f: FloatFormat): number => 1 + f.exponentBits + f.fractionBits;
const quiet = (f: FloatFormat, bits: bigint): bigint => bits | (1n << BigInt(f.fractionBits - 1));

/** @param compute gets operands of the format only */
function rounded(
  count: number,
  meaning: string,
  compute: (f: FloatFormat, mode: WidthMode, ...operands: readonly bigint[]) => bigint,
): RoundedFunction {
  const args: Ty[] = [...Array.from({ length: count }, (): Ty => 'u64'), 'u32'];
  const evaluate = (values: readonly Bits[]): bigint => {
    const how = Number(values[count]);
    const f = formatAt(how, HOW.format);
    const operands = values.slice(0, count).map((value) => BigInt.asUintN(sizeOf(f), BigInt(value)));
    const nan = operands.find((value) => soft.isNan(f, value));
    return nan === undefined ? compute(f, modeOf(how), ...operands) : quiet(f, nan);
  };
  return { result: 'u64', args, meaning, evaluate };
}

/** x - floor(x), below 1. */
function fraction(f: FloatFormat, mode: WidthMode, operand: bigint): bigint {
  const x = mode.flushInputs ? soft.flush(f, operand) : operand;
  if (soft.isInfinite(f, x) || soft.isZero(f, x)) return soft.zero(f, soft.isNegative(f, x));
  const rest = soft.subtract(f, x, soft.toIntegral(f, x, soft.ROUND.down, mode), mode);
  const one = soft.fromInteger(f, 1n, soft.EXACT_NEAREST);
  return rest === one ? one - 1n : rest;
}

/** The NaN of another format with the same sign and the leading bits of its fraction. */
function convertedNan(from: FloatFormat, to: FloatFormat, x: bigint): bigint {
  const fractionBits = x & ((1n << BigInt(from.fractionBits)) - 1n);
  const distance = BigInt(to.fractionBits - from.fractionBits);
  const kept = distance < 0n ? fractionBits >> -distance : fractionBits << distance;
  return quiet(to, soft.infinity(to, soft.isNegative(from, x)) | kept);
}

function converted(values: readonly Bits[]): bigint {
  const [operand, modes] = tupleOf(values, 2, 'arguments');
  const how = Number(modes);
  const [from, to] = [formatAt(how, HOW.format), formatAt(how, HOW.result)];
  const x = BigInt.asUintN(sizeOf(from), BigInt(operand));
  return soft.isNan(from, x) ? convertedNan(from, to, x) : soft.convert(from, to, x, modeOf(how), modeOf(how));
}

function toInteger(values: readonly Bits[]): bigint {
  const [operand, modes] = tupleOf(values, 2, 'arguments');
  const how = Number(modes);
  const f = formatAt(how, HOW.format);
  const width = 8 << bitsAt(how, HOW.width);
  const signed = ((how >>> HOW.signed) & 1) === 1;
  const limit = 1n << BigInt(signed ? width - 1 : width);
  const x = BigInt.asUintN(sizeOf(f), BigInt(operand));
  const integral = soft.toIntegral(f, x, bitsAt(how, HOW.round) as soft.Round, modeOf(how));
  return BigInt.asUintN(64, soft.toInteger(f, integral, signed ? -limit : 0n, limit - 1n));
}

function fromInteger(values: readonly Bits[]): bigint {
  const [operand, modes] = tupleOf(values, 2, 'arguments');
  const how = Number(modes);
  const signed = ((how >>> HOW.signed) & 1) === 1;
  const value = BigInt(operand);
  return soft.fromInteger(formatAt(how, HOW.format), signed ? BigInt.asIntN(64, value) : value, modeOf(how));
}

/** Of integers: bit 0 of the last argument says signed, bit 1 remainder. By zero: all bits set, or the dividend. */
function quotient(values: readonly Bits[]): bigint {
  const [x, y, how] = tupleOf(values, 3, 'arguments');
  const read = (value: Bits): bigint => (Number(how) & 1 ? BigInt.asIntN(64, BigInt(value)) : BigInt(value));
  const [a, b] = [read(x), read(y)];
  const isRemainder = (Number(how) & 2) !== 0;
  if (b === 0n) return BigInt.asUintN(64, isRemainder ? a : -1n);
  return BigInt.asUintN(64, isRemainder ? a % b : a / b);
}

const conversion = (meaning: string, evaluate: RoundedFunction['evaluate']): RoundedFunction => ({
  result: 'u64',
  args: ['u64', 'u32'],
  meaning,
  evaluate,
});

export const ROUNDED_FUNCTIONS = {
  rounded_add: rounded(2, 'a + b, rounded once', (f, m, a, b) => soft.add(f, a, b, m)),
  rounded_sub: rounded(2, 'a - b, rounded once', (f, m, a, b) => soft.subtract(f, a, b, m)),
  rounded_mul: rounded(2, 'a * b, rounded once', (f, m, a, b) => soft.multiply(f, a, b, m)),
  rounded_div: rounded(2, 'a / b, rounded once', (f, m, a, b) => soft.divide(f, a, b, m)),
  rounded_fma: rounded(3, 'a * b + c, rounded once', (f, m, a, b, c) => soft.fusedMultiplyAdd(f, a, b, c, m)),
  rounded_sqrt: rounded(1, 'the square root, rounded once', (f, m, a) => soft.squareRoot(f, a, m)),
  rounded_rsqrt: rounded(1, '1 / sqrt(x), rounded once', (f, m, a) => soft.reciprocalSquareRoot(f, a, m)),
  rounded_fract: rounded(1, 'x - floor(x), below 1', fraction),
  rounded_integral: rounded(1, 'the integral number in the direction of rounding', (f, m, a) =>
    soft.toIntegral(f, a, m.round as soft.Round, m),
  ),
  float_to_float: conversion('a number of another format, rounded once; a NaN keeps sign and leading bits', converted),
  float_to_integer: conversion('an integer, rounded and limited; NaN gives 0', toInteger),
  integer_to_float: conversion('an integer of 64 bits as a number, rounded once', fromInteger),
  integer_quotient: {
    result: 'u64',
    args: ['u64', 'u64', 'u32'],
    meaning: 'quotient or remainder of integers, toward zero; by zero all bits set, or the dividend',
    evaluate: quotient,
  },
} as const satisfies Readonly<Record<string, RoundedFunction>>;
