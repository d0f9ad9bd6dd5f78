// Addresses and range checks of scalar memory reads as expression trees.
// Source: "Southern Islands Series ISA", chapter "Scalar Memory Reads".

import { type Destination, type Ex, ops, select, u32, u64 } from '../../language/expr.js';
import { BUFFER_RESOURCE } from '../descriptors/buffer.js';
import { type BufferAccess, bufferBase, descriptorField } from './buffer.js';

const { add64, and64, ltU64, mulWideU, ne, zext64 } = ops;

export const dwordAligned = (address: Ex<'u64'>): Ex<'u64'> => and64(address, u64(-4n));

/** `count` numbers that follow `first` in steps of a dword. */
export const dwords = (first: Ex<'u64'>, count: number): readonly Ex<'u64'>[] =>
  Array.from({ length: count }, (_, i) => (i === 0 ? first : add64(first, u64(BigInt(4 * i)))));

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
