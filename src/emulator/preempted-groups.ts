// Work-groups that have begun and have left their place to others: one that waits for another work-group must not keep
// it from running. What they have in registers, LDS and scratch is put aside, as hardware does it when it preempts a
// queue.

import { allocatedLds, type LaunchDescriptor, type Size3 } from './launch.js';
import type { GpuMemory } from './memory.js';
import { VGPR_WORDS, WORD } from './state.js';
import type { Wavefront } from './wavefront.js';
import { scratchAddressOf, scratchBytesPerWavefront } from './wavefronts.js';
import type { WorkGroup } from './workgroup.js';

/** Wave-instructions of turns. */
export interface Turns {
  /** Of a work-group before any of the launch has left its place. */
  readonly first: number;
  /** Afterwards; more where moving takes longer. */
  readonly later: number;
  readonly perByte: number;
}

export const turnsOf = (first: number): Turns => ({ first, later: 1 << 18, perByte: 2 });
/** One after the other, instructions take some twenty times as long as compiled, and moving as long. */
export const interpretedTurns = (first: number): Turns => ({
  first: Math.min(first, 1 << 20),
  later: 1 << 16,
  perByte: 1 / 8,
});
/** With a probe each instruction takes some thousand times as long, and moving as long as without. */
export const WATCHED_TURNS: Turns = { first: 1 << 18, later: 1 << 13, perByte: 1 / 64 };

/** Bytes of state that a dispatch puts aside. When that is full, those that have begun take turns. */
const MAX_BYTES = 64 << 20;

interface WavefrontState extends Pick<Wavefront, 'status' | 'executed' | 'passBreakpoint' | 'givesWay' | 'awaits'> {
  readonly vgprs: Uint32Array;
  readonly words: Uint32Array;
}

export interface PreemptedGroup {
  readonly number: number;
  readonly id: Size3;
  readonly barriers: number;
  readonly turn: number;
  readonly wavefronts: readonly WavefrontState[];
  readonly lds: Uint8Array;
  readonly scratch: Uint8Array;
}

/** Of one dispatch on one compute unit. */
export class PreemptedGroups {
  private readonly groups: PreemptedGroup[] = [];
  private readonly bytesEach: number;
  private used = 0;
  private stepBudget: number;
  /** Set if the next work-group to get the place is one that has begun before. */
  private begunNext = false;

  constructor(
    private readonly memory: GpuMemory,
    private readonly launch: LaunchDescriptor,
    private readonly unit: number,
    wavefronts: number,
    private readonly turns: Turns,
  ) {
    this.stepBudget = turns.first;
    const each = 4 * (VGPR_WORDS * launch.vgprs + WORD.end - WORD.scalars) + scratchBytesPerWavefront(launch);
    this.bytesEach = wavefronts * each + allocatedLds(launch);
  }

  /** True if any work-group has ever been preempted. */
  get isUsed(): boolean {
    return this.stepBudget < this.turns.first;
  }

  get count(): number {
    return this.groups.length;
  }

  /** All of them. */
  get all(): readonly PreemptedGroup[] {
    return this.groups;
  }

  /** Instructions that the one that is there may still execute before others have their turn. */
  get left(): number {
    return this.stepBudget - this.used;
  }

  /** Another work-group has the place. */
  restart(): void {
    this.used = 0;
  }

  spend(instructions: number): void {
    this.used += instructions;
  }

  /** True if there is room for one more. */
  get hasRoom(): boolean {
    return (this.groups.length + 1) * this.bytesEach <= MAX_BYTES;
  }

  /** True if one can continue. */
  get anyReady(): boolean {
    return this.groups.some((group) => isReady(group));
  }

  /** Puts a work-group aside. */
  park(group: WorkGroup): void {
    const { launch } = this;
    const { number, id, barriers, turn, wavefronts } = group;
    this.groups.push({
      number,
      id,
      barriers,
      turn,
      wavefronts: wavefronts.map(({ u, status, executed, passBreakpoint, givesWay, awaits }) => ({
        status,
        executed,
        passBreakpoint,
        givesWay,
        awaits,
        vgprs: u.slice(0, VGPR_WORDS * launch.vgprs),
        words: u.slice(WORD.scalars, WORD.end),
      })),
      lds: group.lds.slice(0, allocatedLds(launch)),
      scratch: this.scratchOf(group).slice(),
    });
    this.used = 0;
    const { later, perByte } = this.turns;
    this.stepBudget = Math.min(this.stepBudget, Math.max(later, perByte * this.bytesEach));
  }

  /** True if a new work-group is next, where there is one: turns alternate. */
  chooseNew(): boolean {
    this.begunNext = !this.begunNext;
    return this.begunNext;
  }

  /** The one that has waited for longest of those that can continue; nothing where none can. */
  take(): PreemptedGroup | undefined {
    const at = this.groups.findIndex((group) => isReady(group));
    return at < 0 ? undefined : this.groups.splice(at, 1)[0];
  }

  /** Puts it back into a place, which stands for its number already. */
  restore(parked: PreemptedGroup, group: WorkGroup): void {
    group.barriers = parked.barriers;
    group.turn = parked.turn;
    group.lds.set(parked.lds);
    this.scratchOf(group).set(parked.scratch);
    for (const [n, { vgprs, words, ...others }] of parked.wavefronts.entries()) {
      const wavefront = group.wavefronts[n]!;
      wavefront.u.set(vgprs);
      wavefront.u.set(words, WORD.scalars);
      Object.assign(wavefront, others, { fault: undefined });
    }
    this.used = 0;
  }

  private scratchOf({ wavefronts }: WorkGroup): Uint8Array {
    const { launch, unit, memory } = this;
    const start = scratchAddressOf(launch, unit, 0);
    return memory.u8.subarray(start, start + wavefronts.length * scratchBytesPerWavefront(launch));
  }
}

/** True if a wavefront of it can run, or all wait at their barrier. */
const isReady = ({ wavefronts }: PreemptedGroup): boolean =>
  wavefronts.some(({ status, awaits }) => status === 'running' || awaits?.isOpen) ||
  wavefronts.every(({ awaits }) => awaits === undefined);
