// Effective addresses and range checks of SMRD as expression trees.
// Source: "Southern Islands Series ISA", chapter "Scalar Memory Reads".

import { BUFFER_RESOURCE } from '../../common/descriptors/buffer.js';
import { type Destination, type Ex, flag, ops, select, u32, u64 } from '../../language/expr.js';
import { type BufferAccess, bufferBase, descriptorField } from './buffer.js';

const { add64, and, and64, ltU64, mulWideU, ne, not, shl, zext64 } = ops;

/** The byte offset: an immediate counts dwords, a register bytes. The two lowest bits of an offset do not count. */
const byteOffset = (OFFSET: Destination): Ex<'u32'> =>
  and(select(flag('imm'), shl(OFFSET.u32, u32(2)), OFFSET.u32), not(u32(3)));

export const dwordAligned = (address: Ex<'u64'>): Ex<'u64'> => and64(address, u64(-4n));

/** `count` numbers that follow `first` in steps of a dword. */
export const dwords = (first: Ex<'u64'>, count: number): readonly Ex<'u64'>[] =>
  Array.from({ length: count }, (_, i) => (i === 0 ? first : add64(first, u64(BigInt(4 * i)))));

/** Addresses of the dwords of an s_load: base and offset are each aligned to dwords. */
export const scalarAddresses = (SBASE: Destination, OFFSET: Destination, count: number): readonly Ex<'u64'>[] =>
  dwords(add64(dwordAligned(SBASE.u64), zext64(byteOffset(OFFSET))), count);

/** The dwords of an s_buffer_load. */
export const scalarBufferDwords = (SBASE: Destination, OFFSET: Destination, count: number): readonly BufferAccess[] =>
  bufferDwordsAt(SBASE, zext64(byteOffset(OFFSET)), count);

/**
 * Dwords of a buffer. Its size is its records times its stride, or bytes when the stride is 0. @param offset aligned,
 * in bytes
 */
export function bufferDwordsAt(SBASE: Destination, offset: Ex<'u64'>, count: number): readonly BufferAccess[] {
  const stride = descriptorField(SBASE, BUFFER_RESOURCE.stride);
  const records = descriptorField(SBASE, BUFFER_RESOURCE.numRecords);
  const size = select(ne(stride, u32(0)), mulWideU(records, stride), zext64(records));
  const base = dwordAligned(bufferBase(SBASE));
  return dwords(offset, count).map((each) => ({
    address: add64(base, each),
    valid: ltU64(each, size),
  }));
}
