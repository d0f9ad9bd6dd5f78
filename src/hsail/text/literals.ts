// Values of number literals.

interface FloatFormat {
  readonly bytes: number;
  /** Bits of the significand, the hidden one included. */
  readonly precision: number;
  readonly exponentMin: number;
}

const FORMATS: Readonly<Record<string, FloatFormat>> = {
  h: { bytes: 2, precision: 11, exponentMin: -14 },
  f: { bytes: 4, precision: 24, exponentMin: -126 },
  d: { bytes: 8, precision: 53, exponentMin: -1022 },
};
/** Beyond it every value overflows or is 0. */
const MAX_EXPONENT = 5000;

const bitLength = (value: bigint): number => value.toString(2).length;
const scaled = (value: bigint, exponent: number): bigint => (exponent > 0 ? value << BigInt(exponent) : value);

/** The exact value of a literal as a fraction, or undefined beyond all formats. */
function fraction(digits: string): readonly [numerator: bigint, denominator: bigint] | 'huge' {
  const hex = /^0x([\da-f]*)\.?([\da-f]*)p([+-]?\d+)$/i.exec(digits);
  const [, whole = '', part = '', power = '0'] = hex ?? /^(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(digits)!;
  const significand = BigInt(`${hex ? '0x0' : '0'}${whole}${part}`);
  const exponent = Number(power) - (hex ? 4 : 1) * part.length;
  if (significand === 0n || exponent + digits.length * 4 < -MAX_EXPONENT) return [0n, 1n];
  if (exponent > MAX_EXPONENT) return 'huge';
  const factor = (hex ? 2n : 10n) ** BigInt(Math.abs(exponent));
  return exponent < 0 ? [significand, factor] : [significand * factor, 1n];
}

/** The bits of the nearest float, ties to even: the value is rounded once. */
function floatBits(digits: string, { bytes, precision, exponentMin }: FloatFormat): bigint | 'overflow' {
  const exact = fraction(digits);
  if (exact === 'huge') return 'overflow';
  const [numerator, denominator] = exact;
  if (numerator === 0n) return 0n;
  const estimate = bitLength(numerator) - bitLength(denominator);
  const isLess = scaled(numerator, -estimate) < scaled(denominator, estimate);
  const exponent = Math.max(isLess ? estimate - 1 : estimate, exponentMin);
  const unit = exponent - precision + 1;
  const [dividend, divisor] = [scaled(numerator, -unit), scaled(denominator, unit)];
  const rest = 2n * (dividend % divisor);
  const floor = dividend / divisor;
  const rounded = floor + (rest > divisor || (rest === divisor && floor % 2n === 1n) ? 1n : 0n);
  const bits = (BigInt(exponent - exponentMin) << BigInt(precision - 1)) + rounded;
  const infinity = ((1n << BigInt(8 * bytes - precision)) - 1n) << BigInt(precision - 1);
  return bits >= infinity ? 'overflow' : bits;
}

/** The bytes of a float literal by the size its text gives, or undefined for an integer. */
export function floatBytes(text: string, negative: boolean): Uint8Array | 'overflow' | undefined {
  const raw = /^0([hfd])([\da-f]+)$/i.exec(text);
  const isFloat = raw !== null || /^0x.*p|^(?!0x).*[.ehfd]/i.test(text);
  if (!isFloat) return undefined;
  const suffix = raw?.[1] ?? /[hfd]$/i.exec(text)?.[0] ?? 'd';
  const format = FORMATS[suffix.toLowerCase()]!;
  const bits = raw === null ? floatBits(text.replace(/[hfd]$/i, ''), format) : BigInt(`0x${raw[2]!}`);
  if (bits === 'overflow') return bits;
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(bits);
  if (negative) bytes[format.bytes - 1]! ^= 0x80;
  return bytes.subarray(0, format.bytes);
}

/** The value of an integer literal; a leading 0 makes it octal. */
export const integerValue = (text: string): bigint => BigInt(/^0\d/.test(text) ? `0o${text.slice(1)}` : text);

const ESCAPED: Readonly<Record<string, string>> = { a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** Value of a string literal. */
export function stringValue(literal: string): string {
  return literal.slice(1, -1).replaceAll(/\\(x[\da-fA-F]{1,2}|[0-7]{1,3}|[\s\S])/g, (_, code: string) => {
    if (/^x./.test(code)) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8) & 0xff);
    return ESCAPED[code] ?? code;
  });
}
