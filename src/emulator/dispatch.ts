// One launch on one compute unit: cuts an NDRange into work-groups and wavefronts and runs them, a slice of time at a
// call. Which one is next its scheduler says.

import { Counts } from './counts.js';
import type { GroupCursor } from './cursor.js';
import { describeGroups } from './describe.js';
import type { Engine } from './engine.js';
import type { GpuFault } from './faults.js';
import type { GroupBatch } from './group-batch.js';
import { type GroupShape, groupShape } from './group-shape.js';
import { GroupSupply } from './group-supply.js';
import { allocatedLds, groupBoxes, type LaunchDescriptor } from './launch.js';
import type { Assignment, NativeWorkReport } from './native-work.js';
import { interpretedTurns, type PreemptedGroup, PreemptedGroups, turnsOf, WATCHED_TURNS } from './preempted-groups.js';
import { type Probe, watchesGroups } from './probes.js';
import { type SavedGroup, savePreempted, saveResident } from './saved-groups.js';
import type { Scheduler } from './scheduler.js';
import type { Wavefront } from './wavefront.js';
import type { ComputeUnit, WorkGroup } from './workgroup.js';

/**
 * Why `Dispatch.run` returned: `done` no work-group is left for this unit; `budget` call again; `breakpoint` call again
 * after handling; `fault` see `fault`, the dispatch is over; `cancelled` the cursor was stopped.
 */
export type DispatchOutcome = 'done' | 'budget' | 'breakpoint' | 'fault' | 'cancelled';

/** Instructions between two questions whether a work-group waits for others. */
const WAIT_CHECK_INSTRUCTIONS = 1 << 10;

export class Dispatch {
  readonly counts: Counts;
  /** Set after outcome `fault`. */
  fault: GpuFault | undefined;
  /** The wavefront that stopped at a breakpoint or with a fault, until `run` is called again. */
  stoppedAt: Wavefront | undefined;

  /** Places of work-groups, and the resident ones in the order of their places. */
  private readonly places: readonly WorkGroup[];
  private resident: readonly WorkGroup[] = [];
  private readonly supply: GroupSupply;
  /**
   * Those of whole work-groups, and of the last ones where these have fewer work-items; the one of the latest or next
   * work-group.
   */
  private readonly shapes: readonly GroupShape[];
  private shape: GroupShape;
  /** True if the engine can run work-groups without observation. */
  readonly runsGroups: boolean;
  /** True if the engine's own loop over work-groups is tried next. */
  private byGroups: boolean;
  /** Work-groups that have made way for others; absent where a probe sees one after the other only. */
  private readonly parked: PreemptedGroups | undefined;

  constructor(
    private readonly unit: ComputeUnit,
    private readonly engine: Engine,
    readonly launch: LaunchDescriptor,
    private readonly cursor: GroupCursor,
    private readonly scheduler: Scheduler,
    private readonly probe: Probe | undefined,
  ) {
    this.counts = new Counts(engine.preparation !== undefined);
    this.places = unit.placesFor(launch, scheduler.residents);
    for (const { slots } of this.places) for (const wavefront of slots) wavefront.counts = this.counts;
    const boxes = groupBoxes(launch);
    this.shapes = boxes.map((box) => groupShape(box, { unit, launch, counts: this.counts, isEven: scheduler.isEven }));
    this.shape = this.shapes[0]!;
    this.supply = new GroupSupply(launch, cursor, boxes);
    const sums = probe?.sums !== undefined && !watchesGroups(probe);
    const hidden = probe === undefined || sums || engine.unobserved !== undefined;
    this.runsGroups = hidden && engine.runGroups !== undefined && scheduler.compiled;
    this.byGroups = this.runsGroups;
    const { stepBudget } = scheduler;
    const mayMove = probe === undefined || probe.onWorkGroupParked !== undefined;
    if (mayMove && scheduler.residents === 1 && cursor.total > 1 && stepBudget !== undefined) {
      const turns = probe ? WATCHED_TURNS : (engine.runGroups ? turnsOf : interpretedTurns)(stepBudget);
      this.parked = new PreemptedGroups(unit.memory, launch, unit.unit, this.shape.wavefronts, turns);
    }
  }

  /** The shape of the next work-group. */
  private chooseShape(): void {
    this.shape = this.shapes[this.supply.box]!;
  }

  /**
   * Continues for about `budget` wave-instructions.
   *
   * A launch that never ends keeps returning 'budget': time limits are the caller's.
   */
  run(budget = Number.POSITIVE_INFINITY): DispatchOutcome {
    if (this.fault) return 'fault';
    this.stoppedAt = undefined;
    try {
      return this.runFor(budget);
    } finally {
      this.engine.pause?.();
    }
  }

  private runFor(budget: number): DispatchOutcome {
    const { scheduler } = this;
    let left = budget;
    while (left > 0) {
      if (this.cursor.stopped) return 'cancelled';
      this.retire();
      if (this.resident.length === 0 && !this.supply.refill() && !this.resume()) return this.outcomeWithoutGroups;
      if (this.resident.length === 0 && this.supply.any && this.unobserved(this.supply.number) === 0)
        this.byGroups = false;
      if (this.byGroups) {
        const stop = this.runGroups(Math.min(left, this.parked?.left ?? left));
        left -= this.shape.batch.used;
        if (stop) return stop;
        if (this.byGroups) {
          this.makeWay();
          continue;
        }
      }
      this.admit();
      const wavefront = this.pick();
      if (!wavefront) {
        if (!this.resident.some((group) => group.ended) && !this.park()) return 'budget';
        continue;
      }
      const before = wavefront.executed;
      const turn = this.observedTurn ?? left;
      const outcome = this.engine.run(wavefront, Math.min(left, turn, scheduler.slice));
      const used = Math.max(wavefront.executed - before, 1);
      left -= used;
      this.parked?.spend(used);
      const stop = this.settle(wavefront, outcome);
      if (stop) return stop;
      if (this.limitsBegun && this.probe!.isWaiting!(wavefront.workGroup)) this.parked!.spend(this.parked!.left);
      this.makeWay();
    }
    return 'budget';
  }

  /** Instructions until the running work-group, which a probe observes, may have to make way. */
  private get observedTurn(): number | undefined {
    const { probe, parked } = this;
    if (!probe || !parked) return undefined;
    const turn = Math.max(parked.left, 1);
    return this.limitsBegun ? Math.min(turn, WAIT_CHECK_INSTRUCTIONS) : turn;
  }

  /** True if some work-groups wait for others while the probe limits how many begin. */
  private get limitsBegun(): boolean {
    const { probe, parked, cursor } = this;
    return Boolean(parked?.isUsed && probe?.isWaiting && (probe.maxBegunGroups?.() ?? cursor.total) < cursor.total);
  }

  /** Outcome of `run` when no work-group is resident and none can be. */
  private get outcomeWithoutGroups(): DispatchOutcome {
    if (this.cursor.stopped) return 'cancelled';
    return this.parked?.count ? 'budget' : 'done';
  }

  /** The work-group that is there has been for long: others may be what it waits for. */
  private makeWay(): void {
    const { parked } = this;
    if (parked && parked.left <= 0 && !this.park()) parked.restart();
  }

  /** Puts the work-group aside, where another one can have its place. */
  private park(): boolean {
    const { parked, supply } = this;
    const [group] = this.resident;
    if (!parked || !group || group.ended) return false;
    const mayBegin = parked.count + 1 < (this.probe?.maxBegunGroups?.() ?? Number.POSITIVE_INFINITY);
    const anyNew = mayBegin && parked.hasRoom && supply.refill();
    if (!anyNew && !parked.anyReady) return false;
    const next = anyNew && parked.chooseNew() ? undefined : parked.take();
    this.probe?.onWorkGroupParked?.(group);
    parked.park(group);
    this.resident = [];
    this.byGroups = this.runsGroups;
    if (next) this.restore(next);
    return true;
  }

  /** One of those that were put aside continues, if one can. */
  private resume(): boolean {
    const next = this.parked?.take();
    if (next) this.restore(next);
    return next !== undefined;
  }

  private restore(next: PreemptedGroup): void {
    const { workGroup } = this.unit;
    this.shape = this.shapes[this.supply.boxOf(next.number)]!;
    this.shape.batch.name(next.number, workGroup);
    this.parked!.restore(next, workGroup);
    this.resident = [workGroup];
    this.probe?.onWorkGroupResumed?.(workGroup);
    // Compiled code knows barriers of one work-group only.
    this.byGroups = this.runsGroups && !workGroup.wavefronts.some(({ awaits }) => awaits);
  }

  /** Stops this dispatch on all its workers. */
  cancel(): void {
    this.cursor.stop();
  }

  /** True once it has been cancelled: it executes nothing more. */
  get cancelled(): boolean {
    return this.cursor.stopped;
  }

  /** The work-groups that are on this unit, between two calls of `run`. */
  get groups(): readonly WorkGroup[] {
    return this.resident;
  }

  /** State of the work-groups that have begun here and have not ended, between two calls of `run`. */
  saved(): readonly SavedGroup[] {
    const resident = this.resident.filter(({ ended }) => !ended).map(saveResident);
    return [...resident, ...(this.parked?.all ?? []).map(savePreempted)];
  }

  /** For each work-group of the unit one line for each wavefront: status, pc, EXEC, next instruction. */
  describe(): string {
    return describeGroups(this.launch.kernel, this.resident, this.parked?.count ?? 0);
  }

  /** Lets the engine run work-groups, if it will; gives an outcome when the dispatch must return. */
  private runGroups(budget: number): DispatchOutcome | undefined {
    const batch = this.prepareGroups();
    return this.settleGroups(this.engine.runGroups!(batch, budget));
  }

  /**
   * Work that a native worker continues in place of `run`; undefined when it cannot, or cannot now. Until `reclaim`
   * only `cancel` of the dispatch may be called.
   */
  delegate(): Assignment | undefined {
    const { cursor, engine, supply, shapes, parked } = this;
    if (this.fault || cursor.stopped || this.probe || !engine.delegate || shapes.length > 1 || parked?.count)
      return undefined;
    this.retire();
    const isOver = this.resident.length === 0 && !supply.any && cursor.taken === cursor.total;
    if (!this.byGroups || isOver) return undefined;
    this.stoppedAt = undefined;
    const { first, taken } = supply;
    const { base: unit, first: number, step, count, resumes } = this.prepareGroups();
    const { batch } = this.shape;
    // It continues from the cursor, not from what is left here.
    if (count - Number(resumes) !== taken) return undefined;
    const code = engine.delegate(batch);
    const { total, batch: atATime, buffer } = cursor;
    const place = { first, unit, number, step, count, resumes: Number(resumes) };
    return code && { ...code, cursor: buffer, total, batch: atATime, ...place };
  }

  /**
   * The native worker is back: the dispatch continues where it stopped. @returns an outcome as `run` gives it, if there
   * is one
   */
  reclaim(report: NativeWorkReport): DispatchOutcome | undefined {
    const { counts, supply } = this;
    const { groups, barriers, first, count, resumes } = report;
    const { wavefronts, batch } = this.shape;
    counts.workGroups += groups;
    counts.wavefronts += groups * wavefronts;
    counts.barriers += barriers;
    supply.replace(first, count - resumes);
    if (groups > 0) this.parked?.restart();
    try {
      const stop = this.settleGroups(this.engine.reclaim!(batch, report));
      if (!stop) this.makeWay();
      return stop;
    } finally {
      this.engine.pause?.();
    }
  }

  /** The work-group in progress and those that have been taken become the batch of their shape. */
  private prepareGroups(): GroupBatch {
    const { supply } = this;
    const [group] = this.resident;
    // A work-group in progress is finished first: others follow only where they have its shape, and their numbers
    // follow its number.
    const before = this.shape;
    const alike = supply.any ? supply.alike : 0;
    if (supply.any) this.chooseShape();
    const isNext = group && this.shape === before && supply.number === group.number + before.batch.step;
    const follow = group && !isNext ? 0 : Math.min(alike, this.unobserved(supply.number));
    if (group) this.shape = before;
    const { batch } = this.shape;
    if (group) batch.resume(group.turn, follow);
    else batch.prepare(supply.number, follow);
    return batch;
  }

  private settleGroups(outcome: ReturnType<NonNullable<Engine['runGroups']>>): DispatchOutcome | undefined {
    const { counts, supply } = this;
    const { batch, wavefronts } = this.shape;
    // A wavefront that needs more than compiled code will need it again: the work-group continues wavefront by
    // wavefront.
    this.byGroups = outcome === 'over' || outcome === 'left' || outcome === 'budget' || outcome === 'yield';
    if (!outcome) return undefined;
    const started = batch.words.get('started');
    if (started > 0) this.parked?.restart();
    this.parked?.spend(started > 1 || outcome === 'over' ? 0 : batch.used);
    supply.start(started);
    counts.workGroups += started;
    counts.wavefronts += started * wavefronts;
    counts.barriers += batch.words.get('barriers');
    this.resident = outcome === 'over' ? [] : [batch.group];
    if (outcome === 'over') return undefined;
    batch.group.turn = batch.words.get('turn');
    return outcome === 'left' ? undefined : this.settle(batch.wavefronts[batch.group.turn]!, outcome);
  }

  /** Number of unobserved work-groups from a number on. */
  private unobserved(number: number): number {
    return this.engine.unobserved?.(this.launch, number, this.shape.batch.step) ?? Number.POSITIVE_INFINITY;
  }

  /** Starts work-groups where places are free. */
  private admit(): void {
    if (this.resident.length === this.places.length) return;
    for (const group of this.places) {
      if (this.resident.includes(group)) continue;
      if (!this.supply.refill()) return;
      this.startGroup(group);
    }
    this.resident = this.places.filter((group) => this.resident.includes(group));
  }

  private startGroup(group: WorkGroup): void {
    const { launch, unit, supply, counts } = this;
    this.chooseShape();
    const { wavefronts, batch, initial } = this.shape;
    batch.name(supply.number, group);
    supply.start(1);
    if (launch.ldsBytes > 0) unit.bulk.zero(group.ldsBase, allocatedLds(launch));
    for (const wavefront of group.wavefronts) initial.apply(wavefront, group, unit);
    counts.workGroups++;
    counts.wavefronts += wavefronts;
    this.scheduler.restart(group);
    this.parked?.restart();
    this.resident = [...this.resident, group];
    this.probe?.onWorkGroupStart?.(group);
  }

  /** The next wavefront that can run, or nothing when all have ended. */
  private pick(): Wavefront | undefined {
    for (const group of this.resident) {
      group.passGridBarriers();
      if (!group.releaseBarrier()) continue;
      this.counts.barriers++;
      this.scheduler.release(group);
      this.probe?.onBarrier?.(group);
    }
    return this.scheduler.pick(this.resident);
  }

  /** Notes what happened to a wavefront; gives an outcome when the dispatch must return. */
  private settle(wavefront: Wavefront, outcome: ReturnType<Engine['run']>): DispatchOutcome | undefined {
    this.scheduler.settled(wavefront, outcome);
    switch (outcome) {
      case 'budget':
      case 'yield':
        return undefined;
      case 'barrier':
        wavefront.status = 'barrier';
        return undefined;
      case 'end':
        wavefront.status = 'ended';
        this.probe?.onWavefrontEnd?.(wavefront);
        return undefined;
      case 'breakpoint':
        wavefront.passBreakpoint = true;
        this.stoppedAt = wavefront;
        return 'breakpoint';
      case 'fault':
        wavefront.status = 'faulted';
        this.stoppedAt = wavefront;
        this.fault = wavefront.fault;
        this.cursor.stop();
        if (this.fault) this.probe?.onFault?.(this.fault);
        return 'fault';
    }
  }

  /** Work-groups that have ended leave their places. */
  private retire(): void {
    if (!this.resident.some((group) => group.ended)) return;
    for (const group of this.resident) {
      if (!group.ended) continue;
      this.byGroups = this.runsGroups;
      this.probe?.onWorkGroupEnd?.(group);
    }
    this.resident = this.resident.filter((group) => !group.ended);
  }
}
