// Compares what two devices have made of a buffer, element by element, by the type of the kernel's argument.

import { changedSpans } from '../differences.js';
import type { Tolerance } from './tolerance.js';

interface ElementType {
  readonly bytes: number;
  /** It may be off by the tolerance. */
  readonly real: boolean;
  readonly read: (view: DataView, at: number) => number | bigint;
}

const of = (bytes: number, read: ElementType['read'], real = false): ElementType => ({ bytes, real, read });
const FLOAT = of(4, (view, at) => view.getFloat32(at, true), true);
const TYPES: Readonly<Record<string, ElementType>> = {
  float: FLOAT,
  double: of(8, (view, at) => view.getFloat64(at, true), true),
  char: of(1, (view, at) => view.getInt8(at)),
  uchar: of(1, (view, at) => view.getUint8(at)),
  short: of(2, (view, at) => view.getInt16(at, true)),
  ushort: of(2, (view, at) => view.getUint16(at, true)),
  int: of(4, (view, at) => view.getInt32(at, true)),
  uint: of(4, (view, at) => view.getUint32(at, true)),
  long: of(8, (view, at) => view.getBigInt64(at, true)),
  ulong: of(8, (view, at) => view.getBigUint64(at, true)),
};
const ALIASES: Readonly<Record<string, string>> = {
  'unsigned char': 'uchar',
  'unsigned short': 'ushort',
  'unsigned int': 'uint',
  unsigned: 'uint',
  'unsigned long': 'ulong',
};

/** What a pointer points to; undefined for structures and names that the kernel's source has made. @param typeName `float4*` */
export function elementType(typeName: string): ElementType | undefined {
  const bare = typeName
    .replaceAll(/\b(?:const|volatile|restrict|__global|global)\b/g, '')
    .replace(/\*.*$/s, '')
    .trim();
  const scalar = bare.replace(/(?:2|3|4|8|16)$/, '');
  return TYPES[ALIASES[scalar] ?? scalar];
}

const view = new DataView(new ArrayBuffer(8));

/** Real numbers by their order: neighbours differ by 1. */
function ordinal(value: number, bytes: number): bigint {
  if (bytes === 4) view.setFloat32(0, value);
  else view.setFloat64(0, value);
  const bits = bytes === 4 ? BigInt(view.getInt32(0)) : view.getBigInt64(0);
  const sign = bytes === 4 ? -(1n << 31n) : -(1n << 63n);
  return bits < 0n ? sign - bits : bits;
}

/** Units in the last place between two numbers of a size; 0 for two NaNs, Infinity where one alone is no number. */
export function ulps(a: number, b: number, bytes: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) && Number.isNaN(b) ? 0 : Number.POSITIVE_INFINITY;
  const distance = ordinal(a, bytes) - ordinal(b, bytes);
  return Number(distance < 0n ? -distance : distance);
}

function within(a: number, b: number, distance: number, tolerance: Tolerance): boolean {
  if (distance === 0) return true;
  if (tolerance.is === 'exact') return false;
  if (tolerance.is === 'ulp') return distance <= tolerance.most;
  return Math.abs(a - b) <= tolerance.most * Math.max(1, Math.abs(a), Math.abs(b));
}

export interface Difference {
  /** Of the element, counted from where the argument points to. */
  readonly index: number;
  readonly values: readonly [here: number | bigint, there: number | bigint];
}

export interface Compared {
  /** Largest distance of real numbers, those within the tolerance among them. */
  readonly ulp: number;
  /** The first that is beyond the tolerance. */
  readonly difference: Difference | undefined;
}

/**
 * Compares two copies of a buffer.
 *
 * @param typeName of the argument; of what is no number of a known type words are compared, which may be real numbers
 * @param offset in the buffer, where the argument points to
 */
export function compareBuffers(
  here: Uint8Array,
  there: Uint8Array,
  typeName: string,
  offset: number,
  tolerance: Tolerance,
): Compared {
  const type = elementType(typeName);
  const { bytes, real, read } = type ?? { ...FLOAT, real: true };
  const [a, b] = [here, there].map((each) => new DataView(each.buffer, each.byteOffset, each.byteLength));
  let ulp = 0;
  for (const { start, end } of changedSpans(here, there)) {
    // From the element that the span begins in; what is behind the last whole one has no type.
    const first = offset + Math.floor((start - offset) / bytes) * bytes;
    for (let at = Math.max(first, offset % bytes); at < end; at += bytes) {
      if (at + bytes > here.length) break;
      const [mine, other] = [read(a!, at), read(b!, at)];
      if (mine === other) continue;
      const distance = real ? ulps(mine as number, other as number, bytes) : Number.POSITIVE_INFINITY;
      const fits = real && within(mine as number, other as number, distance, tolerance);
      if (real && distance > ulp && Number.isFinite(distance)) ulp = distance;
      if (fits) continue;
      return { ulp, difference: { index: (at - offset) / bytes, values: shown(a!, b!, at, type) ?? [mine, other] } };
    }
  }
  return { ulp, difference: undefined };
}

/** Words of an unknown type as whole numbers. */
const shown = (
  a: DataView,
  b: DataView,
  at: number,
  type: ElementType | undefined,
): readonly [number, number] | undefined => (type ? undefined : [a.getUint32(at, true), b.getUint32(at, true)]);
