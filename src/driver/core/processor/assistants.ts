// Help for launches of machine code: threads without JavaScript that take work-groups of a dispatch beside the command processor. They are
// there at once, where an executor (crew.ts) needs some 60 ms to start; what only JavaScript deals with the command processor does for them.

import { Counts } from '../../../emulator/counts.js';
import type { Dispatch } from '../../../emulator/dispatch.js';
import type { Dispatcher } from '../../../emulator/dispatcher.js';
import { describeFault, type GpuFault } from '../../../emulator/faults.js';
import { scratchPlaces } from '../../../emulator/launch.js';
import { isHeard } from '../../../util/happenings.js';
import type { Heard } from './crew.js';
import { failureOf } from './failure.js';
import type { Lane, Running } from './lane.js';
import { Slices } from './slices.js';

type Report = Parameters<Dispatch['takeBack']>[0];
type Given = NonNullable<ReturnType<Dispatch['entrust']>>;

/** A thread that runs work-groups of machine code (native/kernel_assistant.h). */
export interface AssistantThread {
  begin(given: Given): void;
  isAway(): boolean;
  /** Returns when it is back. */
  wait(): void;
  report(): Report;
}

/** One thread's part in a launch: a dispatch on a compute unit of its own. */
class Part {
  away = false;
  ended = false;
  failure: string | undefined;
  private slices = new Slices();
  private begunNs = 0n;
  private groups = 0;

  constructor(
    readonly unit: number,
    readonly thread: AssistantThread,
    readonly dispatch: Dispatch,
    private readonly passOn: (heard: Heard) => void,
  ) {}

  /** Whether the command processor has something to do for it. */
  get isBack(): boolean {
    return !this.ended && !(this.away && this.thread.isAway());
  }

  /** Sends the thread away, if there is something that it can do. */
  entrust(): boolean {
    const given = this.dispatch.entrust();
    if (!given) return false;
    this.begunNs = process.hrtime.bigint();
    this.groups = this.dispatch.counts.workGroups;
    this.thread.begin(given);
    this.away = true;
    return true;
  }

  /** Goes on where the thread stopped: it is sent away again, or the command processor runs a slice in its place. */
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

  private goOn(): ReturnType<Slices['run']> | undefined {
    const outcome = this.away ? this.takeBack() : undefined;
    if (outcome || this.entrust()) return outcome;
    return this.slices.run(this.dispatch);
  }

  private takeBack(): ReturnType<Dispatch['takeBack']> {
    this.away = false;
    const outcome = this.dispatch.takeBack(this.thread.report());
    if (isHeard()) this.tell();
    return outcome;
  }

  private tell(): void {
    const { counts, launch } = this.dispatch;
    const endNs = process.hrtime.bigint();
    const details = { workGroups: counts.workGroups - this.groups };
    const happening = { category: 'work-groups', name: launch.kernel, startNs: this.begunNs, endNs, details } as const;
    this.passOn({ unit: this.unit, happenings: [happening] });
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

/** What assistants do of one launch. */
export class Assistance {
  constructor(private readonly parts: readonly Part[]) {}

  /** Nothing is left for them. */
  get finished(): boolean {
    return this.parts.every(({ ended }) => ended);
  }

  /** Whether `step` would do something, or they have finished. */
  get ready(): boolean {
    return this.finished || this.parts.some(({ isBack }) => isBack);
  }

  step(): void {
    for (const part of this.parts) part.step();
  }

  abandon(): void {
    for (const part of this.parts) part.abandon();
  }

  private get failed(): Part | undefined {
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

  /** Whether a thread is one of theirs, and not free for another launch. */
  uses(thread: AssistantThread): boolean {
    return this.parts.some((part) => part.thread === thread && !part.ended);
  }
}

export interface AssistantsOptions {
  /** @throws where the system gives no more threads */
  readonly start: () => AssistantThread;
  readonly passOn: (heard: Heard) => void;
}

/** The threads, which all guests share. */
export class Assistants {
  private readonly threads: AssistantThread[] = [];
  private readonly assistances = new Set<Assistance>();
  /** Dispatchers on the units of a lane's assistants. */
  private readonly dispatchers = new WeakMap<Lane, Dispatcher[]>();

  constructor(private readonly options: AssistantsOptions) {}

  /** Lets so many threads, if they are free, take part in a launch; undefined when its work-groups are none for them. */
  join(lane: Lane, { dispatch: { launch }, cursor }: Running, most: number): Assistance | undefined {
    if (!lane.engine.assists?.(launch)) return undefined;
    for (const assistance of this.assistances) if (assistance.finished) this.assistances.delete(assistance);
    const parts: Part[] = [];
    for (let n = 0; n < most && n + 1 < scratchPlaces(launch); n++) {
      const thread = this.thread(n);
      if (!thread || [...this.assistances].some((assistance) => assistance.uses(thread))) continue;
      const dispatch = this.dispatcher(lane, n).startAnew(launch, cursor);
      const part = new Part(n + 1, thread, dispatch, this.options.passOn);
      if (!part.entrust()) break;
      parts.push(part);
    }
    if (parts.length === 0) return undefined;
    const assistance = new Assistance(parts);
    this.assistances.add(assistance);
    return assistance;
  }

  private thread(n: number): AssistantThread | undefined {
    try {
      this.threads[n] ??= this.options.start();
    } catch {
      // Without one a launch takes longer, and nothing else.
    }
    return this.threads[n];
  }

  private dispatcher(lane: Lane, n: number): Dispatcher {
    let own = this.dispatchers.get(lane);
    if (!own) this.dispatchers.set(lane, (own = []));
    return (own[n] ??= lane.dispatcherOn(n + 1));
  }

  /** Nothing is executed any more. */
  close(): void {
    for (const assistance of this.assistances) assistance.abandon();
  }
}
