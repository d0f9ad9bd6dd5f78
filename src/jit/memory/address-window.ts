// The check that an address lies in GPU memory, and the only definition of its bounds in compiled code. In a small
// space the low word of an address is the offset in memory; in a large one offsets have 64 bits.

import { type AddressSpace, codeBlock } from '../../emulator/address-space.js';
import { PAGE_BITS } from '../../emulator/memory.js';
import { pageCountOf, pageTableOf } from '../../emulator/state.js';
import type { FunctionBuilder, Local } from '../wasm/function-builder.js';
import type { WasmType } from '../wasm/opcodes.js';

/** Type of offsets in GPU memory. */
export const offsetType = ({ isLarge }: AddressSpace): WasmType & ('i32' | 'i64') => (isLarge ? 'i64' : 'i32');

/** Takes the high word of an address from the stack, and pushes whether it is that of GPU memory. */
export function pushIsHigh(b: FunctionBuilder, { highWord, highMask, isLarge }: AddressSpace): FunctionBuilder {
  if (isLarge) b.i32(~highMask).op('i32.and');
  return highWord === 0 ? b.op('i32.eqz') : b.i32(highWord).op('i32.eq');
}

function pushIsBegin(b: FunctionBuilder, base: bigint, bits: number): FunctionBuilder {
  b.i64(BigInt(bits)).op('i64.shr_u');
  return base === 0n ? b.op('i64.eqz') : b.i64(base >> BigInt(bits)).op('i64.eq');
}

/** Takes an address from the stack, and pushes whether it lies in GPU memory. */
export const pushIsInside = (b: FunctionBuilder, { base, size }: AddressSpace): FunctionBuilder =>
  pushIsBegin(b, base, Math.log2(size));

/** The same for a branch of a kernel with an instruction at some offset. */
export const pushIsCode = (b: FunctionBuilder, { base }: AddressSpace, pc: number): FunctionBuilder =>
  pushIsBegin(b, base + BigInt(codeBlock(pc)), 32);

/**
 * Takes an address from the stack, and pushes its distance from the first one of GPU memory, as 64 bits without sign.
 */
export function pushDistance(b: FunctionBuilder, { base }: AddressSpace): FunctionBuilder {
  return base === 0n ? b : b.i64(base).op('i64.sub');
}

/** Takes an address in GPU memory from the stack, and pushes its offset. */
export const pushOffset = (b: FunctionBuilder, space: AddressSpace): FunctionBuilder =>
  space.isLarge ? pushDistance(b, space) : b.op('i32.wrap_i64');

/**
 * Takes the high words of four addresses from the stack, and pushes for which lanes they are not those of GPU memory.
 */
export function pushAreOutside(b: FunctionBuilder, { highWord, highMask, isLarge }: AddressSpace): FunctionBuilder {
  if (isLarge) b.words(~highMask).simd('v128.and');
  return b.words(highWord).simd('i32x4.ne');
}

/** Takes an offset from the stack, and pushes the permission of its page; of any page for one outside of the space. */
export function pushPermission(b: FunctionBuilder, space: AddressSpace): FunctionBuilder {
  if (space.isLarge) {
    b.i64(BigInt(PAGE_BITS)).op('i64.shr_u').op('i32.wrap_i64');
    b.i32(pageCountOf(space) - 1).op('i32.and');
  } else b.i32(PAGE_BITS).op('i32.shr_u');
  return b.memory('i32.load8_u', pageTableOf(space));
}

/**
 * Sets a new i64 to the offset of an address in a large space. @param low word of the address @param pushHigh pushes
 * the high word
 */
export function largeOffset(b: FunctionBuilder, { highMask }: AddressSpace, low: Local, pushHigh: () => void): Local {
  const offset = b.local('i64');
  pushHigh();
  b.i32(highMask).op('i32.and').op('i64.extend_i32_u').i64(32n).op('i64.shl');
  b.get(low).op('i64.extend_i32_u').op('i64.or').set(offset);
  return offset;
}
