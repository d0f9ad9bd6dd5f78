// Selects the next wavefront of the work-groups of a compute unit, and its time slice. The dispatch calls it, and has
// no order of its own.

import { sharesLds } from './barrier-yield.js';
import type { RunOutcomeKind } from './engine.js';
import type { Wavefront } from './wavefront.js';
import type { WorkGroup } from './workgroup.js';

/** Instructions that a wavefront may execute before its neighbours get a turn: a spinning one must not starve them. */
export const SLICE = 1 << 16;

/** Most work-groups have ended long before: one that has not may wait for another one. */
export const SLICE_INSTRUCTIONS = 1 << 24;

export interface Scheduler {
  /** Work-groups that a unit may hold at the same time; it holds fewer where they do not fit. */
  readonly residents: number;
  /**
   * Its order is the one in which `Engine.runGroups` runs whole work-groups, its compiled form, with the same slices.
   * The engine continues from, and leaves behind, `WorkGroup.turn`.
   */
  readonly compiled: boolean;
  /** Set if wavefronts of work-groups that share LDS yield after barriers (barrier-yield.ts). */
  readonly isEven: boolean;
  /** A work-group has begun. */
  restart(group: WorkGroup): void;
  /** All its wavefronts may continue behind a barrier. */
  release(group: WorkGroup): void;
  /**
   * The wavefront whose turn it is, of the work-groups of a unit in the order of their places; undefined when none can
   * run.
   */
  pick(groups: readonly WorkGroup[]): Wavefront | undefined;
  /** Instructions that it may execute. */
  readonly slice: number;
  /**
   * Wave-instructions after which a work-group makes way for others of the launch, where it is alone. Absent: it never
   * does.
   */
  readonly stepBudget?: number;
  /** Receives the outcome of a wavefront's turn. */
  settled(wavefront: Wavefront, outcome: RunOutcomeKind): void;
}

/** @param residents work-groups that a unit may hold at the same time; absent: 1 */
export type MakeScheduler = (residents?: number) => Scheduler;

/**
 * The order of results, not of time: a work-group's wavefronts one after the other, each up to its end, a barrier, the
 * end of a slice or, where it gives way, its first wait for memory. Several work-groups of a unit get their turns
 * alike: the next one when a slice is over or none of the first can run.
 */
class FunctionalScheduler implements Scheduler {
  readonly slice = SLICE;
  readonly compiled: boolean;
  /** The place whose work-group is next. */
  private place = 0;

  constructor(
    readonly residents: number,
    readonly stepBudget: number,
    readonly isEven: boolean,
  ) {
    this.compiled = residents === 1;
  }

  restart(group: WorkGroup): void {
    group.turn = 0;
  }

  release(group: WorkGroup): void {
    group.turn = 0;
    const givesWay = this.isEven && sharesLds(group.launch);
    for (const wavefront of group.wavefronts) wavefront.givesWay = givesWay;
  }

  pick(groups: readonly WorkGroup[]): Wavefront | undefined {
    const { length } = groups;
    for (let step = 0; step < length; step++) {
      const at = (this.place + step) % length;
      const wavefront = nextOf(groups[at]!);
      if (!wavefront) continue;
      this.place = at;
      return wavefront;
    }
    return undefined;
  }

  settled({ workGroup, index }: Wavefront, outcome: RunOutcomeKind): void {
    if (outcome !== 'budget' && outcome !== 'yield') return;
    workGroup.turn = (index + 1) % workGroup.wavefronts.length;
    this.place++;
  }
}

/** The first wavefront that can run, from the one whose turn it is on. */
function nextOf(group: WorkGroup): Wavefront | undefined {
  const { wavefronts } = group;
  for (let step = 0; step < wavefronts.length; step++) {
    const wavefront = wavefronts[(group.turn + step) % wavefronts.length]!;
    if (wavefront.status !== 'running') continue;
    group.turn = wavefront.index;
    return wavefront;
  }
  return undefined;
}

/**
 * @param residents work-groups that a unit holds at the same time; results of programs that depend on no order are the
 * same
 */
export const functionalScheduler = (residents = 1, stepBudget = SLICE_INSTRUCTIONS, isEven = true): Scheduler =>
  new FunctionalScheduler(residents, stepBudget, isEven);
