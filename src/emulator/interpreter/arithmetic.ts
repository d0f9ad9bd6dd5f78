// Integer and bit operations that JavaScript has no operator for, on 32-bit words. Used by generated code.

import { EXACT_NEAREST, F64, fusedMultiplyAdd } from '../../isa/language/softfloat.js';

/** High word of the unsigned 64-bit product. */
export function mulHiU(a: number, b: number): number {
  const al = a & 0xffff;
  const ah = a >>> 16;
  const bl = b & 0xffff;
  const bh = b >>> 16;
  const middle = ah * bl + ((al * bl) >>> 16);
  const cross = al * bh + (middle & 0xffff);
  return (ah * bh + (middle >>> 16) + (cross >>> 16)) | 0;
}

/** High word of the signed 64-bit product. */
export function mulHiS(a: number, b: number): number {
  return (mulHiU(a, b) - (a < 0 ? b : 0) - (b < 0 ? a : 0)) | 0;
}

/** Trailing zeros; 32 for 0. */
export function ctz(a: number): number {
  return a === 0 ? 32 : 31 - Math.clz32(a & -a);
}

export function popcnt(a: number): number {
  const pairs = a - ((a >>> 1) & 0x5555_5555);
  const nibbles = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** The 32 bits in opposite order. */
export function brev(a: number): number {
  let x = ((a >>> 1) & 0x5555_5555) | ((a & 0x5555_5555) << 1);
  x = ((x >>> 2) & 0x3333_3333) | ((x & 0x3333_3333) << 2);
  x = ((x >>> 4) & 0x0f0f_0f0f) | ((x & 0x0f0f_0f0f) << 4);
  x = ((x >>> 8) & 0x00ff_00ff) | ((x & 0x00ff_00ff) << 8);
  return (x >>> 16) | (x << 16);
}

/** Low word of (high:low) << count; counts use six bits. */
export function shl64Lo(low: number, _high: number, count: number): number {
  return (count & 32) !== 0 ? 0 : low << count;
}
export function shl64Hi(low: number, high: number, count: number): number {
  const n = count & 63;
  if (n >= 32) return low << n;
  return n === 0 ? high : (high << n) | (low >>> (32 - n));
}
export function shrU64Lo(low: number, high: number, count: number): number {
  const n = count & 63;
  if (n >= 32) return (high >>> n) | 0;
  return n === 0 ? low : (low >>> n) | (high << (32 - n));
}
export function shrU64Hi(_low: number, high: number, count: number): number {
  return (count & 32) !== 0 ? 0 : (high >>> count) | 0;
}
export function shrS64Lo(low: number, high: number, count: number): number {
  const n = count & 63;
  if (n >= 32) return high >> n;
  return n === 0 ? low : (low >>> n) | (high << (32 - n));
}
export function shrS64Hi(_low: number, high: number, count: number): number {
  return (count & 32) !== 0 ? high >> 31 : high >> count;
}

/** Truncation toward zero with saturation; NaN gives 0. */
export function toUint(x: number): number {
  if (x >= 4294967295) return -1;
  return x > 0 ? x | 0 || (x >>> 0) | 0 : 0;
}
export function toInt(x: number): number {
  if (x >= 2147483647) return 0x7fff_ffff;
  return x <= -2147483648 ? -2147483648 : x | 0;
}

/** Nearest integer, ties to even, sign of zero kept. */
export function rint(x: number): number {
  if (!(Math.abs(x) < 4503599627370496)) return x;
  const magic = x < 0 || Object.is(x, -0) ? -4503599627370496 : 4503599627370496;
  const rounded = x + magic - magic;
  return rounded === 0 ? (magic < 0 ? -0 : 0) : rounded;
}

const MAX_F32 = 3.4028234663852886e38;
const F32_OVERFLOW_TIE = 3.4028235677973366e38;

/**
 * a * b + c rounded once to f32 (nearest even), for f32 operands. The product is exact in f64; the f64 sum is wrong
 * only when it is exactly half-way between two f32 values although the exact sum is not: then its own error decides.
 */
export function fma32(a: number, b: number, c: number): number {
  const product = a * b;
  const sum = product + c;
  const result = Math.fround(sum);
  if (result === sum || Number.isNaN(result)) return result;
  const part = sum - product;
  const error = product - (sum - part) + (c - part);
  if (error === 0 || Number.isNaN(error)) return result;
  if (!Number.isFinite(result)) {
    if (sum === F32_OVERFLOW_TIE && error < 0) return MAX_F32;
    return sum === -F32_OVERFLOW_TIE && error > 0 ? -MAX_F32 : result;
  }
  const other = result + 2 * (sum - result);
  if (Math.fround(other) !== other) return result;
  return error > 0 ? Math.max(result, other) : Math.min(result, other);
}

const SPLITTER = 134217729;
const SAFE_HIGH = 2 ** 900;
const SAFE_LOW = 2 ** -900;

/**
 * a * b + c rounded once to f64 (nearest even), in arithmetic of the host; NaN where that cannot be exact (operands or
 * product near the limits of exponents, and real NaN results: the caller then takes the exact way).
 *
 * S. Boldo, G. Melquiond, "Emulation of a FMA and correctly rounded sums: proved algorithms using rounding to odd"
 * (IEEE Transactions on Computers 57, 2008). Sums cannot underflow, so c and the result may be as small as they like.
 */
export function tryFma64(a: number, b: number, c: number): number {
  const product = a * b;
  const size = Math.abs(product);
  if (!(size < SAFE_HIGH && Math.abs(a) < SAFE_HIGH && Math.abs(b) < SAFE_HIGH && Math.abs(c) < SAFE_HIGH))
    return Number.NaN;
  if (size <= SAFE_LOW) return a === 0 || b === 0 ? product + c : Number.NaN;
  // Dekker: product + low is exact.
  const ta = SPLITTER * a;
  const ah = ta - (ta - a);
  const al = a - ah;
  const tb = SPLITTER * b;
  const bh = tb - (tb - b);
  const bl = b - bh;
  const low = al * bl - (product - ah * bh - al * bh - ah * bl);
  // Knuth, two times: c + low = small + smallRest, product + small = sum + sumRest.
  const small = c + low;
  const smallPart = small - c;
  const smallRest = c - (small - smallPart) + (low - smallPart);
  const sum = product + small;
  const sumPart = sum - product;
  const sumRest = product - (sum - sumPart) + (small - sumPart);
  return sum + sumToOdd(smallRest, sumRest);
}

const scratch = new Float64Array(1);
const scratchWords = new Int32Array(scratch.buffer);

/** x + y; of the two neighbours of a sum that no number equals, the one with an odd significand. */
function sumToOdd(x: number, y: number): number {
  const sum = x + y;
  const part = sum - x;
  const error = x - (sum - part) + (y - part);
  if (error === 0) return sum;
  scratch[0] = sum;
  const low = scratchWords[0]!;
  if ((low & 1) !== 0) return sum;
  if (error > 0 === sum > 0) scratchWords[0] = low | 1;
  else {
    scratchWords[0] = low - 1;
    if (low === 0) scratchWords[1] = scratchWords[1]! - 1;
  }
  return scratch[0];
}

const scratchBits = new BigUint64Array(scratch.buffer);
const bitsOf = (x: number): bigint => {
  scratch[0] = x;
  return scratchBits[0]!;
};

/** a * b + c rounded once to f64 (nearest even), denormals kept; a NaN has any payload. */
export function fma64(a: number, b: number, c: number): number {
  const quick = tryFma64(a, b, c);
  if (!Number.isNaN(quick)) return quick;
  if (!Number.isFinite(a) || !Number.isFinite(b)) return a * b + c;
  if (!Number.isFinite(c)) return c;
  scratchBits[0] = fusedMultiplyAdd(F64, bitsOf(a), bitsOf(b), bitsOf(c), EXACT_NEAREST);
  return scratch[0]!;
}

const HALF_UNITS = Float64Array.from({ length: 31 }, (_, exponent) => 2 ** (Math.max(exponent, 1) - 25));

/** The number that the low 16 bits are in half precision. */
export function fromHalf(bits: number): number {
  const exponent = (bits >>> 10) & 31;
  const fraction = bits & 0x3ff;
  if (exponent === 31 && fraction !== 0) return Number.NaN;
  const size =
    exponent === 31 ? Number.POSITIVE_INFINITY : (exponent === 0 ? fraction : fraction | 0x400) * HALF_UNITS[exponent]!;
  return (bits & 0x8000) !== 0 ? -size : size;
}

/** The f16 nearest to a f32 bit pattern, ties to even; NaN canonical. */
export function halfNearest(bits: number): number {
  return toHalf(bits, true);
}

/** The f16 that a f32 bit pattern is cut to. */
export function halfToZero(bits: number): number {
  return toHalf(bits, false);
}

function toHalf(bits: number, nearest: boolean): number {
  const sign = (bits >>> 16) & 0x8000;
  const size = bits & 0x7fff_ffff;
  if (size > 0x7f80_0000) return 0x7e00;
  if (size === 0x7f80_0000) return sign | 0x7c00;
  // Below the smallest normal half, the significand is shifted to the place of denormals.
  const exponent = (size >>> 23) - 112;
  const significand = (size & 0x7f_ffff) | 0x80_0000;
  const shift = exponent > 0 ? 13 : 14 - exponent;
  if (shift > 25) return sign;
  const quotient = (significand >>> shift) + (exponent > 0 ? (exponent - 1) << 10 : 0);
  const rest = significand & ((1 << shift) - 1);
  const half = 1 << (shift - 1);
  const up = nearest && (rest > half || (rest === half && (quotient & 1) !== 0)) ? 1 : 0;
  if (quotient + up >= 0x7c00) return sign | (nearest ? 0x7c00 : 0x7bff);
  return sign | (quotient + up);
}
