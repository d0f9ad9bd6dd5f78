// Effective addresses and range checks of SMRD as expression trees.
// Source: "Southern Islands Series ISA", chapter "Scalar Memory Reads".

import { type Destination, type Ex, flag, ops, select, u32, u64 } from '../expr.js';
import { type Access, bufferBase, descriptorField } from './buffer.js';
import { BUFFER_RESOURCE } from './descriptors.js';

const { add64, and, and64, ltU64, mulWideU, ne, not, shl, zext64 } = ops;

/** The byte offset: an immediate counts dwords, a register bytes. The two lowest bits of an offset do not count. */
const byteOffset = (OFFSET: Destination): Ex<'u32'> =>
  and(select(flag('imm'), shl(OFFSET.u32, u32(2)), OFFSET.u32), not(u32(3)));

const plus = (address: Ex<'u64'>, bytes: number): Ex<'u64'> =>
  bytes === 0 ? address : add64(address, u64(BigInt(bytes)));

const dwordAligned = (address: Ex<'u64'>): Ex<'u64'> => and64(address, u64(-4n));

/** Address of dword `index` of an s_load: base and offset are each aligned to dwords. */
export const scalarAddress = (SBASE: Destination, OFFSET: Destination, index: number): Ex<'u64'> =>
  plus(add64(dwordAligned(SBASE.u64), zext64(byteOffset(OFFSET))), 4 * index);

/** Dword `index` of an s_buffer_load. The buffer's size is its records times its stride, or bytes when the stride is 0. */
export function scalarBufferAccess(SBASE: Destination, OFFSET: Destination, index: number): Access {
  const stride = descriptorField(SBASE, BUFFER_RESOURCE.stride);
  const records = descriptorField(SBASE, BUFFER_RESOURCE.numRecords);
  const size = select(ne(stride, u32(0)), mulWideU(records, stride), zext64(records));
  const offset = plus(zext64(byteOffset(OFFSET)), 4 * index);
  return { address: add64(dwordAligned(bufferBase(SBASE)), offset), valid: ltU64(offset, size) };
}
