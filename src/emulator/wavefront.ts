// One wavefront: a handle on its slot in shared memory, and what the scheduler needs to know about it.

import type { Counts } from './counts.js';
import type { GpuFault } from './faults.js';
import type { GridTicket } from './grid-sync.js';
import type { GpuMemory } from './memory.js';
import { slotBase, WORD } from './state.js';
import type { WorkGroup } from './workgroup.js';

const bits = (word: number): number => {
  const pairs = word - ((word >>> 1) & 0x5555_5555);
  const nibbles = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
};

/** Lanes that EXEC switches off. @param u the words of a slot */
export const idleLanes = (u: Uint32Array): number => 64 - bits(u[WORD.exec]!) - bits(u[WORD.exec + 1]!);

/** What a wavefront is doing, as the scheduler sees it. */
export type WavefrontStatus = 'running' | 'barrier' | 'ended' | 'faulted';

/**
 * Handles are made once per slot and reused for every work-group. All architectural state lies in `u` (the slot as
 * words, indices of state.ts WORD; VGPR r of lane l is word 64*r + l).
 */
export class Wavefront {
  /** Byte address of the slot. */
  readonly base: number;
  readonly u: Uint32Array;
  readonly i: Int32Array;
  readonly f: Float32Array;
  readonly memory: GpuMemory;
  /** The work-group that it belongs to; set by the dispatcher. */
  workGroup!: WorkGroup;
  /** Number in the work-group. */
  index: number;
  status: WavefrontStatus = 'ended';
  fault: GpuFault | undefined;
  /** Instructions since the wavefront started. */
  executed = 0;
  /** Set when it goes on after a breakpoint: the instruction at pc does not break again. */
  passBreakpoint = false;
  /**
   * It has passed a barrier of its work-group: where it first waits for memory it stops with `budget`, see
   * barrier-yield.ts.
   */
  givesWay = false;
  /** How often its registers have been changed by other than its instructions. */
  edits = 0;
  /**
   * A barrier of several work-groups that it has come to: until that is open it stands at its own work-group's, too.
   */
  awaits: GridTicket | undefined;
  /** Where engines count; set by the dispatcher. */
  counts!: Counts;

  /**
   * @param slot of the compute unit
   * @param index number in a work-group
   */
  constructor(
    memory: GpuMemory,
    readonly unit: number,
    readonly slot: number,
    index = slot,
  ) {
    this.memory = memory;
    this.base = slotBase(unit, slot);
    this.index = index;
    const buffer = memory.memory.buffer;
    this.u = new Uint32Array(buffer, this.base, WORD.end);
    this.i = new Int32Array(buffer, this.base, WORD.end);
    this.f = new Float32Array(buffer, this.base, WORD.end);
  }

  get pc(): number {
    return this.u[WORD.pc]!;
  }
  set pc(address: number) {
    this.u[WORD.pc] = address;
  }

  /** EXEC as a 64-bit number. */
  get exec(): bigint {
    return (BigInt(this.u[WORD.exec + 1]!) << 32n) | BigInt(this.u[WORD.exec]!);
  }
  set exec(mask: bigint) {
    this.u[WORD.exec] = Number(mask & 0xffff_ffffn);
    this.u[WORD.exec + 1] = Number((mask >> 32n) & 0xffff_ffffn);
  }

  /** Lets the others go first, if it has to. @returns whether it had to */
  giveWay(): boolean {
    const { givesWay } = this;
    this.givesWay = false;
    return givesWay;
  }

  vgpr(register: number, lane: number): number {
    return this.u[64 * register + lane]!;
  }

  scalar(index: number): number {
    return this.u[WORD.scalars + index]!;
  }
}
