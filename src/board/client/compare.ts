// Compares what two devices have made of a buffer, element by element, by the type of the kernel's argument.

import { changedSpans } from '../differences.js';
import type { ImageShape } from '../protocol.js';
import type { Tolerance } from './tolerance.js';

export interface ComparedElementType {
  readonly bytes: number;
  /** It may be off by the tolerance. */
  readonly real: boolean;
  /** Maximum difference between integers that represent real numbers, unless results are to be exact; absent: 0. */
  readonly steps?: number;
  readonly read: (view: DataView, at: number) => number | bigint;
}

const of = (bytes: number, read: ComparedElementType['read'], real = false): ComparedElementType => ({
  bytes,
  real,
  read,
});
const FLOAT = of(4, (view, at) => view.getFloat32(at, true), true);
/** Its steps are those of its ten bits of fraction. */
const HALF = of(2, (view, at) => halfValue(view.getUint16(at, true)), true);
const ELEMENTS = {
  float: FLOAT,
  half: HALF,
  double: of(8, (view, at) => view.getFloat64(at, true), true),
  char: of(1, (view, at) => view.getInt8(at)),
  uchar: of(1, (view, at) => view.getUint8(at)),
  short: of(2, (view, at) => view.getInt16(at, true)),
  ushort: of(2, (view, at) => view.getUint16(at, true)),
  int: of(4, (view, at) => view.getInt32(at, true)),
  uint: of(4, (view, at) => view.getUint32(at, true)),
  long: of(8, (view, at) => view.getBigInt64(at, true)),
  ulong: of(8, (view, at) => view.getBigUint64(at, true)),
} satisfies Readonly<Record<string, ComparedElementType>>;
const TYPES: Readonly<Record<string, ComparedElementType>> = ELEMENTS;
const ALIASES: Readonly<Record<string, string>> = {
  'unsigned char': 'uchar',
  'unsigned short': 'ushort',
  'unsigned int': 'uint',
  unsigned: 'uint',
  'unsigned long': 'ulong',
};

function halfValue(bits: number): number {
  const [sign, exponent, fraction] = [bits & 0x8000 ? -1 : 1, (bits >> 10) & 31, bits & 0x3ff];
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/**
 * Element type of a pointer; undefined for structures and names that the kernel's source defines. @param typeName
 * `float4*`
 */
export function elementType(typeName: string): ComparedElementType | undefined {
  const bare = typeName
    .replaceAll(/\b(?:const|volatile|restrict|__global|global)\b/g, '')
    .replace(/\*.*$/s, '')
    .trim();
  const scalar = bare.replace(/(?:2|3|4|8|16)$/, '');
  return TYPES[ALIASES[scalar] ?? scalar];
}

/** cl_channel_type: those that stand for real numbers between -1 and 1, and the formats of these. Source: CL/cl.h. */
const NORMALIZED: Readonly<Record<number, ComparedElementType>> = {
  4304: { ...ELEMENTS.char, steps: 1 },
  4305: { ...ELEMENTS.short, steps: 1 },
  4306: { ...ELEMENTS.uchar, steps: 1 },
  4307: { ...ELEMENTS.ushort, steps: 1 },
};
const [HALF_FLOAT, FLOAT_CHANNEL] = [0x10dd, 0x10de];

/** Channel type of an image; where channels share words, like 5-6-5, the bytes are compared. */
export function channelType({ dataType }: ImageShape): ComparedElementType {
  if (dataType === FLOAT_CHANNEL) return FLOAT;
  if (dataType === HALF_FLOAT) return HALF;
  return NORMALIZED[dataType] ?? ELEMENTS.uchar;
}

const view = new DataView(new ArrayBuffer(8));

/** Real numbers by their order: neighbours differ by 1. */
function ordinal(value: number, bytes: number): bigint {
  if (bytes === 8) view.setFloat64(0, value);
  else view.setFloat32(0, value);
  const bits = bytes === 8 ? view.getBigInt64(0) : BigInt(view.getInt32(0));
  const sign = bytes === 8 ? -(1n << 63n) : -(1n << 31n);
  return bits < 0n ? sign - bits : bits;
}

/** Units in the last place between two numbers of a size; 0 for two NaNs, Infinity where one alone is no number. */
export function ulps(a: number, b: number, bytes: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) && Number.isNaN(b) ? 0 : Number.POSITIVE_INFINITY;
  const distance = ordinal(a, bytes) - ordinal(b, bytes);
  const steps = Number(distance < 0n ? -distance : distance);
  return bytes === 2 ? steps / 2 ** 13 : steps;
}

/** Relative above 1, absolute below: what a relative tolerance bounds. */
const apartOf = (a: number, b: number): number =>
  a === b || (Number.isNaN(a) && Number.isNaN(b)) ? 0 : Math.abs(a - b) / Math.max(1, Math.abs(a), Math.abs(b));

function within(apart: number, ulp: number, tolerance: Tolerance): boolean {
  if (ulp === 0) return true;
  if (tolerance.is === 'exact') return false;
  return tolerance.is === 'ulp' ? ulp <= tolerance.most : apart <= tolerance.most;
}

/** True if a word of unknown type is likely a real number: small integers would be tiny ones, negative ones NaNs. */
const looksReal = (value: number): boolean => value === 0 || (Math.abs(value) >= 2 ** -40 && Math.abs(value) < 2 ** 64);

export interface ElementDifference {
  /** Of the element, counted from where the argument points to. */
  readonly index: number;
  readonly values: readonly [here: number | bigint, there: number | bigint];
}

export interface ComparisonResult {
  /** Largest distance of real numbers, those within the tolerance among them: in units of the last place. */
  readonly ulp: number;
  /** The same, relative above 1 and absolute below. */
  readonly apart: number;
  /** The first that is beyond the tolerance. */
  readonly difference: ElementDifference | undefined;
}

/**
 * Compares two copies of a buffer.
 *
 * @param type of its elements; where it is not known words are compared, which may be real numbers
 * @param offset in the buffer, where the argument points to
 */
export function compareBuffers(
  own: Uint8Array,
  remote: Uint8Array,
  type: ComparedElementType | undefined,
  offset: number,
  tolerance: Tolerance,
): ComparisonResult {
  const { bytes, read, steps = 0, real } = type ?? FLOAT;
  const viewOf = (each: Uint8Array): DataView => new DataView(each.buffer, each.byteOffset, each.byteLength);
  const [a, b] = [viewOf(own), viewOf(remote)];
  let [ulp, apart] = [0, 0];
  for (const { start, end } of changedSpans(own, remote)) {
    // From the element that the span begins in; what is behind the last whole one has no type.
    const first = offset + Math.floor((start - offset) / bytes) * bytes;
    for (let at = Math.max(first, offset % bytes); at < end; at += bytes) {
      if (at + bytes > own.length) break;
      const [value, other] = [read(a, at), read(b, at)];
      if (value === other) continue;
      if (real && (type || (looksReal(value as number) && looksReal(other as number)))) {
        const [distance, far] = [
          ulps(value as number, other as number, bytes),
          apartOf(value as number, other as number),
        ];
        if (distance > ulp && Number.isFinite(distance)) ulp = distance;
        if (far > apart && Number.isFinite(far)) apart = far;
        if (within(far, distance, tolerance)) continue;
      } else if (type ? isNear(value, other, steps, tolerance) : a.getUint32(at) === b.getUint32(at)) continue;
      const values = type ? ([value, other] as const) : ([a.getUint32(at, true), b.getUint32(at, true)] as const);
      return { ulp, apart, difference: { index: (at - offset) / bytes, values } };
    }
  }
  return { ulp, apart, difference: undefined };
}

const isNear = (a: number | bigint, b: number | bigint, steps: number, tolerance: Tolerance): boolean =>
  steps > 0 && tolerance.is !== 'exact' && Math.abs(Number(a) - Number(b)) <= steps;
