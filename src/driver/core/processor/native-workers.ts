// Native workers of one launch: each has a dispatch, which the command processor delegates and continues when it is
// back.

import { Counts } from '../../../emulator/counts.js';
import type { Dispatch } from '../../../emulator/dispatch.js';
import { describeFault, type GpuFault } from '../../../emulator/faults.js';
import type { SavedGroup } from '../../../emulator/saved-groups.js';
import { hasListener } from '../../../util/trace-spans.js';
import { failureOf } from './failure.js';
import { Slices } from './time-slices.js';
import type { ThreadTrace } from './worker-pool.js';

type Report = Parameters<Dispatch['reclaim']>[0];
type Assignment = NonNullable<ReturnType<Dispatch['delegate']>>;

/** A thread that runs work-groups of machine code (native/kernel_worker.h). */
export interface NativeWorkerThread {
  begin(assignment: Assignment): void;
  isAway(): boolean;
  /** Returns when it is back. */
  wait(): void;
  report(): Report;
}

/** One thread's part in a launch: a dispatch on a compute unit of its own. */
export class ThreadShare {
  away = false;
  ended = false;
  failure: string | undefined;
  private slices = new Slices();
  private begunNs = 0n;
  private groups = 0;

  constructor(
    readonly unit: number,
    readonly thread: NativeWorkerThread,
    readonly dispatch: Dispatch,
    private readonly passOn: (trace: ThreadTrace) => void,
  ) {}

  /** True if the command processor has work to do for it. */
  get isBack(): boolean {
    return !this.ended && !(this.away && this.thread.isAway());
  }

  /** Sends the thread away, if there is something that it can do. */
  delegate(): boolean {
    const assignment = this.dispatch.delegate();
    if (!assignment) return false;
    this.begunNs = process.hrtime.bigint();
    this.groups = this.dispatch.counts.workGroups;
    this.thread.begin(assignment);
    this.away = true;
    return true;
  }

  /** Continues where the thread stopped: it is sent away again, or the command processor runs a slice in its place. */
  step(): void {
    if (!this.isBack) return;
    try {
      const outcome = this.goOn();
      if (outcome !== undefined && outcome !== 'budget') this.end();
    } catch (error) {
      this.dispatch.cancel();
      this.end(failureOf(error));
    }
  }

  /** It is not sent away again. @returns whether it stands still */
  halt(): boolean {
    if (this.ended || !this.away) return true;
    if (this.thread.isAway()) return false;
    try {
      const outcome = this.reclaim();
      if (outcome !== undefined && outcome !== 'budget') this.end();
    } catch (error) {
      this.dispatch.cancel();
      this.end(failureOf(error));
    }
    return true;
  }

  private goOn(): ReturnType<Slices['run']> | undefined {
    const outcome = this.away ? this.reclaim() : undefined;
    if (outcome || this.delegate()) return outcome;
    return this.slices.run(this.dispatch);
  }

  private reclaim(): ReturnType<Dispatch['reclaim']> {
    this.away = false;
    const outcome = this.dispatch.reclaim(this.thread.report());
    if (hasListener()) this.send();
    return outcome;
  }

  private send(): void {
    const { counts, launch } = this.dispatch;
    const endNs = process.hrtime.bigint();
    const details = { workGroups: counts.workGroups - this.groups };
    const span = { category: 'work-groups', name: launch.kernel, startNs: this.begunNs, endNs, details } as const;
    this.passOn({ unit: this.unit, happenings: [span] });
  }

  private end(failure?: string): void {
    this.ended = true;
    const { fault } = this.dispatch;
    this.failure = fault ? describeFault(fault) : failure;
  }

  /** Nothing of the launch is wanted any more: its memory may go. */
  abandon(): void {
    this.dispatch.cancel();
    if (this.away) this.thread.wait();
    this.away = false;
    this.ended = true;
  }
}

/** Native workers of one launch. */
export class NativeWorkers {
  constructor(private readonly parts: readonly ThreadShare[]) {}

  /** Nothing is left for them. */
  get finished(): boolean {
    return this.parts.every(({ ended }) => ended);
  }

  /** True if `step` would do something, or they have finished. */
  get ready(): boolean {
    return this.finished || this.parts.some(({ isBack }) => isBack);
  }

  step(): void {
    for (const part of this.parts) part.step();
  }

  abandon(): void {
    for (const part of this.parts) part.abandon();
  }

  /** Threads come to a stop; called again until all stand still. @returns whether they do */
  halt(): boolean {
    return this.parts.map((part) => part.halt()).every(Boolean);
  }

  /** State of their work-groups, which stand still. */
  get savedGroups(): readonly SavedGroup[] {
    return this.parts.flatMap(({ ended, dispatch }) => (ended ? [] : dispatch.saved()));
  }

  private get failed(): ThreadShare | undefined {
    return this.parts.find(({ failure }) => failure !== undefined);
  }

  /** Text of the first fault or defect, and the fault, where it was one. */
  get failure(): string | undefined {
    return this.failed?.failure;
  }
  get fault(): GpuFault | undefined {
    return this.failed?.dispatch.fault;
  }

  get counts(): Counts {
    const sum = new Counts();
    for (const { dispatch } of this.parts) sum.add(dispatch.counts.values);
    return sum;
  }

  /** Threads that have executed work-groups. */
  get helpers(): number {
    return this.parts.filter(({ dispatch }) => dispatch.counts.workGroups > 0).length;
  }

  /** True if a thread is one of theirs, and not free for another launch. */
  uses(thread: NativeWorkerThread): boolean {
    return this.parts.some((part) => part.thread === thread && !part.ended);
  }
}
