// What the command processor is made with: engines, queues and threads that help, and who watches.

import type { Engine } from '../../../emulator/engine.js';
import type { LaunchDescriptor } from '../../../emulator/launch.js';
import type { GpuMemory } from '../../../emulator/memory.js';
import type { Probe } from '../../../emulator/probes.js';
import type { MakeScheduler } from '../../../emulator/scheduler.js';
import type { Conventions } from '../../../launch/convention.js';
import type { Assistants } from './assistants.js';
import type { Crew } from './crew.js';
import type { Elsewhere } from './elsewhere.js';
import type { Populate } from './fresh-memory.js';
import type { ProcessorEvent } from './messages.js';
import type { Observer } from './observer.js';
import type { CreateQueue } from './served.js';
import type { Spectator } from './spectator.js';

/** Has another thread translate a kernel, see `Engine.translate`; false when there is none that could. */
export type TranslateElsewhere = (launch: LaunchDescriptor, part: readonly number[] | undefined) => boolean;

export interface ProcessorOptions {
  readonly createEngine: (memory: GpuMemory, probe: Probe | undefined, translate: TranslateElsewhere) => Engine;
  /** Absent: the functional one. */
  readonly scheduler?: MakeScheduler | undefined;
  /** Those of the loaders that there are. */
  readonly conventions: Conventions;
  /** How guests launch, by the names that sessions are added with. */
  readonly queues: Readonly<Record<string, CreateQueue>>;
  readonly populate: Populate;
  readonly crew: Crew;
  readonly assistants?: Assistants | undefined;
  /** Watches what is executed; launches then have no executors. */
  readonly observer?: Observer | undefined;
  /** Looks on. */
  readonly spectator?: Spectator | undefined;
  /** Who else executes launches; these then have no executors. */
  readonly elsewhere?: Elsewhere | undefined;
  /** Executors that may be asked for. */
  readonly executors: number;
  /** The control plane wants to hear of every launch in the end. */
  readonly keepsAccount: boolean;
  /** Engines are compared, of which only one launch at a time is known. */
  readonly compared?: boolean | undefined;
  /** Milliseconds that one kernel may take; undefined for no limit. */
  readonly timeoutMs?: number | undefined;
  readonly emit: (event: ProcessorEvent) => void;
  /** Delivers the messages that were sent until now, through `receive`. */
  readonly catchUp: () => void;
}
