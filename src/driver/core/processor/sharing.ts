// Decides which launches are shared with executors, and when executors are started.

import { scratchPlaces } from '../../../emulator/wavefronts.js';
import { WORTH_NS } from './batches.js';
import type { GuestContext } from './guest-context.js';
import type { ActiveLaunch } from './launch-slot.js';
import type { ProcessorEvent } from './messages.js';
import type { NativeWorkerPool } from './native-worker-pool.js';
import type { WorkerPool } from './worker-pool.js';

/**
 * Nanoseconds of work that executors could share, done or foreseen for the launch that runs, from which they are
 * started: about what their start costs. A program that does less never pays for them.
 */
const START_NS = 20_000_000;

/** True if more than one thread has a place in a launch. */
const isShareable = ({ cursor, dispatch }: ActiveLaunch): boolean =>
  cursor.total > 1 && scratchPlaces(dispatch.launch) > 1;

export interface SharingOptions {
  readonly pool: WorkerPool;
  /** Absent: executors take part in launches of machine code, too. */
  readonly nativeWorkers?: NativeWorkerPool | undefined;
  /** Maximum number of executors. */
  readonly executors: number;
  readonly emit: (event: ProcessorEvent) => void;
}

export class Sharing {
  private poolRequested = false;
  private executorRequested = false;
  /** Time spent on launches that executors could have taken a part of. */
  private shareableNs = 0;

  constructor(private readonly options: SharingOptions) {}

  /**
   * A launch begins. @returns `new` for a kernel that runs for the first time: executors make it ready at the same time
   * as this thread
   */
  begin(served: GuestContext, running: ActiveLaunch): 'new' | 'known' {
    const expected = served.expectedNs(running.kernel, running.cursor.total);
    if (expected !== undefined) {
      if (isShareable(running)) running.begun = { ns: running.startNs, groups: 0 };
      if (expected >= WORTH_NS) this.join(served, running);
      return 'known';
    }
    const { pool } = this.options;
    const { cursor, dispatch } = running;
    if (cursor.total > 1 && pool.ready) pool.prepare(served.session, dispatch.launch);
    return 'new';
  }

  /**
   * Has a launch shared when its rest is worth it, and executors started when that rest and the launches before it are.
   */
  look(served: GuestContext, running: ActiveLaunch): void {
    const { cursor, dispatch, team, nativeShare } = running;
    if (this.options.executors === 0 || team || nativeShare || !isShareable(running)) return;
    const now = process.hrtime.bigint();
    const { workGroups } = dispatch.counts;
    running.begun ??= { ns: now, groups: workGroups };
    const { begun } = running;
    const spent = Number(now - begun.ns);
    // Work-groups take as long as those before them, or as the first one until now.
    const left = (spent / Math.max(1, workGroups - begun.groups)) * (cursor.total - cursor.taken);
    if (left >= WORTH_NS) this.join(served, running);
    if (!running.nativeShare && this.shareableNs + spent + left >= START_NS) this.requestPool();
  }

  /** A launch is over. */
  ended({ begun, nativeShare }: ActiveLaunch, endNs: bigint): void {
    const spent = begun && !nativeShare ? Number(endNs - begun.ns) : 0;
    if (spent < WORTH_NS || this.options.executors === 0) return;
    this.shareableNs += spent;
    if (this.shareableNs >= START_NS) this.requestPool();
  }

  /**
   * There is something that an executor would do beside this thread: one is started, for later. @returns false: there
   * is none yet
   */
  wantExecutor(): false {
    if (!this.executorRequested && this.options.executors > 0) this.options.emit({ type: 'executor-needed' });
    this.executorRequested = true;
    return false;
  }

  private requestPool(): void {
    if (this.poolRequested) return;
    this.poolRequested = true;
    this.options.emit({ type: 'workers-needed' });
  }

  private join({ session, runnings, lanes }: GuestContext, running: ActiveLaunch): void {
    const { pool, nativeWorkers, executors } = this.options;
    // Helpers take part in one launch of a guest at a time: each has a compute unit.
    if (runnings.some((other) => other !== running && (other.team || other.nativeShare))) return;
    if (!isShareable(running)) return;
    const { cursor, dispatch } = running;
    const lane = lanes.find((each) => each.running === running);
    running.nativeShare = lane && nativeWorkers?.join(lane, running, executors);
    if (!running.nativeShare && pool.ready) running.team = pool.join(session, dispatch.launch, cursor);
  }
}
