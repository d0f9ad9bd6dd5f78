// Exact floating-point arithmetic on bit patterns: every operation is carried out on integers of any size and rounded
// once. Slow and obviously right: the oracle and the rounding modes that the host does not have rest on it.
//
// Values of every width are bigint bit patterns. The result NaN is always the canonical quiet NaN (expr.ts).

/** A binary format of IEEE 754. */
export interface FloatFormat {
  readonly exponentBits: number;
  readonly fractionBits: number;
}
export const F16: FloatFormat = { exponentBits: 5, fractionBits: 10 };
export const F32: FloatFormat = { exponentBits: 8, fractionBits: 23 };
export const F64: FloatFormat = { exponentBits: 11, fractionBits: 52 };

/** Rounding as MODE encodes it. */
export const ROUND = { nearestEven: 0, up: 1, down: 2, zero: 3 } as const;
export type Round = (typeof ROUND)[keyof typeof ROUND];

/** Modes of one width: the bits of MODE that affect it. */
export interface WidthMode {
  readonly round: number;
  /** Denormal operands count as zeros of their sign. */
  readonly flushInputs: boolean;
  /** Results that are denormal after rounding become zeros of their sign. */
  readonly flushResults: boolean;
}

export const EXACT_NEAREST: WidthMode = { round: ROUND.nearestEven, flushInputs: false, flushResults: false };

const bias = (f: FloatFormat): number => (1 << (f.exponentBits - 1)) - 1;
const maxExponent = (f: FloatFormat): number => (1 << f.exponentBits) - 1;
const signBit = (f: FloatFormat): bigint => 1n << BigInt(f.exponentBits + f.fractionBits);
const fractionMask = (f: FloatFormat): bigint => (1n << BigInt(f.fractionBits)) - 1n;

export const infinity = (f: FloatFormat, negative: boolean): bigint =>
  (BigInt(maxExponent(f)) << BigInt(f.fractionBits)) | (negative ? signBit(f) : 0n);
export const zero = (f: FloatFormat, negative: boolean): bigint => (negative ? signBit(f) : 0n);
export const canonicalNan = (f: FloatFormat): bigint => infinity(f, false) | (1n << BigInt(f.fractionBits - 1));

const magnitude = (f: FloatFormat, bits: bigint): bigint => bits & (signBit(f) - 1n);
export const isNegative = (f: FloatFormat, bits: bigint): boolean => (bits & signBit(f)) !== 0n;
export const isNan = (f: FloatFormat, bits: bigint): boolean => magnitude(f, bits) > infinity(f, false);
export const isInfinite = (f: FloatFormat, bits: bigint): boolean => magnitude(f, bits) === infinity(f, false);
export const isZero = (f: FloatFormat, bits: bigint): boolean => magnitude(f, bits) === 0n;
export const isDenormal = (f: FloatFormat, bits: bigint): boolean =>
  !isZero(f, bits) && magnitude(f, bits) <= fractionMask(f);

/** A denormal becomes a zero of its sign. */
export const flush = (f: FloatFormat, bits: bigint): bigint =>
  isDenormal(f, bits) ? zero(f, isNegative(f, bits)) : bits;

const input = (f: FloatFormat, bits: bigint, mode: WidthMode): bigint => (mode.flushInputs ? flush(f, bits) : bits);

/** A finite number: significand * 2^exponent, the significand signed. */
interface Exact {
  readonly significand: bigint;
  readonly exponent: number;
}

function unpack(f: FloatFormat, bits: bigint): Exact {
  const fraction = bits & fractionMask(f);
  const stored = Number((bits >> BigInt(f.fractionBits)) & BigInt(maxExponent(f)));
  const size = stored === 0 ? fraction : fraction | (1n << BigInt(f.fractionBits));
  const exponent = Math.max(stored, 1) - bias(f) - f.fractionBits;
  return { significand: isNegative(f, bits) ? -size : size, exponent };
}

/** Binary digits of a non-negative number, from its hexadecimal digits. */
function bitLength(value: bigint): number {
  const digits = value.toString(16);
  return 4 * digits.length - Math.clz32(Number.parseInt(digits.charAt(0), 16)) + 28;
}

/** value / 2^shift as an integer, rounded; `value` is not negative, `negative` is the sign it stands for. */
function shiftRounded(value: bigint, shift: number, round: number, negative: boolean): bigint {
  if (shift <= 0) return value << BigInt(-shift);
  const quotient = value >> BigInt(shift);
  const rest = value - (quotient << BigInt(shift));
  if (rest === 0n) return quotient;
  const half = 1n << BigInt(shift - 1);
  const away =
    round === ROUND.nearestEven
      ? rest > half || (rest === half && (quotient & 1n) === 1n)
      : round === ROUND.up
        ? !negative
        : round === ROUND.down && negative;
  return away ? quotient + 1n : quotient;
}

/** Rounds a number to a format; an exact zero takes the sign that is given. */
function pack(f: FloatFormat, number: Exact, zeroIsNegative: boolean, mode: WidthMode): bigint {
  const negative = number.significand < 0n;
  const size = negative ? -number.significand : number.significand;
  if (size === 0n) return zero(f, zeroIsNegative);
  const least = 1 - bias(f) - f.fractionBits;
  const exponent = Math.max(number.exponent + bitLength(size) - 1 - f.fractionBits, least);
  const rounded = shiftRounded(size, exponent - number.exponent, mode.round, negative);
  // Adding the significand to the stored exponent carries into it where rounding reached the next power of two.
  const bits = (BigInt(exponent - least) << BigInt(f.fractionBits)) + rounded;
  if (bits >= infinity(f, false)) return overflow(f, negative, mode.round);
  const signed = negative ? bits | signBit(f) : bits;
  return mode.flushResults ? flush(f, signed) : signed;
}

function overflow(f: FloatFormat, negative: boolean, round: number): bigint {
  const toInfinity =
    round === ROUND.nearestEven || (round === ROUND.up && !negative) || (round === ROUND.down && negative);
  return toInfinity ? infinity(f, negative) : infinity(f, negative) - 1n;
}

/** The sign of a sum that is exactly zero: of its terms when they agree, else + except when rounding down. */
const zeroSumSign = (a: boolean, b: boolean, round: number): boolean => (a === b ? a : round === ROUND.down);

function sum(a: Exact, b: Exact): Exact {
  const exponent = Math.min(a.exponent, b.exponent);
  const align = (x: Exact): bigint => x.significand << BigInt(x.exponent - exponent);
  return { significand: align(a) + align(b), exponent };
}

export function add(f: FloatFormat, x: bigint, y: bigint, mode: WidthMode): bigint {
  const [a, b] = [input(f, x, mode), input(f, y, mode)];
  const [aNegative, bNegative] = [isNegative(f, a), isNegative(f, b)];
  if (isNan(f, a) || isNan(f, b)) return canonicalNan(f);
  if (isInfinite(f, a)) return isInfinite(f, b) && aNegative !== bNegative ? canonicalNan(f) : a;
  if (isInfinite(f, b)) return b;
  return pack(f, sum(unpack(f, a), unpack(f, b)), zeroSumSign(aNegative, bNegative, mode.round), mode);
}

export const negate = (f: FloatFormat, x: bigint): bigint => x ^ signBit(f);
export const absolute = (f: FloatFormat, x: bigint): bigint => magnitude(f, x);

export const subtract = (f: FloatFormat, x: bigint, y: bigint, mode: WidthMode): bigint =>
  add(f, x, isNan(f, y) ? y : negate(f, y), mode);

const product = (a: Exact, b: Exact): Exact => ({
  significand: a.significand * b.significand,
  exponent: a.exponent + b.exponent,
});

export function multiply(f: FloatFormat, x: bigint, y: bigint, mode: WidthMode): bigint {
  const [a, b] = [input(f, x, mode), input(f, y, mode)];
  const negative = isNegative(f, a) !== isNegative(f, b);
  if (isNan(f, a) || isNan(f, b)) return canonicalNan(f);
  if (isInfinite(f, a) || isInfinite(f, b))
    return isZero(f, a) || isZero(f, b) ? canonicalNan(f) : infinity(f, negative);
  return pack(f, product(unpack(f, a), unpack(f, b)), negative, mode);
}

/** x * y + z with one rounding. */
export function fusedMultiplyAdd(f: FloatFormat, x: bigint, y: bigint, z: bigint, mode: WidthMode): bigint {
  const [a, b, c] = [input(f, x, mode), input(f, y, mode), input(f, z, mode)];
  const negative = isNegative(f, a) !== isNegative(f, b);
  if (isNan(f, a) || isNan(f, b) || isNan(f, c)) return canonicalNan(f);
  if (isInfinite(f, a) || isInfinite(f, b)) {
    if (isZero(f, a) || isZero(f, b)) return canonicalNan(f);
    return isInfinite(f, c) && isNegative(f, c) !== negative ? canonicalNan(f) : infinity(f, negative);
  }
  if (isInfinite(f, c)) return c;
  const exact = sum(product(unpack(f, a), unpack(f, b)), unpack(f, c));
  return pack(f, exact, zeroSumSign(negative, isNegative(f, c), mode.round), mode);
}

/** A quotient or root whose rest is not zero gets a last bit that is set, so that it is rounded once. */
const withRest = (value: bigint, rest: boolean): bigint => (value << 1n) | (rest ? 1n : 0n);

export function divide(f: FloatFormat, x: bigint, y: bigint, mode: WidthMode): bigint {
  const [a, b] = [input(f, x, mode), input(f, y, mode)];
  const negative = isNegative(f, a) !== isNegative(f, b);
  if (isNan(f, a) || isNan(f, b)) return canonicalNan(f);
  if (isInfinite(f, a)) return isInfinite(f, b) ? canonicalNan(f) : infinity(f, negative);
  if (isInfinite(f, b)) return zero(f, negative);
  if (isZero(f, b)) return isZero(f, a) ? canonicalNan(f) : infinity(f, negative);
  const [p, q] = [unpack(f, absolute(f, a)), unpack(f, absolute(f, b))];
  const shift = Math.max(0, f.fractionBits + 3 + bitLength(q.significand) - bitLength(p.significand));
  const dividend = p.significand << BigInt(shift);
  const size = withRest(dividend / q.significand, dividend % q.significand !== 0n);
  const exponent = p.exponent - q.exponent - shift - 1;
  return pack(f, { significand: negative ? -size : size, exponent }, negative, mode);
}

/** The largest integer whose square is not greater. */
function integerRoot(value: bigint): bigint {
  let root = 1n << BigInt((bitLength(value) >> 1) + 1);
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

export function squareRoot(f: FloatFormat, x: bigint, mode: WidthMode): bigint {
  const a = input(f, x, mode);
  if (isNan(f, a)) return canonicalNan(f);
  if (isZero(f, a)) return a;
  if (isNegative(f, a)) return canonicalNan(f);
  if (isInfinite(f, a)) return a;
  const { significand, exponent } = unpack(f, a);
  const width = Math.max(0, 2 * (f.fractionBits + 3) - bitLength(significand));
  const shift = width + Math.abs((exponent - width) % 2);
  const square = significand << BigInt(shift);
  const root = integerRoot(square);
  return pack(
    f,
    { significand: withRest(root, root * root !== square), exponent: (exponent - shift) / 2 - 1 },
    false,
    mode,
  );
}

/** 1 / sqrt(x): infinity of its sign for a zero. */
export function reciprocalSquareRoot(f: FloatFormat, x: bigint, mode: WidthMode): bigint {
  const a = input(f, x, mode);
  if (isNan(f, a)) return canonicalNan(f);
  if (isZero(f, a)) return infinity(f, isNegative(f, a));
  if (isNegative(f, a)) return canonicalNan(f);
  if (isInfinite(f, a)) return zero(f, false);
  const { significand, exponent } = unpack(f, a);
  const odd = Math.abs(exponent % 2);
  const divisor = significand << BigInt(odd);
  const shift = f.fractionBits + 3 + bitLength(divisor);
  const dividend = 1n << BigInt(2 * shift);
  const root = integerRoot(dividend / divisor);
  return pack(
    f,
    { significand: withRest(root, root * root * divisor !== dividend), exponent: (odd - exponent) / 2 - shift - 1 },
    false,
    mode,
  );
}

/** Order of two numbers: -1, 0, 1, or undefined when one is NaN. */
export function compare(f: FloatFormat, x: bigint, y: bigint, mode: WidthMode): -1 | 0 | 1 | undefined {
  const [a, b] = [input(f, x, mode), input(f, y, mode)];
  if (isNan(f, a) || isNan(f, b)) return undefined;
  const key = (bits: bigint): bigint => (isNegative(f, bits) ? -magnitude(f, bits) : bits);
  return key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0;
}

/** The nearest integer in the direction of `round`, as a number of the format. The sign of zero is kept. */
export function toIntegral(f: FloatFormat, x: bigint, round: Round, mode: WidthMode): bigint {
  const a = input(f, x, mode);
  if (isNan(f, a)) return canonicalNan(f);
  const { significand, exponent } = unpack(f, a);
  if (isInfinite(f, a) || exponent >= 0) return a;
  const negative = isNegative(f, a);
  const size = shiftRounded(negative ? -significand : significand, -exponent, round, negative);
  return pack(f, { significand: negative ? -size : size, exponent: 0 }, negative, EXACT_NEAREST);
}

/** Another format. Denormal operands are flushed by the mode of `from`, results by the mode of `to`. */
export function convert(from: FloatFormat, to: FloatFormat, x: bigint, fromMode: WidthMode, toMode: WidthMode): bigint {
  const a = input(from, x, fromMode);
  if (isNan(from, a)) return canonicalNan(to);
  if (isInfinite(from, a)) return infinity(to, isNegative(from, a));
  return pack(to, unpack(from, a), isNegative(from, a), toMode);
}

export const fromInteger = (f: FloatFormat, value: bigint, mode: WidthMode): bigint =>
  pack(f, { significand: value, exponent: 0 }, false, mode);

/** Truncated toward zero and limited to [least, most]; NaN gives 0. */
export function toInteger(f: FloatFormat, x: bigint, least: bigint, most: bigint): bigint {
  if (isNan(f, x)) return 0n;
  if (isInfinite(f, x)) return isNegative(f, x) ? least : most;
  const { significand, exponent } = unpack(f, x);
  const size = significand < 0n ? -significand : significand;
  const truncated = exponent >= 0 ? size << BigInt(exponent) : size >> BigInt(-exponent);
  const value = significand < 0n ? -truncated : truncated;
  return value < least ? least : value > most ? most : value;
}
