// Instruments of a machine without a program: both ends are in the calling thread.

import { DEFAULT_CHIP } from '../chips/chips.js';
import { resourcesOf } from '../driver/core/processor/launch-accounting.js';
import type { ObservedLaunch } from '../driver/core/processor/observer.js';
import { deviceModel } from '../driver/device-models.js';
import type { Dispatch } from '../emulator/dispatch.js';
import { initialMode } from '../emulator/launch.js';
import type { Observations } from '../emulator/observations.js';
import type { Probe } from '../emulator/probes.js';
import { type Instrument, verdictOf } from '../instruments/instrument.js';
import { orderInstruments } from '../instruments/orders.js';
import { InstrumentOutputs } from '../instruments/outputs.js';
import { workerModule } from '../instruments/workers.js';
import type { KernelImage } from '../launch/image.js';
import { LaunchList } from '../machine/launch-list.js';
import type { Instrumentation } from '../threads/instrumentation.js';
import { required } from '../util/required.js';
import { WorkClock } from '../util/work-clock.js';
import { LibraryOpening } from './instrument-outputs.js';

/** There is one program: the caller. */
const SESSION = 0;

/** The results of a machine's instruments. */
export interface MachineEnd {
  /** The exit status of the first instrument that has one: it has found something. */
  readonly verdict?: number;
  /** An output of an instrument is incomplete: `onMessage` says why. */
  readonly isIncomplete?: true;
}

export class MachineInstruments {
  private readonly outputs: InstrumentOutputs;
  private readonly launches = new LaunchList();
  private readonly opening: LibraryOpening;
  private hasBegun = false;
  private observer: Instrumentation | undefined;

  /** @throws AtollError BAD_OPTION; HOST for an output that cannot be created */
  constructor(
    private readonly instruments: readonly Instrument[],
    private readonly say: (text: string) => void,
  ) {
    this.opening = new LibraryOpening(say);
    this.outputs = new InstrumentOutputs(instruments, this.opening);
    try {
      this.outputs.open();
    } catch (error) {
      this.opening.removeEmpty();
      throw error;
    }
  }

  /** Before the first launch, or before `finish` without one: nothing is built or compiled in the background here. */
  private async begin(engine: string): Promise<void> {
    if (this.hasBegun) return;
    this.hasBegun = true;
    const clock = new WorkClock();
    const { launches } = this;
    const measured = {
      get launches() {
        return launches.all;
      },
      builds: clock,
      compilations: clock,
    };
    await this.outputs.begin({ argv: [], engine, devices: [DEFAULT_CHIP.id] }, measured);
  }

  /** Loads the workers. @returns the probe of all; undefined if none has one */
  async load(engine: string): Promise<Probe | undefined> {
    await this.begin(engine);
    const orders = orderInstruments(this.instruments);
    const [{ Instrumentation }, ...modules] = await Promise.all([
      import('../threads/instrumentation.js'),
      ...orders.map(workerModule),
    ]);
    const write = (text: string): void => this.say(text.replace(/^atoll: /, '').trimEnd());
    const named = (instrument: string) => this.instruments.find(({ name }) => name === instrument);
    const computeUnits = [deviceModel(DEFAULT_CHIP.id).computeUnits];
    this.observer = new Instrumentation(
      { instruments: orders, computeUnits },
      {
        write,
        lacks: this.opening.lacks,
        post: (instrument, message) => named(instrument)?.receive?.(message),
        measured: (instrument, result) => named(instrument)?.collect?.(result),
        readLine: () => 'end',
        send: () => {},
        quit: () => {},
      },
      modules,
    );
    return this.observer.probe(SESSION);
  }

  loaded(images: readonly KernelImage[]): void {
    this.outputs.addImages(images);
  }

  begun(dispatch: Dispatch, launched: ObservedLaunch): void {
    required(this.observer, 'observer').begun(SESSION, dispatch.launch, launched);
  }

  /** A slice is over. @returns why the launch will never end, if that is known */
  stuck(): string | undefined {
    return required(this.observer, 'observer').stuck(SESSION);
  }

  stopped(dispatch: Dispatch): void {
    required(this.observer, 'observer').stopped(SESSION, dispatch);
  }

  /** @returns the observations of the launch */
  ended(dispatch: Dispatch, startNs: bigint, failure: string | undefined): Observations | undefined {
    const { launch, counts } = dispatch;
    required(this.observer, 'observer').ended(SESSION, launch, failure);
    const observations = required(this.observer, 'observer').collected(SESSION);
    this.launches.add({
      session: SESSION,
      kernel: launch.kernel,
      device: 0,
      globalSize: launch.globalSize as [number, number, number],
      localSize: launch.localSize as [number, number, number],
      counts: counts.values,
      isa: launch.isa,
      mode: initialMode(launch),
      code: launch.code,
      resources: resourcesOf(launch),
      ...(observations && { observations }),
      startNs,
      endNs: process.hrtime.bigint(),
      preparation: { translationNs: 0, compilationNs: 0 },
      ...(failure !== undefined && { failure }),
    });
    return observations;
  }

  /** No launch follows: results are collected, and outputs written. @throws AtollError */
  async finish(engine: string): Promise<MachineEnd> {
    await this.begin(engine);
    this.observer?.left(SESSION);
    this.observer?.close();
    await this.outputs.finish({ code: 0 });
    const verdict = verdictOf(this.instruments);
    return { ...(verdict !== undefined && { verdict }), ...(this.opening.isIncomplete && { isIncomplete: true }) };
  }
}
