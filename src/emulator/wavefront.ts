// One wavefront: a handle on its slot in shared memory, and what the scheduler needs to know about it.

import { DEFAULT_ISA } from '../isa/isas.js';
import { required } from '../util/required.js';
import { codeBlock } from './address-space.js';
import type { Counts } from './counts.js';
import type { GpuFault } from './faults.js';
import type { GridTicket } from './grid-sync.js';
import type { LaunchDescriptor } from './launch.js';
import type { GpuMemory } from './memory.js';
import { slotBase, VGPR_WORDS, WORD } from './state.js';
import { launchLayout, layout, type StateLayout } from './state-layout.js';
import type { WorkGroup } from './workgroup.js';

const bits = (word: number): number => {
  const pairs = word - ((word >>> 1) & 0x5555_5555);
  const nibbles = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
};

/** A word of a wavefront's state, for tools: engines read the array. */
export const stateWord = (u: Uint32Array, index: number): number => required(u[index], 'word of the state');

/** Lanes that EXEC switches off. @param u the words of a slot */
export const idleLanes = (u: Uint32Array, { lanes, execWords, exec }: StateLayout): number =>
  lanes - bits(u[exec]!) - (execWords === 2 ? bits(u[exec + 1]!) : 0);

/** State of a wavefront for the scheduler. */
export type WavefrontStatus = 'running' | 'barrier' | 'ended' | 'faulted';

/**
 * Handles are made once per slot and reused for every work-group. All architectural state lies in `u` (the slot as
 * words, indices of state.ts WORD; VGPR r of lane l is word VGPR_WORDS*r + l).
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
  /** Set when it continues after a breakpoint: the instruction at pc does not break again. */
  passBreakpoint = false;
  /**
   * It has passed a barrier of its work-group: where it first waits for memory it stops with `budget`, see
   * barrier-yield.ts.
   */
  givesWay = false;
  /** Number of changes of its registers by others than its instructions. */
  edits = 0;
  /**
   * A barrier of several work-groups that it has come to: until that is open it stands at its own work-group's, too.
   */
  awaits: GridTicket | undefined;
  /** Counts of the engines; set by the dispatcher. */
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
    return codeBlock(this.workGroup.launch.codeAddress) + this.u[WORD.pc]!;
  }
  set pc(address: number) {
    this.u[WORD.pc] = address;
  }

  /** Layout of its registers; before its first launch, that of the default instruction set. */
  get layout(): StateLayout {
    const launch: LaunchDescriptor | undefined = this.workGroup?.launch;
    return launch ? launchLayout(launch) : layout(DEFAULT_ISA);
  }

  /** EXEC as a number of as many bits as there are lanes. */
  get exec(): bigint {
    return this.maskAt(this.layout.exec);
  }
  set exec(mask: bigint) {
    const { exec, execWords } = this.layout;
    for (let word = 0; word < execWords; word++)
      this.u[exec + word] = Number((mask >> BigInt(32 * word)) & 0xffff_ffffn);
  }
  /** A mask of lanes. @param word its first one, an index of the slot */
  maskAt(word: number): bigint {
    const low = BigInt(this.u[word]!);
    return this.layout.execWords === 2 ? (BigInt(this.u[word + 1]!) << 32n) | low : low;
  }

  /** Lets the others go first, if it has to. @returns whether it had to */
  giveWay(): boolean {
    const { givesWay } = this;
    this.givesWay = false;
    return givesWay;
  }

  vgpr(register: number, lane: number): number {
    return this.u[VGPR_WORDS * register + lane]!;
  }

  /** A vector register: a word a lane. */
  row(register: number): Uint32Array {
    const first = VGPR_WORDS * register;
    return this.u.subarray(first, first + this.layout.lanes);
  }

  scalar(index: number): number {
    return this.u[WORD.scalars + index]!;
  }
}
