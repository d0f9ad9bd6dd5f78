// Effective addresses of SMRD as expression trees.
// Source: "Southern Islands Series ISA", chapter "Scalar Memory Reads".

import type { BufferAccess } from '../common/addressing/buffer.js';
import { bufferDwordsAt, dwordAligned, dwords } from '../common/addressing/scalar.js';
import { type Destination, type Ex, flag, ops, select, u32 } from '../language/expr.js';

const { add64, and, not, shl, zext64 } = ops;

/** The byte offset: an immediate counts dwords, a register bytes. The two lowest bits of an offset do not count. */
const byteOffset = (OFFSET: Destination): Ex<'u32'> =>
  and(select(flag('imm'), shl(OFFSET.u32, u32(2)), OFFSET.u32), not(u32(3)));

/** Addresses of the dwords of an s_load: base and offset are each aligned to dwords. */
export const scalarAddresses = (SBASE: Destination, OFFSET: Destination, count: number): readonly Ex<'u64'>[] =>
  dwords(add64(dwordAligned(SBASE.u64), zext64(byteOffset(OFFSET))), count);

/** The dwords of an s_buffer_load. */
export const scalarBufferDwords = (SBASE: Destination, OFFSET: Destination, count: number): readonly BufferAccess[] =>
  bufferDwordsAt(SBASE, zext64(byteOffset(OFFSET)), count);
