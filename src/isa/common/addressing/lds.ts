// Effective addresses and range checks of DS instructions as expression trees.
// Source: "Southern Islands Series ISA", chapter "Data Share Operations". The work-group's allocation is a second limit
// that the engines enforce on every access of the `lds` space: reads beyond it give 0, writes are dropped.

import { bool, type Destination, type Ex, field, M0, ops, select, u32 } from '../../language/expr.js';

const { add, and, andB, leU, ltU, ne, not, notB, or, shl, shrS, shrU, sub } = ops;

/** A place in LDS: byte address, and whether M0 allows it. */
export interface LdsAccess {
  readonly address: Ex<'u32'>;
  readonly valid: Ex<'b1'>;
}

export type LdsBytes = 1 | 2 | 4 | 8;

const align = (address: Ex<'u32'>, bytes: LdsBytes): Ex<'u32'> =>
  bytes === 1 ? address : and(address, not(u32(bytes - 1)));

/** Accesses that a generation allows, apart from the limit of the work-group's allocation. */
export interface LdsLimit {
  /** True if all `bytes` from `address` on may be accessed. */
  allows(address: Ex<'u32'>, bytes: LdsBytes): Ex<'b1'>;
  /**
   * Set if the sum of address register and offset has 32 bits. If not it has 33, and a sum that wraps is out of range.
   * Source: LLVM's AMDGPU back end, which folds offsets into addresses that may be negative from Sea Islands on
   * (`hasUsableDSOffset`).
   */
  readonly wraps: boolean;
  /**
   * Set if loads and stores use unaligned addresses; if not, the low bits are ignored. Atomics are always aligned.
   * Source: LLVM's AMDGPU back end (`FeatureUnalignedDSAccess`, of GFX9 on): for the mode that Linux' driver sets, it
   * reads two shorts by one dword.
   */
  readonly unaligned: boolean;
}

const belowM0 = (address: Ex<'u32'>, bytes: LdsBytes): Ex<'b1'> =>
  andB(leU(u32(bytes), M0.u32), leU(address, sub(M0.u32, u32(bytes))));

/** Southern Islands: M0 is a limit. */
export const limitInM0: LdsLimit = { allows: belowM0, wraps: false, unaligned: false };
/** GCN3: M0 is a limit. */
export const wrappingLimitInM0: LdsLimit = { allows: belowM0, wraps: true, unaligned: false };
/** GFX9: only the allocation is one. */
export const noLimit: LdsLimit = { allows: () => bool(true), wraps: true, unaligned: true };

/** The same for atomics. */
export const alignedLimit = (limit: LdsLimit): LdsLimit => ({ ...limit, unaligned: false });

/** Address register plus a byte offset. */
function displaced(limit: LdsLimit, base: Ex<'u32'>, offset: Ex<'u32'>, bytes: LdsBytes): LdsAccess {
  const sum = add(base, offset);
  const address = limit.unaligned ? sum : align(sum, bytes);
  const allowed = limit.allows(address, bytes);
  return { address, valid: limit.wraps ? allowed : andB(notB(ltU(sum, base)), allowed) };
}

/** One-address forms: ADDR + 16-bit byte offset. @param index of the element, where several follow one another */
export const ldsAccess = (limit: LdsLimit, ADDR: Destination, bytes: LdsBytes, index = 0): LdsAccess =>
  displaced(limit, ADDR.u32, index === 0 ? field('offset') : add(field('offset'), u32(index * bytes)), bytes);

/** Two-address forms: ADDR + offset0 or offset1 in units of the element, or of 64 elements (st64). */
export const ldsPairAccess = (
  limit: LdsLimit,
  ADDR: Destination,
  which: 0 | 1,
  bytes: 4 | 8,
  st64: boolean,
): LdsAccess => displaced(limit, ADDR.u32, shl(field(`offset${which}`), u32(Math.log2(bytes) + (st64 ? 6 : 0))), bytes);

/**
 * ds_append and ds_consume: M0 + 16-bit byte offset. M0 is the counter's byte address here and no limit: so compilers
 * use it (LLVM's `llvm.amdgcn.ds.append` for LDS, on every generation). Of the manual's two halves of M0, base and
 * size, both belong to the global data share.
 */
export function ldsCounterAccess(): LdsAccess {
  const sum = add(M0.u32, field('offset'));
  return { address: align(sum, 4), valid: notB(ltU(sum, M0.u32)) };
}

/**
 * The two places of a src2 form, which combines LDS with LDS. With the highest bit of the offset clear, A is the
 * address register and the other 15 bits are a signed distance in dwords to B; with it set, A is in the low 17 bits of
 * the address register and the distance in its upper 15.
 */
export function ldsPairOfPlaces(
  limit: LdsLimit,
  ADDR: Destination,
  bytes: 4 | 8,
): { readonly a: LdsAccess; readonly b: LdsAccess } {
  const offset = field('offset');
  const inRegister = ne(and(offset, u32(0x8000)), u32(0));
  const a = align(select(inRegister, and(ADDR.u32, u32(0x1ffff)), ADDR.u32), bytes);
  const distance = select(inRegister, shrS(ADDR.u32, u32(17)), shrS(shl(offset, u32(17)), u32(17)));
  const b = align(add(a, shl(distance, u32(2))), bytes);
  return {
    a: { address: a, valid: limit.allows(a, bytes) },
    b: { address: b, valid: limit.allows(b, bytes) },
  };
}

/**
 * The lane that ds_swizzle_b32 reads: a permutation of each four lanes, or and/or/xor masks on the low 5 bits of the
 * lane number within each half of the wavefront.
 */
export function swizzleLane(lane: Ex<'u32'>): Ex<'u32'> {
  const offset = field('offset');
  const part = (low: number): Ex<'u32'> => and(shrU(offset, u32(low)), u32(31));
  const position = shl(and(lane, u32(3)), u32(1));
  const quad = add(and(lane, u32(0x3c)), and(shrU(offset, position), u32(3)));
  const masked = ops.xor(or(and(and(lane, u32(31)), part(0)), part(5)), part(10));
  const half = or(and(lane, u32(32)), masked);
  return select(ne(and(offset, u32(0x8000)), u32(0)), quad, half);
}
