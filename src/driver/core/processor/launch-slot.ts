// A place in which one launch of a guest runs, a slice at a time, on the thread that takes launches.

import type { GroupCursor } from '../../../emulator/cursor.js';
import { Dispatcher } from '../../../emulator/dispatcher.js';
import type { Engine, Preparation } from '../../../emulator/engine.js';
import type { GpuMemory } from '../../../emulator/memory.js';
import type { Probe } from '../../../emulator/probes.js';
import { functionalScheduler, type MakeScheduler, type Scheduler } from '../../../emulator/scheduler.js';
import type { LoadedCode } from '../../../launch/code.js';
import type { NativeWorkers } from './native-workers.js';
import type { Submission } from './queue.js';
import type { LaunchRun } from './remote-executor.js';
import type { Slices } from './time-slices.js';
import type { WorkerTeam } from './worker-pool.js';

/** A launch that stands still. */
export interface LaunchPreemption {
  readonly sinceNs: bigint;
  saved: boolean;
}

/** A launch in progress. */
export interface ActiveLaunch {
  readonly submission: Submission;
  readonly kernel: LoadedCode;
  dispatch: LaunchRun;
  slices: Slices;
  readonly cursor: GroupCursor;
  /** Later by the time that it stood still. */
  startNs: bigint;
  /** Time that the thread had spent on making kernels ready when the launch began. */
  readonly prepared: Readonly<Preparation>;
  /**
   * After the first slice of a new kernel: when it ended, and how many work-groups we had started. It may have compiled
   * the kernel.
   */
  begun: { readonly ns: bigint; readonly groups: number } | undefined;
  /** The executors' part, once they have been requested. */
  team: WorkerTeam | undefined;
  /** The native workers' part, where they take one: then executors do not. */
  nativeShare: NativeWorkers | undefined;
  /** Our own part is over. */
  ended: boolean;
  /** It stands still, or is about to: since when, and whether all threads have come to a stop. */
  preempted: LaunchPreemption | undefined;
  /** Why the launch fails. */
  failure: string | undefined;
}

export class LaunchSlot {
  running: ActiveLaunch | undefined;
  readonly dispatcher: Dispatcher;

  /** @param unit the compute unit in whose slice of the engine region its work-groups have their state */
  constructor(
    private readonly memory: GpuMemory,
    readonly engine: Engine,
    unit: number,
    probe?: Probe,
    private readonly scheduler: MakeScheduler = functionalScheduler,
  ) {
    const makeScheduler = (): Scheduler => scheduler(probe?.residents);
    this.dispatcher = new Dispatcher(memory, engine, { unit, scheduler: makeScheduler, ...(probe ? { probe } : {}) });
  }

  /** Another dispatcher of its engine, for work-groups of the same launch. */
  dispatcherOn(unit: number): Dispatcher {
    return new Dispatcher(this.memory, this.engine, { unit, scheduler: () => this.scheduler() });
  }

  close(): void {
    this.dispatcher.close();
  }
}
