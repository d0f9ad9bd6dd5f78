// Help for launches of machine code: threads without JavaScript that take work-groups of a dispatch beside the command
// processor. They are there at once, where an executor (worker-pool.ts) needs some 60 ms to start; what only JavaScript
// deals with the command processor does for them.

import type { Dispatcher } from '../../../emulator/dispatcher.js';
import { scratchPlaces } from '../../../emulator/wavefronts.js';
import type { ActiveLaunch, LaunchSlot } from './launch-slot.js';
import { NativeWorkers, type NativeWorkerThread, ThreadShare } from './native-workers.js';
import type { ThreadTrace } from './worker-pool.js';

export interface NativeWorkerPoolOptions {
  /** @throws where the system gives no more threads */
  readonly start: () => NativeWorkerThread;
  readonly passOn: (trace: ThreadTrace) => void;
}

/** The threads, which all guests share. */
export class NativeWorkerPool {
  private readonly threads: NativeWorkerThread[] = [];
  private readonly nativeShares = new Set<NativeWorkers>();
  /** Dispatchers on the units of a lane's native workers. */
  private readonly dispatchers = new WeakMap<LaunchSlot, Dispatcher[]>();

  constructor(private readonly options: NativeWorkerPoolOptions) {}

  /**
   * Lets so many threads, if they are free, take part in a launch; undefined when its work-groups are none for them.
   */
  join(lane: LaunchSlot, { dispatch: { launch }, cursor }: ActiveLaunch, most: number): NativeWorkers | undefined {
    if (!lane.engine.assists?.(launch)) return undefined;
    for (const nativeShare of this.nativeShares) if (nativeShare.finished) this.nativeShares.delete(nativeShare);
    const parts: ThreadShare[] = [];
    for (let n = 0; n < most && n + 1 < scratchPlaces(launch); n++) {
      const thread = this.thread(n);
      if (!thread || [...this.nativeShares].some((nativeShare) => nativeShare.uses(thread))) continue;
      const dispatch = this.dispatcher(lane, n).startAnew(launch, cursor);
      const part = new ThreadShare(n + 1, thread, dispatch, this.options.passOn);
      if (!part.delegate()) break;
      parts.push(part);
    }
    if (parts.length === 0) return undefined;
    const nativeShare = new NativeWorkers(parts);
    this.nativeShares.add(nativeShare);
    return nativeShare;
  }

  private thread(n: number): NativeWorkerThread | undefined {
    try {
      this.threads[n] ??= this.options.start();
    } catch {
      // Without one a launch takes longer, and nothing else.
    }
    return this.threads[n];
  }

  private dispatcher(lane: LaunchSlot, n: number): Dispatcher {
    let own = this.dispatchers.get(lane);
    if (!own) this.dispatchers.set(lane, (own = []));
    return (own[n] ??= lane.dispatcherOn(n + 1));
  }

  /** Nothing is executed any more. */
  close(): void {
    for (const nativeShare of this.nativeShares) nativeShare.abandon();
  }
}
