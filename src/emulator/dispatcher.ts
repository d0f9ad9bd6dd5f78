// Starts launches on one compute unit of one guest.

import { GroupCursor } from './cursor.js';
import { Dispatch } from './dispatch.js';
import type { Engine } from './engine.js';
import { groupTotal, type LaunchDescriptor } from './launch.js';
import type { GpuMemory } from './memory.js';
import type { Probe } from './probes.js';
import { functionalScheduler, type Scheduler } from './scheduler.js';
import { checkLaunch } from './wavefronts.js';
import { ComputeUnit } from './workgroup.js';

/** Work-groups that a unit takes at a time when it has no others to share them with. */
const ALONE = 64;

export interface DispatcherOptions {
  /** Slice of the engine region; workers and queues that run at the same time on one guest need different ones. */
  readonly unit?: number;
  readonly probe?: Probe;
  /**
   * Makes what decides which wavefront is next, one for each dispatch. Absent: the functional one, with one work-group
   * at a time.
   */
  readonly scheduler?: (() => Scheduler) | undefined;
}

/** Runs launches on one compute unit of one guest. */
export class Dispatcher {
  private readonly unit: ComputeUnit;
  private readonly probe: Probe | undefined;
  private readonly scheduler: () => Scheduler;

  constructor(
    memory: GpuMemory,
    private readonly engine: Engine,
    options: DispatcherOptions = {},
  ) {
    this.unit = new ComputeUnit(memory, options.unit ?? 0);
    this.probe = options.probe;
    this.scheduler = options.scheduler ?? functionalScheduler;
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
    return new Dispatch(this.unit, this.engine, launch, cursor, this.scheduler(), this.probe);
  }

  /** The same on a unit whose slice others have used meanwhile. */
  startAnew(...[launch, cursor]: Parameters<Dispatcher['start']>): Dispatch {
    this.unit.forget();
    return this.start(launch, cursor);
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
