// Exceptions of IEEE 754 by exact fractions: the reference of what instructions record in TRAPSTS. It shares nothing
// with the project's own arithmetic.

import {
  FORMATS,
  type Format,
  type Fraction,
  fractionOf,
  negative,
  product,
  quotient,
  sum,
} from '../hsail/exact-rounding.js';

export const RAISED = { invalid: 1, denormal: 2, divideByZero: 4, overflow: 8, underflow: 16, inexact: 32 } as const;

/** By MODE: 0 nearest even, 1 up, 2 down, 3 toward zero. */
export interface ExactMode {
  readonly round: number;
  readonly flushInputs: boolean;
  readonly flushResults: boolean;
}

const biasOf = ({ exponent }: Format): number => 2 ** (exponent - 1) - 1;
const width = ({ exponent, fraction }: Format): number => 1 + exponent + fraction;
const size = (format: Format, bits: bigint): bigint => bits & ((1n << BigInt(width(format) - 1)) - 1n);
const infinityOf = ({ exponent, fraction }: Format): bigint => ((1n << BigInt(exponent)) - 1n) << BigInt(fraction);
const isNan = (format: Format, bits: bigint): boolean => size(format, bits) > infinityOf(format);
const isInfinite = (format: Format, bits: bigint): boolean => size(format, bits) === infinityOf(format);
const isNegative = (format: Format, bits: bigint): boolean => bits >> BigInt(width(format) - 1) === 1n;
const isDenormal = (format: Format, bits: bigint): boolean => {
  const own = size(format, bits);
  return own > 0n && own < 1n << BigInt(format.fraction);
};
const isSignaling = (format: Format, bits: bigint): boolean =>
  isNan(format, bits) && ((bits >> BigInt(format.fraction - 1)) & 1n) === 0n;

const power = (exponent: number): Fraction =>
  exponent >= 0
    ? { numerator: 1n << BigInt(exponent), denominator: 1n }
    : { numerator: 1n, denominator: 1n << BigInt(-exponent) };
const isLess = (a: Fraction, b: Fraction): boolean => a.numerator * b.denominator < b.numerator * a.denominator;

/** The exponent e with 2 ** e <= x < 2 ** (e + 1). */
function exponentOf(x: Fraction): number {
  let e = x.numerator.toString(2).length - x.denominator.toString(2).length;
  while (isLess(x, power(e))) e--;
  while (!isLess(x, power(e + 1))) e++;
  return e;
}

/** Overflow, underflow and inexact of a value that is rounded to a format. */
export function ofValue(format: Format, value: Fraction, { round, flushResults }: ExactMode): number {
  if (value.numerator === 0n) return 0;
  const isBelow = value.numerator < 0n;
  const x = isBelow ? negative(value) : value;
  const e = exponentOf(x);
  const least = 1 - biasOf(format);
  const step = Math.max(e, least) - format.fraction;
  const units = product(x, power(-step));
  const inexact = units.numerator % units.denominator !== 0n;
  const isTiny = e < least;
  const isUnder = isTiny && (inexact || flushResults);
  // Rounded with as many digits as the format has, whatever the exponent is.
  const digits = product(x, power(format.fraction - e));
  const [whole, rest] = [digits.numerator / digits.denominator, digits.numerator % digits.denominator];
  const twice = 2n * rest;
  const away =
    round === 0
      ? twice > digits.denominator || (twice === digits.denominator && whole % 2n === 1n)
      : rest > 0n && ((round === 1 && !isBelow) || (round === 2 && isBelow));
  const carries = whole + (away ? 1n : 0n) === 1n << BigInt(format.fraction + 1);
  const isOver = e + (carries ? 1 : 0) > biasOf(format);
  return (
    (isOver ? RAISED.overflow : 0) |
    (isUnder ? RAISED.underflow : 0) |
    (inexact || isOver || isUnder ? RAISED.inexact : 0)
  );
}

/** Exceptions of operands, and their values where they are finite. */
function operandsOf(format: Format, list: readonly bigint[], { flushInputs }: ExactMode) {
  const raised =
    (list.some((x) => isSignaling(format, x)) ? RAISED.invalid : 0) |
    (!flushInputs && list.some((x) => isDenormal(format, x)) ? RAISED.denormal : 0);
  const read = (bits: bigint): Fraction | undefined =>
    flushInputs && isDenormal(format, bits) ? { numerator: 0n, denominator: 1n } : fractionOf(format, bits);
  return { raised, values: list.map(read), hasNan: list.some((x) => isNan(format, x)) };
}

const isZero = (x: Fraction | undefined): boolean => x?.numerator === 0n;

/** Of a * b + c. */
export function ofMultiplyAdd(format: Format, [a, b, c]: readonly [bigint, bigint, bigint], mode: ExactMode): number {
  const { raised, values, hasNan } = operandsOf(format, [a, b, c], mode);
  if (hasNan) return raised;
  const [x, y, z] = values;
  const isZeroTimesInfinity = (!x && isZero(y)) || (!y && isZero(x));
  const productIsInfinite = !x || !y;
  const differ = (isNegative(format, a) !== isNegative(format, b)) !== isNegative(format, c);
  if (isZeroTimesInfinity || (productIsInfinite && isInfinite(format, c) && differ)) return raised | RAISED.invalid;
  if (!x || !y || !z) return raised;
  return raised | ofValue(format, sum(product(x, y), z), mode);
}

export function ofProduct(format: Format, [a, b]: readonly [bigint, bigint], mode: ExactMode): number {
  const { raised, values, hasNan } = operandsOf(format, [a, b], mode);
  const [x, y] = values;
  if (hasNan) return raised;
  if ((!x && isZero(y)) || (!y && isZero(x))) return raised | RAISED.invalid;
  return x && y ? raised | ofValue(format, product(x, y), mode) : raised;
}

export function ofSum(format: Format, [a, b]: readonly [bigint, bigint], mode: ExactMode): number {
  const { raised, values, hasNan } = operandsOf(format, [a, b], mode);
  const [x, y] = values;
  if (hasNan) return raised;
  if (!x && !y) return raised | (isNegative(format, a) === isNegative(format, b) ? 0 : RAISED.invalid);
  return x && y ? raised | ofValue(format, sum(x, y), mode) : raised;
}

export function ofQuotient(format: Format, [a, b]: readonly [bigint, bigint], mode: ExactMode): number {
  const { raised, values, hasNan } = operandsOf(format, [a, b], mode);
  const [x, y] = values;
  if (hasNan) return raised;
  if ((!x && !y) || (isZero(x) && isZero(y))) return raised | RAISED.invalid;
  if (!x || !y) return raised;
  return raised | (isZero(y) ? RAISED.divideByZero : ofValue(format, quotient(x, y), mode));
}

const isSquare = (value: bigint): boolean => {
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1);
  for (let next = (root + value / root) >> 1n; next < root; next = (root + value / root) >> 1n) root = next;
  return root * root === value;
};

/** Of a square root: neither large nor small, so that it is at most inexact. */
export function ofRoot(format: Format, bits: bigint, mode: ExactMode): number {
  const { raised, values, hasNan } = operandsOf(format, [bits], mode);
  const [x] = values;
  if (hasNan) return raised;
  if (isNegative(format, bits) && !isZero(x)) return raised | RAISED.invalid;
  if (!x || isZero(x)) return raised;
  if (!isSquare(x.numerator * x.denominator)) return raised | RAISED.inexact;
  // The root of a square has at most half of its digits.
  return raised;
}

export function ofConversion(from: Format, to: Format, bits: bigint, mode: ExactMode, toMode = mode): number {
  const { raised, values } = operandsOf(from, [bits], mode);
  return values[0] ? raised | ofValue(to, values[0], toMode) : raised;
}

/** Of a conversion to an integer, truncated. */
export function ofTruncation(format: Format, bits: bigint, limits: readonly [bigint, bigint], mode: ExactMode): number {
  const { raised, values } = operandsOf(format, [bits], mode);
  const [x] = values;
  if (!x) return raised | RAISED.invalid;
  const whole = x.numerator / x.denominator;
  if (whole < limits[0] || whole > limits[1]) return raised | RAISED.invalid;
  return raised | (x.numerator % x.denominator === 0n ? 0 : RAISED.inexact);
}

export { FORMATS };
