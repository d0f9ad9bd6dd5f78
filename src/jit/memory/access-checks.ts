// Checks at the head of access functions: parameter 0 is the address or the offset in LDS, parameter 1 the high word of
// the address or the wavefront's slot.

import type { AddressSpace } from '../../emulator/address-space.js';
import { LDS_BASE, LDS_LIMIT } from '../../emulator/state.js';
import type { FunctionBuilder, Local } from '../wasm/function-builder.js';
import { largeOffset, pushIsHigh, pushPermission } from './address-window.js';
import { pushSum } from './gpu-place.js';

/** Code of an access for the host: its size in bytes and the permission that it needs. */
export const accessKind = (bytes: number, permission: number): number => bytes * 4 + permission;

/**
 * Pushes whether the pages of the first and the last byte have a permission and the high word is that of GPU memory.
 *
 * @returns the offset in GPU memory
 */
export function pushAllowed(b: FunctionBuilder, space: AddressSpace, bytes: number, permission: number): Local {
  const [low, high] = [0, 1];
  const offset = space.isLarge ? largeOffset(b, space, low, () => b.get(high)) : low;
  for (const distance of bytes === 1 ? [0] : [0, bytes - 1]) {
    // Golden code has the addition of 0.
    if (space.isLarge) pushSum(b, offset, distance);
    else b.get(low).i32(distance).op('i32.add');
    pushPermission(b, space);
  }
  if (bytes > 1) b.op('i32.and');
  b.i32(permission).op('i32.and').i32(permission).op('i32.eq').get(high);
  pushIsHigh(b, space).op('i32.and');
  return offset;
}

/** Pushes whether `bytes` from the offset in parameter 0 on belong to the work-group of the slot in parameter 1. */
export function pushInside(b: FunctionBuilder, bytes: number): void {
  b.get(0).i32(bytes).op('i32.add').get(1).memory('i32.load', LDS_LIMIT).op('i32.le_u');
  b.get(0).i32(-bytes).op('i32.lt_u').op('i32.and');
}
export const pushLds = (b: FunctionBuilder): FunctionBuilder =>
  b.get(0).get(1).memory('i32.load', LDS_BASE).op('i32.add');
