// Options of the command processor: engines, queues, threads that help, and observers.

import type { Engine } from '../../../emulator/engine.js';
import type { LaunchDescriptor } from '../../../emulator/launch.js';
import type { GpuMemory } from '../../../emulator/memory.js';
import type { Probe } from '../../../emulator/probes.js';
import type { MakeScheduler } from '../../../emulator/scheduler.js';
import type { Conventions } from '../../../launch/convention.js';
import type { CreateQueue } from './guest-context.js';
import type { Populate } from './huge-page-prefault.js';
import type { LaunchMonitor } from './launch-monitor.js';
import type { ProcessorEvent } from './messages.js';
import type { NativeWorkerPool } from './native-worker-pool.js';
import type { Observer } from './observer.js';
import type { RemoteExecutor } from './remote-executor.js';
import type { WorkerPool } from './worker-pool.js';

/** Has another thread translate a kernel, see `Engine.translate`; false when there is none that could. */
export type TranslateElsewhere = (launch: LaunchDescriptor, part: readonly number[] | undefined) => boolean;

export interface ProcessorOptions {
  readonly createEngine: (memory: GpuMemory, probe: Probe | undefined, translate: TranslateElsewhere) => Engine;
  /** Absent: the functional one. */
  readonly scheduler?: MakeScheduler | undefined;
  /** Those of the loaders that there are. */
  readonly conventions: Conventions;
  /** Launch queues of guests, by the names with which sessions are added. */
  readonly queues: Readonly<Record<string, CreateQueue>>;
  readonly populate: Populate;
  readonly pool: WorkerPool;
  readonly nativeWorkers?: NativeWorkerPool | undefined;
  /** Watches what is executed; launches then have no executors. */
  readonly observer?: Observer | undefined;
  /** Progress of launches for the live view. */
  readonly monitor?: LaunchMonitor | undefined;
  /** Executes launches in place of this thread; such launches have no executors. */
  readonly elsewhere?: RemoteExecutor | undefined;
  /** Maximum number of executors. */
  readonly executors: number;
  /** Every launch is reported to the control plane at the end. */
  readonly keepsAccount: boolean;
  /** Engines are compared, of which only one launch at a time is known. */
  readonly compared?: boolean | undefined;
  /** Milliseconds that one kernel may take; undefined for no limit. */
  readonly timeoutMs?: number | undefined;
  readonly emit: (event: ProcessorEvent) => void;
  /** Delivers the messages that were sent until now, through `receive`. */
  readonly catchUp: () => void;
}
