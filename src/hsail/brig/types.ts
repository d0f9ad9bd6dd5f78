// Questions about types, answered from their bits and spellings.

import { spellingOf, TYPE_ARRAY, TYPE_BASE_MASK, TYPE_PACK_MASK, TYPE_PACK_SHIFT, TYPES } from './enums.js';

const PACKED_BYTES = [0, 4, 8, 16] as const;

export const elementOf = (type: number): number => type & ~TYPE_ARRAY;
export const isArray = (type: number): boolean => (type & TYPE_ARRAY) !== 0;
export const isPacked = (type: number): boolean => (type & TYPE_PACK_MASK) !== 0;
/** The type of one part of a packed type. */
export const partOf = (type: number): number => type & TYPE_BASE_MASK;
export const typeName = (type: number): string => spellingOf(TYPES, elementOf(type)) ?? '';
export const isFloat = (type: number): boolean => typeName(type).startsWith('f') && !isPacked(type);

/** The size of a value in memory; 0 for `none`. Handles of images, samplers and signals have 8 bytes. */
export function bytesOf(type: number): number {
  const packing = (type & TYPE_PACK_MASK) >> TYPE_PACK_SHIFT;
  if (packing > 0) return PACKED_BYTES[packing]!;
  const name = typeName(type);
  if (/img$|^samp$|^sig/.test(name)) return 8;
  const bits = Number(/\d+$/.exec(name)?.[0] ?? 0);
  return Math.ceil(bits / 8);
}

/** True if a type code, perhaps of an array, exists. */
export function isType(type: number): boolean {
  const name = spellingOf(TYPES, elementOf(type));
  return name !== undefined && !(isArray(type) && (name === 'none' || name === 'b1'));
}
