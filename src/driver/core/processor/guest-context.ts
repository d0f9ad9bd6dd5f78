// One guest as the command processor sees it: its queues, its programs, and the launch that runs.

import { codeIn, sameWords } from '../../../emulator/code-words.js';
import { GroupCursor } from '../../../emulator/cursor.js';
import type { Engine, Preparation } from '../../../emulator/engine.js';
import { groupTotal, type LaunchDescriptor } from '../../../emulator/launch.js';
import { GpuMemory } from '../../../emulator/memory.js';
import type { Probe } from '../../../emulator/probes.js';
import type { MakeScheduler } from '../../../emulator/scheduler.js';
import { MAX_CONCURRENT_LAUNCHES, MAX_UNITS } from '../../../emulator/state.js';
import { needsLargeScratch } from '../../../emulator/wavefronts.js';
import type { LoadedCode } from '../../../launch/code.js';
import type { Conventions } from '../../../launch/convention.js';
import { AtollError } from '../../../util/errors.js';
import { groupsAtATime } from './batches.js';
import { HugePagePrefault, type Populate } from './huge-page-prefault.js';
import { prepareLaunch } from './launch.js';
import type { LaunchMonitor } from './launch-monitor.js';
import { type ActiveLaunch, LaunchSlot } from './launch-slot.js';
import type { AddSession, ProcessorEvent } from './messages.js';
import { Programs } from './programs.js';
import type { LaunchQueue, Submission } from './queue.js';
import type { RemoteExecutor } from './remote-executor.js';
import { Slices } from './time-slices.js';
import { DirectQueue } from './user-queue.js';

/** Nanoseconds after which a launch is long, and may wait for one of another queue. */
const LONG_NS = 50_000_000n;

/**
 * Creates the queue of a device family in a guest's memory.
 * @param send sends a message to the family's control plane
 */
export type CreateQueue = (memory: GpuMemory, send: (word: unknown) => void) => LaunchQueue;

export interface GuestContextOptions {
  readonly createEngine: (memory: GpuMemory, probe: Probe | undefined) => Engine;
  readonly scheduler?: MakeScheduler | undefined;
  readonly conventions: Conventions;
  readonly queues: Readonly<Record<string, CreateQueue>>;
  readonly populate: Populate;
  readonly probe: Probe | undefined;
  readonly elsewhere?: RemoteExecutor | undefined;
  readonly emit: (event: ProcessorEvent) => void;
  readonly monitor?: LaunchMonitor | undefined;
  /** Threads that may take part in launches beside this one. */
  readonly executors: number;
  /** Long launches may run side by side, where their queues allow it. */
  readonly overlaps: boolean;
}

/** `still` until its queue runs again, `changing` while it stops or continues; undefined for other launches. */
function preemptionOf({ preempted, submission, failure }: ActiveLaunch): 'still' | 'changing' | undefined {
  if (failure !== undefined || (!preempted && !submission.suspended)) return undefined;
  return preempted?.saved && submission.suspended ? 'still' : 'changing';
}

const helpersAreReady = ({ team, nativeShare }: ActiveLaunch): boolean =>
  (team?.members.finished ?? true) && (nativeShare?.ready ?? true);

/** The cursor of a launch: that of its last execution, if there is one for it. */
function cursorFor({ repeated }: Submission, total: number, batch: number): GroupCursor {
  const last = repeated?.cursor;
  if (!repeated || !last || last.total !== total || last.batch !== batch) return new GroupCursor(total, batch);
  repeated.cursor = undefined;
  last.restart();
  return last;
}

export class GuestContext {
  readonly programs = new Programs();
  readonly memory: GpuMemory;
  /** Queue of the control plane's launches; the guest's own queue comes after it. */
  readonly direct: DirectQueue;
  readonly queues: readonly LaunchQueue[];
  readonly fresh: HugePagePrefault;
  /** Slots in which launches run; several where long launches of several queues run side by side. */
  readonly lanes: LaunchSlot[];
  /** The guest has written garbage into its ring: it is not served any more. */
  lost = false;
  /** The guest is gone: drop everything as soon as nothing runs. */
  leaving = false;
  /** Nanoseconds of one thread for a work-group of a kernel, in its last launch. */
  private readonly groupTimes = new WeakMap<LoadedCode, number>();
  /** Copies of kernels' code that all threads may read. */
  private readonly code = new WeakMap<LoadedCode, Uint32Array>();

  readonly session: number;

  constructor(
    { session, memory, queue }: AddSession,
    private readonly options: GuestContextOptions,
  ) {
    const { probe, createEngine, emit, populate, queues } = options;
    this.session = session;
    this.memory = GpuMemory.open(memory);
    this.direct = new DirectQueue((launch, failure) => emit({ type: 'launch-ended', session, launch, failure }));
    const create = queue === undefined ? undefined : queues[queue];
    if (queue !== undefined && !create) throw new AtollError('INTERNAL', `there is no queue '${queue}'`);
    const send = (word: unknown): void => emit({ type: 'queue-reply', session, word });
    this.queues = create ? [this.direct, create(this.memory, send)] : [this.direct];
    this.fresh = new HugePagePrefault(this.memory, populate);
    this.lanes = [new LaunchSlot(this.memory, createEngine(this.memory, probe), 0, probe, options.scheduler)];
  }

  /** True if no launch is begun and not over. */
  get isIdle(): boolean {
    return this.lanes.every(({ running }) => !running);
  }

  /** Launches that are begun and not over. */
  get runnings(): ActiveLaunch[] {
    return this.lanes.flatMap(({ running }) => running ?? []);
  }

  /** Time that the thread has spent on making kernels ready. */
  get preparation(): Readonly<Preparation> {
    const sum = { translationNs: 0, compilationNs: 0 };
    for (const { engine } of this.lanes) {
      sum.translationNs += engine.preparation?.translationNs ?? 0;
      sum.compilationNs += engine.preparation?.compilationNs ?? 0;
    }
    return sum;
  }

  /** The guest is gone, and nothing runs. */
  close(): void {
    for (const queue of this.queues) queue.close?.();
    for (const lane of this.lanes) lane.close();
  }

  /** The queue whose next launch is to be taken. */
  get nextQueue(): LaunchQueue | undefined {
    if (this.lost || this.leaving) return undefined;
    const { runnings } = this;
    if (runnings.length === 0) return this.queues.find((queue) => queue.hasWork);
    return this.mayOverlap(runnings) ? this.queues.find((queue) => queue.overlaps && queue.hasWork) : undefined;
  }

  /** True if another launch may begin beside these: they have run for long, so that they may wait for it. */
  private mayOverlap(runnings: readonly ActiveLaunch[]): boolean {
    if (!this.options.overlaps || runnings.length >= MAX_CONCURRENT_LAUNCHES) return false;
    const now = process.hrtime.bigint();
    // Large scratch is there once.
    return runnings.every(
      ({ startNs, dispatch, preempted }) =>
        (preempted?.saved || now - startNs >= LONG_NS) && !needsLargeScratch(dispatch.launch),
    );
  }

  /** A lane without a launch. */
  get freeLane(): LaunchSlot {
    const free = this.lanes.find(({ running }) => !running);
    if (free) return free;
    const lane = new LaunchSlot(
      this.memory,
      this.options.createEngine(this.memory, undefined),
      MAX_UNITS - this.lanes.length,
      undefined,
      this.options.scheduler,
    );
    this.lanes.push(lane);
    return lane;
  }

  /** True if there is work for our own thread. */
  get ready(): boolean {
    const { runnings } = this;
    const isReady = (running: ActiveLaunch): boolean => {
      const preemption = preemptionOf(running);
      return preemption ? preemption === 'changing' : !running.ended || helpersAreReady(running);
    };
    if (runnings.some(isReady)) return true;
    return this.nextQueue !== undefined || (this.leaving && runnings.length === 0);
  }

  /** Expected duration of a launch on one thread, from the last launch of its kernel; undefined without one. */
  expectedNs(kernel: LoadedCode, total: number): number | undefined {
    const groupTime = this.groupTimes.get(kernel);
    return groupTime === undefined ? undefined : groupTime * total;
  }

  /** Learns from a launch that has ended. @param threads that took part in it */
  learn(running: ActiveLaunch, endNs: bigint, threads: number): void {
    const { kernel, cursor, startNs, submission, team, nativeShare } = running;
    if (submission.repeated && !team && !nativeShare) submission.repeated.cursor = cursor;
    this.groupTimes.set(kernel, (Number(endNs - startNs) * threads) / cursor.total);
  }

  /**
   * Starts a launch in a free lane.
   * @throws AtollError BAD_INPUT or LIMIT for one that cannot run
   */
  start(lane: LaunchSlot, submission: Submission, kernel: LoadedCode, startNs: bigint): ActiveLaunch {
    const launch = this.prepare(submission, kernel);
    const total = groupTotal(launch);
    const { elsewhere } = this.options;
    const expectedNs = this.expectedNs(kernel, total);
    const cursor = cursorFor(submission, total, this.batchOf(total, expectedNs));
    const prepared = this.preparation;
    const startHere = () => lane.dispatcher.start(launch, cursor);
    const { memory } = this;
    const dispatch = elsewhere
      ? elsewhere.start(this.session, { launch, kernel, submission, memory, startHere })
      : startHere();
    const running: ActiveLaunch = {
      submission,
      kernel,
      dispatch,
      slices: new Slices(expectedNs !== undefined),
      cursor,
      startNs,
      prepared,
      begun: undefined,
      team: undefined,
      nativeShare: undefined,
      preempted: undefined,
      ended: false,
      failure: undefined,
    };
    lane.running = running;
    return running;
  }

  /** The launch with its code; the one of the last time, if it is repeated and its code is the same. */
  private prepare(submission: Submission, kernel: LoadedCode): LaunchDescriptor {
    const { repeated } = submission;
    const last = repeated?.kernel === kernel ? repeated.launch : undefined;
    if (last?.code && this.codeOf(kernel, last) === last.code) return last;
    const bare = prepareLaunch(submission.launch, kernel, this.memory, this.options.conventions);
    const following = submission.following() * groupTotal(bare);
    const launch = { ...bare, code: this.codeOf(kernel, bare), following, isRepeated: repeated !== undefined };
    if (repeated) Object.assign(repeated, { kernel, launch });
    return launch;
  }

  private batchOf(total: number, expectedNs: number | undefined): number {
    const { executors, monitor: spectator } = this.options;
    // A launch monitor needs progress in small steps.
    if (spectator) return groupsAtATime(total, 1 + executors);
    // Avoids that the launch waits for the last batch of one thread.
    return executors === 0 ? total : groupsAtATime(total, 1 + executors, expectedNs);
  }

  /** Restarts a launch that no other thread takes part in; the caller has restored memory. */
  restart({ dispatcher }: LaunchSlot, running: ActiveLaunch): void {
    const { launch } = running.dispatch;
    const { total, batch } = running.cursor;
    running.slices = new Slices();
    running.dispatch = dispatcher.start(launch, new GroupCursor(total, batch));
  }

  /** The code as it is now, which threads that make the kernel ready may do at any time later. */
  private codeOf(kernel: LoadedCode, launch: LaunchDescriptor): Uint32Array | undefined {
    const words = codeIn(this.memory, launch);
    const loaded = this.code.get(kernel);
    if (!words || (loaded && sameWords(loaded, words))) return words && loaded;
    const copy = new Uint32Array(new SharedArrayBuffer(words.byteLength));
    copy.set(words);
    this.code.set(kernel, copy);
    return copy;
  }
}
