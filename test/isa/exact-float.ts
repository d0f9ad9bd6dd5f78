// Floating-point arithmetic on BigInt for tests: every operation is computed exactly as a dyadic rational and rounded
// once, in any rounding mode, with or without denormals. Slow and obviously right; shares nothing with the project's
// own arithmetic.

/** A format: bits of the fraction field and exponent bias. */
export interface Format {
  readonly fraction: number;
  readonly bias: number;
}

export const BINARY16: Format = { fraction: 10, bias: 15 };
export const BINARY32: Format = { fraction: 23, bias: 127 };
export const BINARY64: Format = { fraction: 52, bias: 1023 };

/** 0 nearest even, 1 up, 2 down, 3 toward zero, as in the MODE register. */
export type Rounding = 0 | 1 | 2 | 3;

export interface Environment {
  readonly round: Rounding;
  readonly flushInputs: boolean;
  readonly flushResults: boolean;
}

/** (-1) ** negative * m * 2 ** e, or an infinity or NaN. */
export type Real =
  | { readonly kind: 'finite'; readonly negative: boolean; readonly m: bigint; readonly e: number }
  | { readonly kind: 'infinite'; readonly negative: boolean }
  | { readonly kind: 'nan' };

const NAN: Real = { kind: 'nan' };
const width = (f: Format): number => (f.fraction === 10 ? 16 : f.fraction === 23 ? 32 : 64);
const exponentMask = (f: Format): bigint => BigInt(2 * f.bias + 1);
const signBit = (f: Format): bigint => 1n << BigInt(width(f) - 1);
const infinityBits = (f: Format): bigint => exponentMask(f) << BigInt(f.fraction);
const bitLength = (m: bigint): number => (m === 0n ? 0 : m.toString(2).length);

export const canonicalNan = (f: Format): bigint => infinityBits(f) | (1n << BigInt(f.fraction - 1));
export const isNan = (f: Format, bits: bigint): boolean => (bits & (signBit(f) - 1n)) > infinityBits(f);
export const isDenormal = (f: Format, bits: bigint): boolean => {
  const size = bits & (signBit(f) - 1n);
  return size !== 0n && size < 1n << BigInt(f.fraction);
};

/** Zero of the sign of `bits` when it is a denormal. */
export const flush = (f: Format, bits: bigint): bigint => (isDenormal(f, bits) ? bits & signBit(f) : bits);

export function decode(f: Format, bits: bigint): Real {
  const negative = (bits & signBit(f)) !== 0n;
  const field = (bits >> BigInt(f.fraction)) & exponentMask(f);
  const fraction = bits & ((1n << BigInt(f.fraction)) - 1n);
  if (field === exponentMask(f)) return fraction === 0n ? { kind: 'infinite', negative } : NAN;
  const implied = field === 0n ? 0n : 1n << BigInt(f.fraction);
  const exponent = Math.max(Number(field), 1) - f.bias - f.fraction;
  return { kind: 'finite', negative, m: fraction | implied, e: exponent };
}

function roundShifted(m: bigint, shift: number, negative: boolean, round: Rounding): bigint {
  if (shift <= 0) return m << BigInt(-shift);
  const quotient = m >> BigInt(shift);
  const rest = m - (quotient << BigInt(shift));
  const half = 1n << BigInt(shift - 1);
  const nearest = rest > half || (rest === half && (quotient & 1n) === 1n);
  const away = [nearest, rest > 0n && !negative, rest > 0n && negative, false][round];
  return away ? quotient + 1n : quotient;
}

/** The bit pattern nearest to a real in the rounding mode. */
export function encode(f: Format, x: Real, round: Rounding): bigint {
  if (x.kind === 'nan') return canonicalNan(f);
  const sign = x.negative ? signBit(f) : 0n;
  if (x.kind === 'infinite') return sign | infinityBits(f);
  if (x.m === 0n) return sign;
  const lowest = 1 - f.bias - f.fraction;
  const step = Math.max(x.e + bitLength(x.m) - 1 - f.fraction, lowest);
  const mantissa = roundShifted(x.m, step - x.e, x.negative, round);
  // A carry into the next binade comes out right, because the exponent field follows the fraction.
  const bits = (BigInt(step - lowest) << BigInt(f.fraction)) + mantissa;
  if (bits < infinityBits(f)) return sign | bits;
  const towardZero = round === 3 || (round === 1 && x.negative) || (round === 2 && !x.negative);
  return sign | (towardZero ? infinityBits(f) - 1n : infinityBits(f));
}

const negated = (x: Real): Real => (x.kind === 'nan' ? x : { ...x, negative: !x.negative });

function addReals(a: Real, b: Real, round: Rounding): Real {
  if (a.kind === 'nan' || b.kind === 'nan') return NAN;
  if (a.kind === 'infinite') return b.kind === 'infinite' && a.negative !== b.negative ? NAN : a;
  if (b.kind === 'infinite') return b;
  const e = Math.min(a.e, b.e);
  const scaled = (x: typeof a): bigint => (x.negative ? -1n : 1n) * (x.m << BigInt(x.e - e));
  const sum = scaled(a) + scaled(b);
  const negativeZero = a.m === 0n && b.m === 0n && a.negative === b.negative ? a.negative : round === 2;
  const negative = sum === 0n ? negativeZero : sum < 0n;
  return { kind: 'finite', negative, m: sum < 0n ? -sum : sum, e };
}

function multiplyReals(a: Real, b: Real): Real {
  if (a.kind === 'nan' || b.kind === 'nan') return NAN;
  const negative = a.negative !== b.negative;
  if (a.kind === 'finite' && b.kind === 'finite') return { kind: 'finite', negative, m: a.m * b.m, e: a.e + b.e };
  const zero = (a.kind === 'finite' && a.m === 0n) || (b.kind === 'finite' && b.m === 0n);
  return zero ? NAN : { kind: 'infinite', negative };
}

const read = (f: Format, bits: bigint, env: Environment): Real => decode(f, env.flushInputs ? flush(f, bits) : bits);
const write = (f: Format, x: Real, env: Environment): bigint => {
  const bits = encode(f, x, env.round);
  return env.flushResults ? flush(f, bits) : bits;
};

export const add = (f: Format, a: bigint, b: bigint, env: Environment): bigint =>
  write(f, addReals(read(f, a, env), read(f, b, env), env.round), env);
export const subtract = (f: Format, a: bigint, b: bigint, env: Environment): bigint =>
  write(f, addReals(read(f, a, env), negated(read(f, b, env)), env.round), env);
export const multiply = (f: Format, a: bigint, b: bigint, env: Environment): bigint =>
  write(f, multiplyReals(read(f, a, env), read(f, b, env)), env);
export const fma = (f: Format, a: bigint, b: bigint, c: bigint, env: Environment): bigint =>
  write(f, addReals(multiplyReals(read(f, a, env), read(f, b, env)), read(f, c, env), env.round), env);

/** -1, 0, 1; undefined when unordered. */
export function compare(f: Format, a: bigint, b: bigint, env: Environment): -1 | 0 | 1 | undefined {
  const difference = addReals(order(read(f, a, env)), negated(order(read(f, b, env))), 0);
  if (difference.kind !== 'finite') return undefined;
  if (difference.m === 0n) return 0;
  return difference.negative ? -1 : 1;
}

/** An infinity as a number beyond all others, so that comparing is subtracting. */
const order = (x: Real): Real => (x.kind === 'infinite' ? { kind: 'finite', negative: x.negative, m: 1n, e: 5000 } : x);

/** Rounds to an integer of the same format. */
export function toIntegral(f: Format, bits: bigint, round: Rounding): bigint {
  const x = decode(f, bits);
  if (x.kind !== 'finite' || x.e >= 0) return encode(f, x, 0);
  return encode(f, { ...x, m: roundShifted(x.m, -x.e, x.negative, round), e: 0 }, 0);
}

/** Truncates to an integer and saturates it to [low, high]; NaN gives 0. */
export function toInteger(f: Format, bits: bigint, low: bigint, high: bigint): bigint {
  const x = decode(f, bits);
  if (x.kind === 'nan') return 0n;
  if (x.kind === 'infinite') return x.negative ? low : high;
  const size = x.e >= 0 ? x.m << BigInt(x.e) : x.m >> BigInt(-x.e);
  const value = x.negative ? -size : size;
  return value < low ? low : value > high ? high : value;
}

export const fromInteger = (f: Format, value: bigint, round: Rounding): bigint =>
  encode(f, { kind: 'finite', negative: value < 0n, m: value < 0n ? -value : value, e: 0 }, round);

export const convert = (from: Format, to: Format, bits: bigint, round: Rounding): bigint =>
  encode(to, decode(from, bits), round);
