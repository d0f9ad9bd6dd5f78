// Floats of any format as exact fractions, and fractions rounded in a direction: the reference of directed rounding.

export interface Format {
  readonly exponent: number;
  readonly fraction: number;
}

export type Direction = 'up' | 'down' | 'zero';

export const FORMATS = {
  f16: { exponent: 5, fraction: 10 },
  f32: { exponent: 8, fraction: 23 },
  f64: { exponent: 11, fraction: 52 },
} as const satisfies Readonly<Record<string, Format>>;

/** numerator / denominator; the denominator is positive. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

const biasOf = ({ exponent }: Format): number => 2 ** (exponent - 1) - 1;
const signShift = ({ exponent, fraction }: Format): bigint => BigInt(exponent + fraction);

/** The value of a finite number; undefined for infinities and NaN. */
export function fractionOf(format: Format, bits: bigint): Fraction | undefined {
  const { exponent, fraction } = format;
  const power = Number((bits >> BigInt(fraction)) & ((1n << BigInt(exponent)) - 1n));
  if (power === 2 ** exponent - 1) return undefined;
  const rest = bits & ((1n << BigInt(fraction)) - 1n);
  const digits = power === 0 ? rest : rest | (1n << BigInt(fraction));
  const scale = Math.max(power, 1) - biasOf(format) - fraction;
  const signed = bits >> signShift(format) ? -digits : digits;
  return scale >= 0
    ? { numerator: signed << BigInt(scale), denominator: 1n }
    : { numerator: signed, denominator: 1n << BigInt(-scale) };
}

const isAway = (direction: Direction, negative: boolean): boolean => direction === (negative ? 'down' : 'up');

/** The bits of a magnitude in units of the last place, which `isInexact` exceeds. */
function encode(format: Format, digits: bigint, scale: number, away: boolean): bigint {
  const { exponent, fraction } = format;
  const infinity = ((1n << BigInt(exponent)) - 1n) << BigInt(fraction);
  const isNormal = digits >> BigInt(fraction) > 0n;
  const power = isNormal ? BigInt(scale + biasOf(format) + fraction) : 0n;
  const bits = (power << BigInt(fraction)) + (isNormal ? digits - (1n << BigInt(fraction)) : digits);
  if (bits < infinity) return bits;
  return away ? infinity : infinity - 1n;
}

const bitLength = (value: bigint): number => value.toString(2).length;

/**
 * A fraction rounded in a direction. @param rest whether the exact value is a little larger in magnitude
 */
export function rounded(
  format: Format,
  { numerator, denominator }: Fraction,
  direction: Direction,
  rest = false,
): bigint {
  const negative = numerator < 0n;
  const magnitude = negative ? -numerator : numerator;
  const sign = negative ? 1n << signShift(format) : 0n;
  if (magnitude === 0n) return sign;
  const smallest = 1 - biasOf(format) - format.fraction;
  let scale = Math.max(smallest, bitLength(magnitude) - bitLength(denominator) - format.fraction - 1);
  const split = (): readonly [bigint, boolean] => {
    const [top, bottom] =
      scale < 0 ? [magnitude << BigInt(-scale), denominator] : [magnitude, denominator << BigInt(scale)];
    return [top / bottom, top % bottom !== 0n || rest];
  };
  let [digits, isInexact] = split();
  if (digits >> BigInt(format.fraction + 1) > 0n) {
    scale++;
    [digits, isInexact] = split();
  }
  const away = isAway(direction, negative);
  const up = away && isInexact ? digits + 1n : digits;
  return sign | encode(format, up, scale, away);
}

/** The whole part of a square root, and whether there is more. */
function wholeRoot(value: bigint): readonly [bigint, boolean] {
  let root = 1n << BigInt((bitLength(value) + 1) >> 1);
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return [root, root * root !== value];
    root = next;
  }
}

const ROOT_DIGITS = 240n;

/** A root rounded in a direction. */
export function roundedRoot(format: Format, { numerator, denominator }: Fraction, direction: Direction): bigint {
  const scaled = (numerator * denominator) << (2n * ROOT_DIGITS);
  if (scaled === 0n) return 0n;
  const [root, isInexact] = wholeRoot(scaled);
  return rounded(format, { numerator: root, denominator: denominator << ROOT_DIGITS }, direction, isInexact);
}

export const sum = (a: Fraction, b: Fraction): Fraction => ({
  numerator: a.numerator * b.denominator + b.numerator * a.denominator,
  denominator: a.denominator * b.denominator,
});
export const negative = ({ numerator, denominator }: Fraction): Fraction => ({ numerator: -numerator, denominator });
export const product = (a: Fraction, b: Fraction): Fraction => ({
  numerator: a.numerator * b.numerator,
  denominator: a.denominator * b.denominator,
});
export const quotient = (a: Fraction, b: Fraction): Fraction => {
  const sign = b.numerator < 0n ? -1n : 1n;
  return { numerator: sign * a.numerator * b.denominator, denominator: sign * b.numerator * a.denominator };
};
