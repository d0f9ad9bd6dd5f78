// Packed types: elements of a source, and a destination made of elements (PRM 4.13, 4.14).

import { type Destination, type Ex, ops, type Source, type Stmt, u32 } from '../../language/expr.js';
import { narrowed } from './conversions.js';
import { F16, F32, F64, type FloatKind } from './float-types.js';

export interface PackedType {
  readonly name: string;
  readonly kind: 'u' | 's' | 'f';
  /** Of an element. */
  readonly bits: 8 | 16 | 32 | 64;
  readonly count: number;
}

const packed = (kind: 'u' | 's' | 'f', sizes: readonly (readonly [8 | 16 | 32 | 64, number])[]): PackedType[] =>
  sizes.map(([bits, count]) => ({ name: `${kind}${bits}x${count}`, kind, bits, count }));

const WORDS = [
  [16, 2],
  [16, 4],
  [16, 8],
  [32, 2],
  [32, 4],
  [64, 2],
] as const;
const SIZES = [[8, 4], [8, 8], [8, 16], ...WORDS] as const;

export const PACKED_INTEGERS: readonly PackedType[] = [...packed('u', SIZES), ...packed('s', SIZES)];
export const PACKED_FLOATS: readonly PackedType[] = packed('f', WORDS);
export const PACKED_TYPES: readonly PackedType[] = [...PACKED_INTEGERS, ...PACKED_FLOATS];

export const floatOf = ({ bits }: PackedType): FloatKind => (bits === 16 ? F16 : bits === 32 ? F32 : F64);

/** An element as 64 bits: integers with their sign, numbers as bit patterns. */
export function elementOf(type: PackedType, source: Source, index: number): Ex<'u64'> {
  const { kind, bits } = type;
  const bit = index * bits;
  if (bits === 64) return source.at(bit / 32).u64;
  const word = ops.shrU(source.at(Math.floor(bit / 32)).u32, u32(bit % 32));
  const element = narrowed({ bits, signed: kind === 's' }, word);
  return kind === 's' ? ops.sext64(element) : ops.zext64(element);
}

export const elementsOf = (type: PackedType, source: Source): readonly Ex<'u64'>[] =>
  Array.from({ length: type.count }, (_, index) => elementOf(type, source, index));

/** Writes all elements; of more than 64 bits the low ones count. */
export function writeElements(
  { bits, count }: Pick<PackedType, 'bits' | 'count'>,
  to: Destination,
  elements: readonly Ex<'u64'>[],
): readonly Stmt[] {
  if (bits === 64) return elements.map((element, index) => to.at(2 * index).set(element));
  const perWord = 32 / bits;
  const mask = bits === 32 ? 0xffff_ffff : (1 << bits) - 1;
  return Array.from({ length: count / perWord }, (_, word) => {
    const own = elements.slice(word * perWord, (word + 1) * perWord);
    const placed = own.map((element, index) => {
      const low = ops.and(ops.lo(element), u32(mask));
      return index === 0 ? low : ops.shl(low, u32(index * bits));
    });
    return to.at(word).set(placed.reduce(ops.or));
  });
}
