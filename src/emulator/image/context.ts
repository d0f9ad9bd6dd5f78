// Interface of a helper (src/isa/helpers.ts) to the wavefront that executes it. The engines implement this once.

import type { Instruction } from '../../isa/instruction.js';
import type { AtomicFn } from '../../isa/language/expr.js';

/**
 * One wavefront during one helper statement.
 *
 * A helper is called once per instruction, not once per lane. It visits the active lanes in ascending order, reads
 * everything it needs of a lane before it writes that lane's registers, and never touches registers of inactive lanes.
 * Addresses are byte addresses of GPU memory, naturally aligned for their width, not range-checked by the helper: an
 * address that the kernel may not access raises the same fault as an ordinary load or store of this lane would.
 */
export interface HelperContext {
  /** Number of lanes of the wavefront. */
  readonly lanes: number;
  /** The EXEC bit of a lane. */
  active(lane: number): boolean;
  /**
   * Value of the statement's `reads[index]` in a lane: u32 as a number, f32 as its bits, b1 as 0 or 1. Helpers declare
   * 64-bit values as two halves. Only called for active lanes, and before the lane's registers are written.
   */
  argument(index: number, lane: number): number;
  /** Scalar register by operand code, unsigned. */
  scalar(index: number): number;
  /** VGPR of a lane, unsigned. */
  vgpr(register: number, lane: number): number;
  setVgpr(register: number, lane: number, value: number): void;
  readU8(address: number): number;
  readU16(address: number): number;
  readU32(address: number): number;
  writeU8(address: number, value: number): void;
  writeU16(address: number, value: number): void;
  writeU32(address: number, value: number): void;
  /** Writes a dword of the work-group's LDS; dropped beyond its allocation. */
  writeLds32(offset: number, value: number): void;
  /** Read-modify-write of a dword; gives the old value, unsigned. `compare` as in the `atomic` statement. */
  atomic32(fn: AtomicFn, address: number, data: number, compare: number): number;
  /** Read-modify-write of 64 bits; gives the old value, unsigned. */
  atomic64(fn: AtomicFn, address: number, data: bigint, compare: bigint): bigint;
}

/** The body of a helper. May throw AtollError UNSUPPORTED when the resource is of a kind that only graphics has. */
export type HelperBody = (instruction: Instruction, context: HelperContext) => void;
