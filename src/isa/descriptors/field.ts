// Bit fields of resource descriptors: how families state the layout of theirs, and read and write it.

import { memberOf, required } from '../../util/required.js';

/** Bits of a descriptor; a field never crosses a dword. */
export interface DescriptorField {
  readonly dword: number;
  readonly low: number;
  readonly width: number;
}

export const fieldAt = (dword: number, low: number, width: number): DescriptorField => ({ dword, low, width });

/** Reads a field from a descriptor's dwords. */
export function readField(words: ArrayLike<number>, field: DescriptorField): number {
  const word = words[field.dword] ?? 0;
  return field.width === 32 ? word >>> 0 : (word >>> field.low) & ((1 << field.width) - 1);
}

/** Writes a field. Throws RangeError when the value does not fit. */
export function writeField(words: Uint32Array, field: DescriptorField, value: number): void {
  if (!Number.isInteger(value) || value < 0 || value >= 2 ** field.width) {
    throw new RangeError(`${value} does not fit into ${field.width} bits of descriptor dword ${field.dword}`);
  }
  const mask = field.width === 32 ? 0xffff_ffff : ((1 << field.width) - 1) << field.low;
  words[field.dword] =
    (required(words[field.dword], 'dword of the descriptor') & ~mask) | ((value << field.low) & mask);
}

/** Writes several fields, named as in their table. */
export function writeFields<T extends Readonly<Record<string, DescriptorField>>>(
  words: Uint32Array,
  table: T,
  values: { readonly [K in keyof T]?: number },
): void {
  for (const [name, value] of Object.entries(values))
    writeField(words, memberOf(table, name, 'descriptor field'), value as number);
}
