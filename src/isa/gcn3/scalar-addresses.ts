// Addresses of scalar accesses. Sources: "AMD GCN3 ISA" and "AMD Vega ISA", "Scalar Memory Addressing".

import type { BufferAccess } from '../common/addressing/buffer.js';
import { bufferDwordsAt, dwordAligned, dwords } from '../common/addressing/scalar.js';
import { type Destination, type Ex, field, flag, ops, select, u32, u64 } from '../language/expr.js';
import type { RestatedRow, StatedRows } from './family.js';

export type Slots = 'D' | 'SBASE' | 'OFFSET';

const { add64, andB, notB, sext64, shl, shl64, shrS, zext64 } = ops;

/**
 * A number is signed, a register not; with both (`soffset_en`) the number is added. The two lowest bits of neither
 * count.
 * @param unit what a register counts, as a power of two
 */
function byteOffset(OFFSET: Destination, unit = 0): Ex<'u64'> {
  const both = andB(flag('imm'), flag('soffset_en'));
  const isNumber = andB(flag('imm'), notB(flag('soffset_en')));
  const number = sext64(shrS(shl(field('offset'), u32(11)), u32(11)));
  const register = zext64(OFFSET.u32);
  const first = select(isNumber, sext64(OFFSET.u32), unit === 0 ? register : shl64(register, u32(unit)));
  return add64(dwordAligned(first), select(both, dwordAligned(number), u64(0n)));
}

const addresses = (SBASE: Destination, offset: Ex<'u64'>, count: number): readonly Ex<'u64'>[] =>
  dwords(add64(dwordAligned(SBASE.u64), offset), count);

export const memoryAddresses = (SBASE: Destination, OFFSET: Destination, count: number): readonly Ex<'u64'>[] =>
  addresses(SBASE, byteOffset(OFFSET), count);

/** In scratch a register counts 64 bytes: what is a dword to a lane is a line to the wavefront. */
export const scratchAddresses = (SBASE: Destination, OFFSET: Destination, count: number): readonly Ex<'u64'>[] =>
  addresses(SBASE, byteOffset(OFFSET, 6), count);

export const bufferAccesses = (SBASE: Destination, OFFSET: Destination, count: number): readonly BufferAccess[] =>
  bufferDwordsAt(SBASE, byteOffset(OFFSET), count);

export const inDwords = (count: number): string => (count === 1 ? '1 dword' : `${count} dwords`);

/** A row for each number of dwords. */
export const counted = (
  prefix: string,
  counts: readonly number[],
  row: (count: number) => RestatedRow<Slots>,
): StatedRows<Slots> =>
  Object.fromEntries(counts.map((count) => [`${prefix}_${count === 1 ? 'dword' : `dwordx${count}`}`, row(count)]));
