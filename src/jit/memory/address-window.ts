// The check that an address lies in GPU memory, and the only definition of its bounds in compiled code. The low word of
// an address is the offset in memory.

import type { AddressSpace } from '../../emulator/address-space.js';
import type { FunctionBuilder } from '../wasm/function-builder.js';

/** Takes the high word of an address from the stack, and pushes whether it is that of GPU memory. */
export function pushIsHigh(b: FunctionBuilder, { highWord }: AddressSpace): FunctionBuilder {
  return highWord === 0 ? b.op('i32.eqz') : b.i32(highWord).op('i32.eq');
}

/** Takes an address from the stack, and pushes whether it lies in GPU memory. */
export function pushIsInside(b: FunctionBuilder, { base }: AddressSpace): FunctionBuilder {
  b.i64(32n).op('i64.shr_u');
  return base === 0n ? b.op('i64.eqz') : b.i64(base >> 32n).op('i64.eq');
}

/**
 * Takes an address from the stack, and pushes its distance from the first one of GPU memory, as 64 bits without sign.
 */
export function pushDistance(b: FunctionBuilder, { base }: AddressSpace): FunctionBuilder {
  return base === 0n ? b : b.i64(base).op('i64.sub');
}

/**
 * Takes the high words of four addresses from the stack, and pushes for which lanes they are not those of GPU memory.
 */
export function pushAreOutside(b: FunctionBuilder, { highWord }: AddressSpace): FunctionBuilder {
  return b.words(highWord).simd('i32x4.ne');
}
