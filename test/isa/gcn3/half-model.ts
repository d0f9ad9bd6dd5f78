// Half precision on rational numbers (../exact-float.ts), written from AMD's manuals: results of every instruction
// of bit patterns in any MODE. Shares nothing with the project's own arithmetic.

import { MODE_BITS } from '../../../src/isa/language/mode.js';
import * as exact from '../exact-float.js';
import { BINARY16, BINARY32, BINARY64, type Environment, type Rounding } from '../exact-float.js';

export interface Modes {
  /** The fields of MODE for widths of 16 and 64 bits. */
  readonly half: Environment;
  readonly single: Environment;
  readonly ieee: boolean;
  readonly dx10Clamp: boolean;
}

const flag = (mode: number, bit: number): boolean => ((mode >> bit) & 1) === 1;
const environment = (mode: number, round: number, denorm: number): Environment => ({
  round: ((mode >> round) & 3) as Rounding,
  flushInputs: !flag(mode, denorm),
  flushResults: !flag(mode, denorm + 1),
});

export const modesOf = (mode: number): Modes => ({
  half: environment(mode, MODE_BITS.round64, MODE_BITS.denorm64),
  single: environment(mode, MODE_BITS.round32, MODE_BITS.denorm32),
  ieee: flag(mode, MODE_BITS.ieee),
  dx10Clamp: flag(mode, MODE_BITS.dx10Clamp),
});

type Compute = (modes: Modes, a: bigint, b: bigint, c: bigint) => bigint;

const NAN = exact.canonicalNan(BINARY16);
const ONE = 0x3c00n;
const isNan = (x: bigint): boolean => exact.isNan(BINARY16, x);
const isSignalling = (x: bigint): boolean => isNan(x) && (x & 0x200n) === 0n;
const operand = ({ half }: Modes, x: bigint): bigint => (half.flushInputs ? exact.flush(BINARY16, x) : x);
const result = ({ half }: Modes, x: bigint): bigint => (half.flushResults ? exact.flush(BINARY16, x) : x);
const always = (env: Environment): Environment => ({ ...env, flushInputs: true, flushResults: true });

const negated = (x: bigint): bigint => x ^ 0x8000n;
/** Larger for later numbers; -0 comes before +0. */
const rank = (x: bigint): bigint => ((x & 0x8000n) === 0n ? x : -1n - (x & 0x7fffn));

/**
 * The one of two that comes first or last. A NaN gives way, a signalling one in IEEE mode does not. Denormals stay: so
 * until gfx8.
 */
const extreme =
  (first: boolean): Compute =>
  ({ ieee }, a, b) => {
    if (ieee && (isSignalling(a) || isSignalling(b))) return NAN;
    if (isNan(a)) return isNan(b) ? NAN : b;
    if (isNan(b)) return a;
    return rank(a) < rank(b) === first ? a : b;
  };
export const min = extreme(true);
export const max = extreme(false);

/** GFX9: denormals by MODE. */
const flushing =
  (compute: Compute): Compute =>
  (modes, a, b, c) =>
    result(modes, compute(modes, operand(modes, a), operand(modes, b), operand(modes, c)));

/** Of three: chains of two. */
const three =
  (two: Compute): Compute =>
  (modes, a, b, c) =>
    two(modes, two(modes, a, b, 0n), c, 0n);

const middle: Compute = (modes, a, b, c) =>
  [a, b, c].some(isNan) ? three(min)(modes, a, b, c) : [a, b, c].sort((x, y) => (rank(x) < rank(y) ? -1 : 1))[1]!;

const integral =
  (round: Rounding): Compute =>
  (modes, a) =>
    result(modes, exact.toIntegral(BINARY16, operand(modes, a), round));

const fraction: Compute = (modes, a) => {
  const x = operand(modes, a);
  const difference = exact.subtract(BINARY16, x, exact.toIntegral(BINARY16, x, 2), modes.half);
  return difference === ONE ? ONE - 1n : difference;
};

/** By a function of double precision, whose error is far below the precision of halves. */
const ofNumber =
  (compute: (x: number) => number): Compute =>
  (modes, a) =>
    result(modes, roundedNumber(compute(numberOf(operand(modes, a))), modes.half.round));

const numbers = new DataView(new ArrayBuffer(8));
export function numberOf(half: bigint): number {
  numbers.setBigUint64(0, exact.convert(BINARY16, BINARY64, half, 0));
  return numbers.getFloat64(0);
}
export function roundedNumber(value: number, round: Rounding): bigint {
  numbers.setFloat64(0, value);
  return exact.convert(BINARY64, BINARY16, numbers.getBigUint64(0), round);
}

const scaled: Compute = (modes, a, b) => {
  const x = exact.decode(BINARY16, operand(modes, a));
  const power = Number(BigInt.asIntN(16, b));
  // Beyond that all is infinite, or less than half of the least denormal.
  const limited = Math.max(-100, Math.min(100, power));
  return result(modes, exact.encode(BINARY16, x.kind === 'finite' ? { ...x, e: x.e + limited } : x, modes.half.round));
};

/** Significand in [0.5, 1), and its exponent. */
function parts(modes: Modes, a: bigint): { readonly significand: bigint; readonly exponent: number } {
  const x = exact.decode(BINARY16, operand(modes, a));
  if (x.kind !== 'finite' || x.m === 0n) return { significand: exact.encode(BINARY16, x, 0), exponent: 0 };
  const bits = x.m.toString(2).length;
  return { significand: exact.encode(BINARY16, { ...x, e: -bits }, 0), exponent: x.e + bits };
}

const multiplyAdd: Compute = ({ half }, a, b, c) => {
  const env = always(half);
  return exact.add(BINARY16, exact.multiply(BINARY16, a, b, env), c, env);
};

/** An integer nearest to x * factor, saturated to [low, factor]. */
const normalized =
  (factor: bigint, low: bigint): Compute =>
  (modes, a) => {
    const x = exact.decode(BINARY16, operand(modes, a));
    if (x.kind === 'nan') return 0n;
    if (x.kind === 'infinite') return (x.negative ? low : factor) & 0xffffn;
    const product = x.m * factor;
    // All exponents of halves are at most 5.
    const [whole, rest, one] =
      x.e >= 0
        ? [product << BigInt(x.e), 0n, 2n]
        : [product >> BigInt(-x.e), product & ((1n << BigInt(-x.e)) - 1n), 1n << BigInt(-x.e)];
    const up = 2n * rest > one || (2n * rest === one && (whole & 1n) === 1n);
    const rounded = whole + (up ? 1n : 0n);
    const value = x.negative ? -rounded : rounded;
    return (value < low ? low : value > factor ? factor : value) & 0xffffn;
  };

export interface Operation {
  readonly count: 1 | 2 | 3;
  readonly compute: Compute;
  /** Sources and results are halves with modifiers; otherwise which are not. */
  readonly integer?: 'operand' | 'second' | 'result';
  /** The result is added to the destination. */
  readonly accumulates?: true;
}

export const normalizedSigned = normalized(32767n, -32767n);
export const normalizedUnsigned = normalized(65535n, 0n);
const fused: Compute = ({ half }, a, b, c) => exact.fma(BINARY16, a, b, c, half);

/** By names without prefix and type. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  add: { count: 2, compute: ({ half }, a, b) => exact.add(BINARY16, a, b, half) },
  sub: { count: 2, compute: ({ half }, a, b) => exact.subtract(BINARY16, a, b, half) },
  subrev: { count: 2, compute: ({ half }, a, b) => exact.subtract(BINARY16, b, a, half) },
  mul: { count: 2, compute: ({ half }, a, b) => exact.multiply(BINARY16, a, b, half) },
  min_gfx8: { count: 2, compute: min },
  max_gfx8: { count: 2, compute: max },
  min: { count: 2, compute: flushing(min) },
  max: { count: 2, compute: flushing(max) },
  mac: { count: 2, compute: multiplyAdd, accumulates: true },
  mad: { count: 3, compute: multiplyAdd },
  fma: { count: 3, compute: fused },
  min3: { count: 3, compute: flushing(three(min)) },
  max3: { count: 3, compute: flushing(three(max)) },
  med3: { count: 3, compute: flushing(middle) },
  ldexp: { count: 2, compute: scaled, integer: 'second' },
  floor: { count: 1, compute: integral(2) },
  ceil: { count: 1, compute: integral(1) },
  trunc: { count: 1, compute: integral(3) },
  rndne: { count: 1, compute: integral(0) },
  fract: { count: 1, compute: fraction },
  rcp: { count: 1, compute: ofNumber((x) => 1 / x) },
  sqrt: { count: 1, compute: ofNumber(Math.sqrt) },
  rsq: { count: 1, compute: ofNumber((x) => 1 / Math.sqrt(x)) },
  frexp_mant: { count: 1, compute: (modes, a) => result(modes, parts(modes, a).significand) },
  frexp_exp: {
    count: 1,
    compute: (modes, a) => BigInt.asUintN(16, BigInt(parts(modes, a).exponent)),
    integer: 'result',
  },
  from_u16: { count: 1, compute: ({ half }, a) => exact.fromInteger(BINARY16, a, half.round), integer: 'operand' },
  from_i16: {
    count: 1,
    compute: ({ half }, a) => exact.fromInteger(BINARY16, BigInt.asIntN(16, a), half.round),
    integer: 'operand',
  },
  to_u16: { count: 1, compute: (modes, a) => toInteger(modes, a, 0n, 0xffffn), integer: 'result' },
  to_i16: { count: 1, compute: (modes, a) => toInteger(modes, a, -0x8000n, 0x7fffn), integer: 'result' },
  to_norm_i16: { count: 1, compute: normalizedSigned, integer: 'result' },
  to_norm_u16: { count: 1, compute: normalizedUnsigned, integer: 'result' },
};

const toInteger = (modes: Modes, a: bigint, low: bigint, high: bigint): bigint =>
  exact.toInteger(BINARY16, operand(modes, a), low, high) & 0xffffn;

/**
 * omod (1: times 2, 2: times 4, 3: halved) is there only without denormal results and IEEE mode, and makes no -0; then
 * clamp.
 */
export function modified(modes: Modes, bits: bigint, omod: number, clamp: boolean): bigint {
  const factors = [0x3c00n, 0x4000n, 0x4400n, 0x3800n];
  let value = bits;
  if (omod > 0 && !modes.ieee && modes.half.flushResults) {
    value = exact.multiply(BINARY16, bits, factors[omod]!, modes.half);
    if ((value & 0x7fffn) === 0n) value = 0n;
  }
  if (!clamp) return value;
  if (isNan(value)) return modes.dx10Clamp ? 0n : value;
  if ((value & 0x8000n) !== 0n) return 0n;
  return value > ONE ? ONE : value;
}

export const withSigns = (x: bigint, absolute: boolean, negative: boolean): bigint => {
  const positive = absolute ? x & 0x7fffn : x;
  return negative ? negated(positive) : positive;
};

/** Single precision to a half and back. */
export const fromSingle = ({ half, single }: Modes, x: bigint): bigint => {
  const bits = exact.convert(BINARY32, BINARY16, single.flushInputs ? exact.flush(BINARY32, x) : x, half.round);
  return half.flushResults ? exact.flush(BINARY16, bits) : bits;
};
export const toSingle = (modes: Modes, x: bigint): bigint => exact.convert(BINARY16, BINARY32, operand(modes, x), 0);
