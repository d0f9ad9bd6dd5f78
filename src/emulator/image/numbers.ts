// Components of texels: bits in memory to 32-bit register values and back.
// Sources: "Southern Islands Series ISA", table "Numeric format"; OpenCL 1.2 section 8.3 (exact conversions).

import { FaultSignal } from '../faults.js';
import { NUM_FORMAT } from './formats.js';

const word = new Uint32Array(1);
const single = new Float32Array(word.buffer);

const CANONICAL_NAN = 0x7fc0_0000;

/** Bits of the nearest single-precision number; every NaN is the canonical one. */
export function floatBits(value: number): number {
  if (Number.isNaN(value)) return CANONICAL_NAN;
  single[0] = value;
  return word[0]!;
}

export function floatOf(bits: number): number {
  word[0] = bits;
  return single[0]!;
}

/** Number formats whose components are integers in registers. */
export const isIntegerFormat = (numFormat: number): boolean =>
  numFormat === NUM_FORMAT.uint || numFormat === NUM_FORMAT.sint || numFormat === NUM_FORMAT.ubint;

/** Register value of a component that is 1. */
export const oneOf = (numFormat: number): number => (isIntegerFormat(numFormat) ? 1 : 0x3f80_0000);

const signed = (bits: number, width: number): number => (bits << (32 - width)) >> (32 - width);
const POWERS: readonly number[] = Array.from({ length: 33 }, (_, width) => 2 ** width);
const largest = (width: number): number => POWERS[width]! - 1;

/**
 * A floating-point number with `exponentBits` and `mantissaBits`, bias 2^(exponentBits-1)-1, `sign` above them or
 * absent.
 */
function smallFloat(bits: number, exponentBits: number, mantissaBits: number, hasSign: boolean): number {
  const mantissa = bits & largest(mantissaBits);
  const exponent = (bits >>> mantissaBits) & largest(exponentBits);
  const sign = hasSign && (bits >>> (mantissaBits + exponentBits)) & 1 ? -1 : 1;
  const bias = largest(exponentBits - 1);
  if (exponent === largest(exponentBits)) return mantissa === 0 ? sign * Infinity : NaN;
  if (exponent === 0) return sign * mantissa * 2 ** (1 - bias - mantissaBits);
  return sign * (1 + mantissa * 2 ** -mantissaBits) * 2 ** (exponent - bias);
}

/** Mantissa bits of the floating-point formats that are narrower than 32 bits; all have 5 exponent bits. */
const MANTISSA_BITS: Readonly<Record<number, number>> = { 16: 10, 11: 6, 10: 5 };
const EXPONENT_BITS = 5;

function decodeFloat(bits: number, width: number): number {
  if (width === 32) return bits >>> 0;
  const mantissaBits = MANTISSA_BITS[width];
  if (mantissaBits === undefined) throw unsupportedNumber(NUM_FORMAT.float, width);
  return floatBits(smallFloat(bits, EXPONENT_BITS, mantissaBits, width === 16));
}

/** Rounds to nearest even at a binary place: exact, because multiplying by a power of two is. */
function roundAt(value: number, unit: number): number {
  const scaled = value / unit;
  const below = Math.floor(scaled);
  const rest = scaled - below;
  const up = rest > 0.5 || (rest === 0.5 && below % 2 !== 0);
  return up ? below + 1 : below;
}

/** The nearest narrow floating-point number; too large ones become infinity, negative ones 0 where there is no sign. */
function encodeFloat(bits: number, width: number): number {
  if (width === 32) return bits >>> 0;
  const mantissaBits = MANTISSA_BITS[width];
  if (mantissaBits === undefined) throw unsupportedNumber(NUM_FORMAT.float, width);
  const value = floatOf(bits);
  const infinity = largest(EXPONENT_BITS) << mantissaBits;
  const negative = bits >>> 31 === 1;
  const sign = negative && width === 16 ? 0x8000 : 0;
  if (Number.isNaN(value)) return sign | infinity | (1 << (mantissaBits - 1));
  if (negative && width !== 16) return 0;
  const magnitude = Math.abs(value);
  if (magnitude === Infinity) return sign | infinity;
  const bias = largest(EXPONENT_BITS - 1);
  const exponent = Math.max(magnitude === 0 ? -bias : Math.floor(Math.log2(magnitude)), 1 - bias);
  const mantissa = roundAt(magnitude, 2 ** (exponent - mantissaBits));
  // A carry out of the mantissa moves into the exponent by itself, up to infinity.
  const encoded = ((exponent + bias - 1) << mantissaBits) + mantissa;
  return sign | Math.min(encoded, infinity);
}

const srgbToLinear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

/**
 * A component's register value.
 *
 * @param bits the component, zero-extended
 * @param width its number of bits
 * @param alpha whether it is the fourth component, which sRGB leaves linear
 */
export function decodeComponent(bits: number, width: number, numFormat: number, alpha: boolean): number {
  const half = POWERS[width - 1]!;
  switch (numFormat) {
    case NUM_FORMAT.unorm:
      return floatBits(bits / largest(width));
    case NUM_FORMAT.snorm:
      return floatBits(Math.max(signed(bits, width) / (half - 1 || 1), -1));
    case NUM_FORMAT.uscaled:
      return floatBits(bits);
    case NUM_FORMAT.sscaled:
      return floatBits(signed(bits, width));
    case NUM_FORMAT.uint:
      return bits >>> 0;
    case NUM_FORMAT.sint:
      return signed(bits, width) >>> 0;
    case NUM_FORMAT.snormOgl:
      return floatBits((2 * signed(bits, width) + 1) / largest(width));
    case NUM_FORMAT.float:
      return decodeFloat(bits, width);
    case NUM_FORMAT.srgb:
      return floatBits(alpha ? bits / largest(width) : srgbToLinear(bits / largest(width)));
    case NUM_FORMAT.ubnorm:
      return floatBits(Math.max((bits - half) / (half - 1 || 1), -1));
    case NUM_FORMAT.ubnormOgl:
      return floatBits((2 * bits - largest(width)) / largest(width));
    case NUM_FORMAT.ubint:
      return (bits - half) >>> 0;
    case NUM_FORMAT.ubscaled:
      return floatBits(bits - half);
    default:
      throw unsupportedNumber(numFormat, width);
  }
}

/** Widest components whose conversions are kept in tables. */
const TABLE_WIDTH = 16;
const tables = new Map<number, Uint32Array>();

/**
 * Register values of all components of a format by their bits, or undefined when the components are too wide for a
 * table. Made at the first use. The arguments are those of decodeComponent.
 */
export function decodeTable(width: number, numFormat: number, alpha: boolean): Uint32Array | undefined {
  if (width > TABLE_WIDTH) return undefined;
  const key = (numFormat * 64 + width) * 2 + (alpha ? 1 : 0);
  let table = tables.get(key);
  if (!table) {
    table = Uint32Array.from({ length: 2 ** width }, (_, bits) => decodeComponent(bits, width, numFormat, alpha));
    tables.set(key, table);
  }
  return table;
}

/** Adding and taking away this number rounds a double of up to 51 bits to the nearest integer, ties to even. */
const ROUNDER = 1.5 * 2 ** 52;

/**
 * Scales a float to an integer range, as OpenCL 1.2 section 8.3.1 writes it: a product in single precision, rounded to
 * even. NaN gives 0, what lies outside is clamped.
 */
function quantize(bits: number, scale: number, low: number, high: number): number {
  const value = floatOf(bits);
  if (Number.isNaN(value)) return 0;
  return Math.min(Math.max(Math.fround(value * scale), low), high) + ROUNDER - ROUNDER;
}

const lowBits = (width: number, value: number): number => (width === 32 ? value >>> 0 : value & largest(width));

/** The bits of a component for a register value; integers saturate to the component's range. */
export function encodeComponent(value: number, width: number, numFormat: number): number {
  const half = POWERS[width - 1]!;
  const mask = largest(width);
  switch (numFormat) {
    case NUM_FORMAT.unorm:
      return quantize(value, mask, 0, mask);
    case NUM_FORMAT.snorm:
      return lowBits(width, quantize(value, half - 1, 1 - half, half - 1));
    case NUM_FORMAT.uscaled:
      return quantize(value, 1, 0, mask);
    case NUM_FORMAT.sscaled:
      return lowBits(width, quantize(value, 1, -half, half - 1));
    case NUM_FORMAT.uint:
      return Math.min(value >>> 0, mask);
    case NUM_FORMAT.sint:
      return lowBits(width, Math.min(Math.max(value | 0, -half), half - 1));
    case NUM_FORMAT.float:
      return encodeFloat(value, width);
    default:
      throw unsupportedNumber(numFormat, width);
  }
}

const NUMBER_NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries(NUM_FORMAT).map(([name, code]) => [code, name]),
);

function unsupportedNumber(numFormat: number, width: number): FaultSignal {
  const name = NUMBER_NAMES.get(numFormat) ?? `number format ${numFormat}`;
  return new FaultSignal('unsupported', `components of ${width} bits cannot be converted as ${name}`);
}
