// Cuts an NDRange into work-groups and wavefronts and runs them on one compute unit, a slice of time at a call.

import { Counts } from './counts.js';
import { GroupCursor } from './cursor.js';
import { describeWavefront } from './describe.js';
import type { Engine } from './engine.js';
import type { GpuFault } from './faults.js';
import { GroupBatch, SLICE } from './group-batch.js';
import { InitialState } from './initial-state.js';
import {
  allocatedLds,
  checkLaunch,
  type GroupBox,
  groupBoxes,
  groupTotal,
  type LaunchDescriptor,
  wavefrontsPerGroup,
} from './launch.js';
import type { GpuMemory } from './memory.js';
import type { Probe } from './probes.js';
import type { Wavefront } from './wavefront.js';
import { ComputeUnit, type WorkGroup } from './workgroup.js';

/** Work-groups that a unit takes at a time when it has no others to share them with. */
const ALONE = 64;

/**
 * Why `Dispatch.run` returned: `done` no work-group is left for this unit; `budget` call again; `breakpoint` call again
 * after looking; `fault` see `fault`, the dispatch is over; `cancelled` somebody stopped the cursor.
 */
export type DispatchOutcome = 'done' | 'budget' | 'breakpoint' | 'fault' | 'cancelled';

export interface DispatcherOptions {
  /** Slice of the engine region; workers and queues that run at the same time on one guest need different ones. */
  readonly unit?: number;
  readonly probe?: Probe;
}

/** Runs launches on one compute unit of one guest. */
export class Dispatcher {
  private readonly unit: ComputeUnit;
  private readonly probe: Probe | undefined;

  constructor(
    memory: GpuMemory,
    private readonly engine: Engine,
    options: DispatcherOptions = {},
  ) {
    this.unit = new ComputeUnit(memory, options.unit ?? 0);
    this.probe = options.probe;
  }

  /**
   * Begins a launch. Nothing runs before `Dispatch.run`.
   *
   * @param cursor shared by the workers of one dispatch; absent when this unit runs all work-groups
   * @throws AtollError LIMIT when a size is beyond the hardware
   */
  start(launch: LaunchDescriptor, cursor = new GroupCursor(groupTotal(launch), ALONE)): Dispatch {
    checkLaunch(launch);
    this.engine.prepare(launch);
    return new Dispatch(this.unit, this.engine, launch, cursor, this.probe);
  }

  /** Makes ready what the first work-group of such a launch would wait for. */
  warm(launch: LaunchDescriptor): void {
    this.engine.prepare(launch);
    this.engine.warm?.(launch);
  }

  /** Translates a part of a kernel, see `Engine.translate`. */
  translate(launch: LaunchDescriptor, part: readonly number[] | undefined): void {
    this.engine.prepare(launch);
    this.engine.translate?.(launch, part);
  }

  /** Nothing more will be launched. */
  close(): void {
    this.engine.close?.();
  }
}

/** What work-groups of one size have in common. */
interface GroupShape {
  readonly initial: InitialState;
  readonly active: readonly Wavefront[];
  readonly batch: GroupBatch;
}

/** One launch on one compute unit. */
export class Dispatch {
  readonly counts: Counts;
  /** Set after outcome `fault`. */
  fault: GpuFault | undefined;
  /** The wavefront that stopped at a breakpoint or with a fault, until `run` is called again. */
  stoppedAt: Wavefront | undefined;

  private readonly group: WorkGroup;
  /** Whole work-groups, and the last ones where these have fewer work-items; the one of the current or next work-group. */
  private readonly whole: GroupShape;
  private readonly last: (GroupShape & { readonly first: number }) | undefined;
  private shape: GroupShape;
  /** Work-groups of the current batch that have not started. */
  private next = 0;
  private end = 0;
  private running = false;
  private turn = 0;
  /** Whether the engine can run work-groups, unobserved. */
  readonly runsGroups: boolean;
  /** Whether it is the next to be asked to. */
  private byGroups: boolean;

  constructor(
    private readonly unit: ComputeUnit,
    private readonly engine: Engine,
    readonly launch: LaunchDescriptor,
    private readonly cursor: GroupCursor,
    private readonly probe: Probe | undefined,
  ) {
    this.counts = new Counts(engine.preparation !== undefined);
    this.group = unit.workGroup;
    const [whole, last] = groupBoxes(launch);
    this.whole = this.shapeOf(whole);
    this.last = last && { ...this.shapeOf(last), first: last.first };
    this.shape = this.whole;
    for (const wavefront of this.active) wavefront.counts = this.counts;
    this.runsGroups = probe === undefined && engine.runGroups !== undefined;
    this.byGroups = this.runsGroups;
  }

  private shapeOf(box: GroupBox): GroupShape {
    const { unit, launch, counts } = this;
    const initial = new InitialState(launch, box);
    const active = unit.wavefronts.slice(0, wavefrontsPerGroup(box));
    return { initial, active, batch: new GroupBatch(unit, launch, box, initial, active, counts) };
  }

  private get active(): readonly Wavefront[] {
    return this.shape.active;
  }

  /** How many of the next work-groups, up to the end of what this unit has taken, have the shape of the first of them. */
  private chooseShape(): number {
    const { last, next, end } = this;
    if (!last) return end - next;
    const { total } = this.cursor;
    const descending = this.launch.order === 'descending';
    const isLast = this.number >= last.first;
    this.shape = isLast ? last : this.whole;
    // Where in the order of execution the other shape begins.
    const change = descending ? total - last.first : last.first;
    return next < change ? Math.min(end, change) - next : end - next;
  }

  /**
   * Goes on for about `budget` wave-instructions.
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
    let left = budget;
    while (left > 0) {
      if (this.cursor.stopped) return 'cancelled';
      if (!this.running && !this.refill()) return this.cursor.stopped ? 'cancelled' : 'done';
      if (this.byGroups) {
        const stop = this.runGroups(left);
        left -= this.shape.batch.used;
        if (stop) return stop;
        if (this.byGroups) continue;
      }
      if (!this.running) this.startGroup();
      const wavefront = this.pick();
      if (!wavefront) {
        this.endGroup();
        continue;
      }
      const before = wavefront.executed;
      const outcome = this.engine.run(wavefront, Math.min(left, SLICE));
      left -= Math.max(wavefront.executed - before, 1);
      const stop = this.settle(wavefront, outcome);
      if (stop) return stop;
    }
    return 'budget';
  }

  /** Stops this dispatch on all its workers. */
  cancel(): void {
    this.cursor.stop();
  }

  /** One line for each wavefront of the current work-group: status, pc, EXEC, next instruction. */
  describe(): string {
    const { group, launch } = this;
    if (!this.running) return `kernel ${launch.kernel}: no work-group is running`;
    const lines = this.active.map((wavefront) => `  ${describeWavefront(wavefront)}`);
    return [`kernel ${launch.kernel}, work-group (${group.id.join(', ')}):`, ...lines].join('\n');
  }

  /** Whether there is a work-group that has not started. */
  private refill(): boolean {
    if (this.next < this.end) return true;
    const first = this.cursor.take();
    if (first < 0) return false;
    this.next = first;
    this.end = Math.min(first + this.cursor.batch, this.cursor.total);
    return true;
  }

  /** Number of the next work-group in the NDRange. */
  private get number(): number {
    return this.launch.order === 'descending' ? this.cursor.total - 1 - this.next : this.next;
  }

  /** Lets the engine run work-groups, if it will; gives an outcome when the dispatch must return. */
  private runGroups(budget: number): DispatchOutcome | undefined {
    const { counts } = this;
    // A work-group in progress is finished first: others follow only where they have its shape.
    const before = this.shape;
    const alike = this.next < this.end ? this.chooseShape() : 0;
    const follow = this.running && this.shape !== before ? 0 : alike;
    if (this.running) this.shape = before;
    const { batch } = this.shape;
    if (this.running) batch.resume(this.turn, follow);
    else batch.prepare(this.number, follow);
    const outcome = this.engine.runGroups!(batch, budget);
    // Where a wavefront needs more than compiled code it will do so again: the work-group goes on by single ones.
    this.byGroups = outcome === 'over' || outcome === 'left' || outcome === 'budget';
    if (!outcome) return undefined;
    const started = batch.words.get('started');
    this.next += started;
    counts.workGroups += started;
    counts.wavefronts += started * this.active.length;
    counts.barriers += batch.words.get('barriers');
    this.running = outcome !== 'over';
    if (outcome === 'over') return undefined;
    this.turn = batch.words.get('turn');
    return outcome === 'left' ? undefined : this.settle(this.active[this.turn]!, outcome);
  }

  private startGroup(): void {
    const { group, launch } = this;
    this.chooseShape();
    const { active, batch, initial } = this.shape;
    batch.name(this.number);
    this.next++;
    if (launch.ldsBytes > 0) this.unit.bulk.zero(group.ldsBase, allocatedLds(launch));
    for (const wavefront of active) initial.apply(wavefront, group, this.unit);
    this.counts.workGroups++;
    this.counts.wavefronts += this.active.length;
    this.turn = 0;
    this.running = true;
    this.probe?.onWorkGroupStart?.(group);
  }

  /** The next wavefront that can run, or nothing when all have ended. */
  private pick(): Wavefront | undefined {
    const { active } = this;
    for (let attempt = 0; attempt < 2; attempt++) {
      for (let step = 0; step < active.length; step++) {
        const wavefront = active[(this.turn + step) % active.length]!;
        if (wavefront.status === 'running') {
          this.turn = wavefront.index;
          return wavefront;
        }
      }
      if (!this.group.releaseBarrier()) return undefined;
      this.counts.barriers++;
      this.turn = 0;
      this.probe?.onBarrier?.(this.group);
    }
    return undefined;
  }

  /** Notes what happened to a wavefront; gives an outcome when the dispatch must return. */
  private settle(wavefront: Wavefront, outcome: ReturnType<Engine['run']>): DispatchOutcome | undefined {
    switch (outcome) {
      case 'budget':
        this.turn = (wavefront.index + 1) % this.active.length;
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

  private endGroup(): void {
    this.running = false;
    this.byGroups = this.runsGroups;
    this.probe?.onWorkGroupEnd?.(this.group);
  }
}
