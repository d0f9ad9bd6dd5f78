// A place in GPU memory, as compiled code names it: an offset of 32 bits, or, in a large address space, a base of 64
// bits and an offset of 32 bits behind it. So loops over chunks count in 32 bits in both.

import type { FunctionBuilder, Local } from '../wasm/function-builder.js';

/** In a large space: an i64, and an i32 that is added without sign. */
export interface LargePlace {
  readonly base: Local;
  readonly behind: Local;
}

/** A local of type i32, in a large space of type i64; or both. */
export type GpuPlace = Local | LargePlace;

const isLarge = (b: FunctionBuilder, place: GpuPlace): boolean =>
  typeof place !== 'number' || b.typeOf(place) === 'i64';

/** Pushes the address operands of an access. */
export function pushPlace(b: FunctionBuilder, place: GpuPlace): FunctionBuilder {
  if (typeof place !== 'number') return b.get(place.base).get(place.behind);
  return isLarge(b, place) ? b.get(place).i32(0) : b.get(place);
}

/** Call just before the operation that makes the access. */
export const accessing = (b: FunctionBuilder, place: GpuPlace): FunctionBuilder => (isLarge(b, place) ? b.far() : b);

/** Pushes an offset and adds a number to it; the result has the offset's type. */
export function pushSum(b: FunctionBuilder, offset: Local, distance: number): FunctionBuilder {
  b.get(offset);
  if (distance === 0) return b;
  return b.typeOf(offset) === 'i64' ? b.i64(BigInt(distance)).op('i64.add') : b.i32(distance).op('i32.add');
}

/** Pushes whether an offset and a distance give another offset. */
export const pushDistanceIs = (b: FunctionBuilder, offset: Local, distance: number, other: Local): FunctionBuilder => {
  const type = b.typeOf(offset) as 'i32' | 'i64';
  if (type === 'i64') b.get(offset).i64(BigInt(distance));
  else b.get(offset).i32(distance);
  return b.op(`${type}.add`).get(other).op(`${type}.eq`);
};
