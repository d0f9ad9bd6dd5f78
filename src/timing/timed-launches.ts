// The time of every launch of a run: records go to a temporary file, which is simulated when the launch is over.

import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LaunchDescriptor } from '../emulator/launch.js';
import type { GpuMemory } from '../emulator/memory.js';
import type { SimulatedTime } from '../emulator/observations.js';
import type { Probe } from '../emulator/probes.js';
import type { DebugInfo } from '../source/debug-info.js';
import { AtollError, describeError } from '../util/errors.js';
import { elementOf, required, valueAt } from '../util/required.js';
import { type Configuration, readConfiguration } from './config/configuration.js';
import { type LaunchEstimate, LaunchSampler } from './levels/launches.js';
import { type LineTime, timeOfLines } from './model/lines.js';
import type { TimingResult } from './model/result.js';
import { type SimulationOptions, simulate } from './model/simulate.js';
import { SimulationPool, usualThreads } from './model/simulation-pool.js';
import type { RecordedSource } from './records/format.js';
import { RecordFile } from './records/reader.js';
import { SessionRecords } from './records/session.js';

/**
 * Of a launch of a run: what is the same in all of them, and what is only known of single instructions, is left out.
 */
export type LaunchTime = Omit<TimingResult, 'configuration' | 'guesses' | 'instructions'> & {
  readonly chip: string;
  /** Absent: not requested, or the program was built without. */
  readonly lines?: readonly LineTime[];
};

/** A launch that begins. */
export interface TimedLaunch {
  readonly device: number;
  readonly launch: LaunchDescriptor;
  readonly memory: GpuMemory;
  /** Given where the time of lines is needed. */
  readonly lines?: DebugInfo;
}

/** Of one that was not simulated: what is known of it. */
export interface EstimatedTime extends LaunchEstimate {
  readonly kernel: string;
  readonly chip: string;
  readonly cycles: number;
  readonly nanoseconds: number;
  readonly estimated: true;
}

/** A file that has no name any more. @throws AtollError HOST */
function temporaryFile(): number {
  try {
    const folder = mkdtempSync(join(tmpdir(), 'atoll-records-'));
    try {
      return openSync(join(folder, 'launch'), 'wx+', 0o600);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  } catch (error) {
    throw new AtollError('HOST', `cannot store records in ${tmpdir()}: ${(error as Error).message}`, 'set TMPDIR');
  }
}

interface Guest {
  readonly records: SessionRecords;
  /** Of the launch that runs: its file and its chip. */
  fd: number | undefined;
  chip: Configuration | undefined;
  time: SimulatedTime | undefined;
}

export class TimedLaunches {
  private readonly guests = new Map<number, Guest>();
  private readonly chips: readonly Configuration[];
  private pool: SimulationPool | undefined;
  private readonly sampler: LaunchSampler | undefined;

  /**
   * @param chips names of configurations, one for each device
   * @param threads that simulate a launch
   * @param sample launches of each group that are simulated in detail; absent: all are
   * @param lacks called with the reason when there is no time of a launch
   * @throws AtollError BAD_OPTION, BAD_INPUT
   */
  constructor(
    chips: readonly string[],
    private readonly lacks: (text: string) => void,
    private readonly threads = usualThreads(),
    sample?: number,
  ) {
    this.chips = chips.map(readConfiguration);
    this.sampler = sample === undefined ? undefined : new LaunchSampler(sample);
  }

  probe(session: number): Probe {
    const records = new SessionRecords((error) => this.lacks(`no simulated time: ${describeError(error)}`));
    this.guests.set(session, { records, fd: undefined, chip: undefined, time: undefined });
    return records.probe;
  }

  begun(session: number, { device, launch, memory, lines }: TimedLaunch): void {
    const guest = valueAt(this.guests, session, 'guest');
    guest.time = undefined;
    guest.chip = this.chips[device] ?? elementOf(this.chips, 0, 'chip');
    this.attempt(launch, () => {
      guest.fd = temporaryFile();
      guest.records.begin(guest.fd, 'of this launch', launch, memory, lines);
    });
  }

  ended(session: number, launch: LaunchDescriptor, failure: string | undefined): void {
    const guest = valueAt(this.guests, session, 'guest');
    const { fd, chip } = guest;
    if (fd === undefined) return;
    guest.fd = undefined;
    try {
      if (guest.records.end() && failure === undefined)
        this.attempt(launch, () => {
          const records = new RecordFile(fd, 'of this launch');
          guest.time = this.timeOf(records, required(chip, 'chip of the launch'));
        });
    } finally {
      closeSync(fd);
    }
  }

  private timeOf(records: RecordFile, chip: Configuration): SimulatedTime {
    let time: SimulatedTime | undefined;
    const detailed = (): number => {
      const result = simulate(records, chip, this.helpers());
      time = timeOf(result, records.launch.source);
      return result.executionCycles;
    };
    const estimate = this.sampler ? this.sampler.time(records, chip.name, chip.values, detailed) : void detailed();
    return time ?? estimatedTime(records, chip, required(estimate, 'estimate of the launch'));
  }

  /** Threads begin with the first launch that has work for them, and stay. */
  private helpers(): SimulationOptions {
    if (this.threads > 1) this.pool ??= new SimulationPool(this.threads);
    return this.pool ? { pool: this.pool } : {};
  }

  /** Why the launch that runs will never end, if that is known. */
  stuck(session: number): string | undefined {
    return this.guests.get(session)?.records.stuck();
  }

  /** Of the launch that is over. */
  time(session: number): SimulatedTime | undefined {
    return this.guests.get(session)?.time;
  }

  left(session: number): void {
    const fd = this.guests.get(session)?.fd;
    if (fd !== undefined) closeSync(fd);
    this.guests.delete(session);
    if (this.guests.size > 0) return;
    this.pool?.close();
    this.pool = undefined;
  }

  /** The program continues, whatever becomes of its time. */
  private attempt({ kernel }: LaunchDescriptor, action: () => void): void {
    try {
      action();
    } catch (error) {
      this.lacks(`no simulated time of kernel ${kernel}: ${describeError(error)}`);
    }
  }
}

function timeOf(
  { configuration, guesses: _, instructions, ...rest }: TimingResult,
  source: RecordedSource | undefined,
): SimulatedTime {
  const lines = source ? { lines: timeOfLines(instructions, source) } : {};
  const result: LaunchTime = { ...rest, chip: configuration.name, ...lines };
  return { cycles: rest.cycles, nanoseconds: rest.nanoseconds, result };
}

function estimatedTime({ launch }: RecordFile, chip: Configuration, estimate: LaunchEstimate): SimulatedTime {
  const { dispatcher, gpu } = chip.values;
  const cycles = dispatcher.cyclesBeforeLaunch + estimate.executionCycles + dispatcher.cyclesAfterLaunch;
  const nanoseconds = Math.ceil((cycles * 1000) / gpu.clockMHz);
  const { kernel } = launch;
  const result: EstimatedTime = { ...estimate, kernel, chip: chip.name, cycles, nanoseconds, estimated: true };
  return { cycles, nanoseconds, result };
}
