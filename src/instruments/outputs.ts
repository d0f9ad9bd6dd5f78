// The outputs of a run's instruments, from `open` to `finish` or `discard`.

import type { LaunchReport } from '../driver/core/processor/messages.js';
import type { GuestExit } from '../host/exit-status.js';
import type { KernelImage } from '../launch/image.js';
import { required } from '../util/required.js';
import { attemptAll } from '../util/settle-all.js';
import type { WorkClock } from '../util/work-clock.js';
import type { FinishedRun, Instrument, OpeningRun, StartedRun } from './instrument.js';

/** The facts of a run that do not change. */
export type StartFacts = Pick<StartedRun, 'argv' | 'engine' | 'devices'>;

/** Measurements of a machine. */
export interface RunMeasurements {
  readonly launches: readonly LaunchReport[];
  readonly builds: WorkClock;
  readonly compilations: WorkClock;
}

/** A run from its start on. */
class ObservedRun implements StartedRun {
  readonly startNs = process.hrtime.bigint();
  readonly argv: readonly string[];
  readonly engine: string;
  readonly devices: readonly string[];

  constructor(
    { argv, engine, devices }: StartFacts,
    private readonly measured: RunMeasurements,
    readonly instruments: readonly Instrument[],
  ) {
    this.argv = argv;
    this.engine = engine;
    this.devices = devices;
  }

  get launches(): readonly LaunchReport[] {
    return this.measured.launches;
  }

  get builds() {
    return this.measured.builds.times;
  }

  get compilations() {
    return this.measured.compilations.times;
  }

  ended(end: GuestExit, images: readonly KernelImage[], say: (text: string) => void): FinishedRun {
    const { argv, engine, devices, startNs, launches, builds, compilations, instruments } = this;
    const wallNs = process.hrtime.bigint() - startNs;
    return {
      ...{ argv, engine, devices, startNs, launches, builds, compilations, instruments },
      ...{ end, wallNs, images, say },
    };
  }
}

export class InstrumentOutputs {
  private readonly images: KernelImage[] = [];
  private run: ObservedRun | undefined;
  private isDiscarded = false;

  constructor(
    private readonly instruments: readonly Instrument[],
    private readonly opening: OpeningRun,
  ) {}

  /** @throws AtollError of an output, after the others are discarded */
  open(): void {
    try {
      for (const instrument of this.instruments) instrument.open?.(this.opening);
    } catch (error) {
      this.discard();
      throw error;
    }
  }

  /** A step between `open` and the start of the program. @throws its error, after the outputs are discarded */
  async prepare<Result>(step: () => Promise<Result>): Promise<Result> {
    try {
      return await step();
    } catch (error) {
      this.discard();
      throw error;
    }
  }

  /** The program is about to start. */
  async begin(facts: StartFacts, measured: RunMeasurements): Promise<void> {
    const run = new ObservedRun(facts, measured, this.instruments);
    this.run = run;
    for (const instrument of this.instruments) await instrument.begin?.(run);
  }

  /** Receives the kernels of each program that is built. */
  readonly addImages = (images: readonly KernelImage[]): void => void this.images.push(...images);

  /** The program cannot be started. Later calls have no effect. */
  discard(): void {
    if (this.isDiscarded) return;
    this.isDiscarded = true;
    for (const instrument of this.instruments) instrument.discard?.();
  }

  /** After `begin`, and after the end of all threads. @throws AtollError after all instruments have finished */
  async finish(end: GuestExit): Promise<void> {
    const finished = required(this.run, 'run').ended(end, this.images, this.opening.say);
    await attemptAll(this.instruments.map((instrument) => () => instrument.finish?.(finished)));
  }
}
