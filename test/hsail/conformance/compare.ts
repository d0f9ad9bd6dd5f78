// How the conformance suite compares values: by the method that a case names.

import type { CaseExpectation } from './cases.js';

/** Codes of floats, and of packed floats with the code of their parts. */
const FLOAT_TYPES: Readonly<Record<number, number>> = { 8: 2, 9: 4, 10: 8, 30: 2, 31: 2, 32: 4 };
const FORMATS: Readonly<Record<number, { readonly exponent: number; readonly fraction: number }>> = {
  2: { exponent: 5, fraction: 10 },
  4: { exponent: 8, fraction: 23 },
  8: { exponent: 11, fraction: 52 },
};

interface CompareMethod {
  readonly ulps: number | undefined;
  readonly absolute: number | undefined;
  readonly relative: number | undefined;
  /** Steps of 8 bits between standard RGB values. */
  readonly standard: number | undefined;
  readonly flush: boolean;
  readonly minimum: number;
  readonly maximum: number;
}

function methodOf(text: string): CompareMethod {
  const numberOf = (name: string): number | undefined => {
    const match = new RegExp(`${name}=([^,]*)`).exec(text);
    return match ? Number.parseFloat(match[1]!) : undefined;
  };
  const [absolute, relative, standard] = [numberOf('absf'), numberOf('relf'), numberOf('image')];
  const isOther = [absolute, relative, standard].some((each) => each !== undefined);
  const ulps = isOther ? undefined : (numberOf('ulps') ?? 0.5);
  return {
    ulps,
    absolute,
    relative,
    standard,
    flush: text.includes('flushDenorms'),
    minimum: numberOf('minf') ?? Number.NEGATIVE_INFINITY,
    maximum: numberOf('maxf') ?? Number.POSITIVE_INFINITY,
  };
}

function decode(bits: bigint, size: number): number {
  const { exponent, fraction } = FORMATS[size]!;
  const sign = bits >> BigInt(exponent + fraction) ? -1 : 1;
  const power = Number((bits >> BigInt(fraction)) & ((1n << BigInt(exponent)) - 1n));
  const rest = Number(bits & ((1n << BigInt(fraction)) - 1n)) / 2 ** fraction;
  const bias = 2 ** (exponent - 1) - 1;
  if (power === 2 ** exponent - 1) return rest === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return power === 0 ? sign * rest * 2 ** (1 - bias) : sign * (1 + rest) * 2 ** (power - bias);
}

const isTiny = (bits: bigint, size: number): boolean => {
  const { exponent, fraction } = FORMATS[size]!;
  return ((bits >> BigInt(fraction)) & ((1n << BigInt(exponent)) - 1n)) === 0n;
};
const signOf = (bits: bigint, size: number): bigint => bits & (1n << BigInt(8 * size - 1));
const flush = (bits: bigint, size: number): bigint => (isTiny(bits, size) ? signOf(bits, size) : bits);

function ulpDistance(a: bigint, b: bigint, size: number): number {
  if (a !== b && decode(a, size) === 0 && decode(b, size) === 0) return 1;
  return Number(a > b ? a - b : b - a);
}

/** A linear value in standard RGB (PRM 7.1.4.1.2). */
function standardOf(linear: number): number {
  const value = Math.min(Math.max(linear, 0), 1);
  return value < 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
}

function isNear(method: CompareMethod, size: number, a: bigint, b: bigint): boolean {
  if (method.ulps !== undefined) return ulpDistance(a, b, size) <= method.ulps;
  const [x, y] = [decode(a, size), decode(b, size)];
  if (method.standard !== undefined) return 255 * Math.abs(standardOf(x) - standardOf(y)) < method.standard;
  if (method.relative === undefined) return Math.abs(x - y) <= method.absolute!;
  return (x === 0 ? Math.abs(2 * y) : Math.abs((x - y) / x)) <= method.relative;
}

function floatsMatch(method: CompareMethod, size: number, expected: bigint, actual: bigint): boolean {
  const [x, y] = [decode(expected, size), decode(actual, size)];
  if (Number.isNaN(x) || Number.isNaN(y)) {
    const signs = signOf(expected, size) === signOf(actual, size);
    return Number.isNaN(x) && Number.isNaN(y) && (method.absolute === undefined || signs);
  }
  if (!Number.isFinite(x) || !Number.isFinite(y)) return expected === actual;
  if (y < method.minimum || y > method.maximum) return false;
  if (isNear(method, size, expected, actual)) return true;
  return method.flush && isNear(method, size, flush(expected, size), flush(actual, size));
}

const valueAt = (bytes: Uint8Array, at: number, size: number): bigint => {
  let value = 0n;
  for (let index = size - 1; index >= 0; index--) value = (value << 8n) | BigInt(bytes[at + index]!);
  return value;
};

const WHOLE_128 = 29;

/** The suite writes numbers of 128 bits with the upper half first, and reads them from memory with the lower one. */
function expectedBytes({ type, bytes }: CaseExpectation): Uint8Array {
  return type === WHOLE_128 ? bytes.map((_, at) => bytes[at ^ 8]!) : bytes;
}

/** The first difference, or undefined. */
export function firstDifference(expectation: CaseExpectation, actual: Uint8Array): string | undefined {
  const { type, method } = expectation;
  const bytes = expectedBytes(expectation);
  const size = FLOAT_TYPES[type];
  const exact = size !== undefined && type > 10;
  const comparison = methodOf(exact ? 'absf=0' : method);
  for (let at = 0; at < bytes.length; at += size ?? 1) {
    const [a, b] = [valueAt(bytes, at, size ?? 1), valueAt(actual, at, size ?? 1)];
    if (size === undefined ? a === b : floatsMatch(comparison, size, a, b)) continue;
    return `byte ${at}: 0x${b.toString(16)}, not 0x${a.toString(16)}${method === '' ? '' : ` (${method})`}`;
  }
  return undefined;
}
