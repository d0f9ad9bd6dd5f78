// Composition root of what watches kernels: traces, the debugger, statistics that need probes, as the options of `atoll
// run` request them.

import { DapFrontend } from '../debug/dap/dap-frontend.js';
import type { DapAnswer } from '../debug/dap/messages.js';
import { Debugger, type LaunchOutcome } from '../debug/debugger.js';
import type { DebugConsole } from '../debug/frontend.js';
import { parseKernelPlace } from '../debug/locations.js';
import type { AllocationRecord } from '../driver/core/processor/messages.js';
import type { ObservedLaunch, Observer } from '../driver/core/processor/observer.js';
import type { Dispatch } from '../emulator/dispatch.js';
import type { LaunchDescriptor } from '../emulator/launch.js';
import type { Observations, SimulatedTime } from '../emulator/observations.js';
import { combineProbes, type Probe } from '../emulator/probes.js';
import type { InstrumentModule, InstrumentWorker, WorkerHost } from '../instruments/instrument.js';
import type { FailedCall } from '../launch/failed-call.js';
import type { HostEvent } from '../launch/host-event.js';
import { required } from '../util/required.js';
import type { InstrumentationSettings } from './instrumentation-settings.js';
import { LaunchObservers } from './launch-observers.js';

/**
 * Checks the options before a guest starts.
 * @throws AtollError BAD_OPTION
 */
export function checkWatch({ breaks }: InstrumentationSettings): void {
  for (const place of breaks ?? []) parseKernelPlace(place);
}

/** Effects of instrumentation outside of the thread. */
export interface InstrumentationConsole extends DebugConsole {
  /** A requested output is incomplete: says why. */
  lacks(text: string): void;
  /** Answers an editor. */
  send(answer: DapAnswer): void;
  /** Ends the programs. */
  quit(): void;
  /** Takes a message of an instrument. */
  post(instrument: string, message: unknown): void;
  /** Takes the result of an instrument. */
  measured(instrument: string, result: unknown): void;
}

/** The first value that is defined. */
function firstOf<T, Value>(all: Iterable<T>, of: (one: T) => Value | undefined): Value | undefined {
  for (const one of all) {
    const value = of(one);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Observers of the thread that runs kernels. */
export class Instrumentation implements Observer {
  private readonly debugger: Debugger | undefined;
  private readonly instruments: ReadonlyMap<string, InstrumentWorker>;
  private readonly launches = new LaunchObservers();

  /** @throws AtollError BAD_OPTION when the trace cannot be written */
  constructor(
    private readonly settings: InstrumentationSettings,
    private readonly console: InstrumentationConsole,
    modules: readonly InstrumentModule[],
  ) {
    const { breaks, instruments = [] } = settings;
    const { launchContexts } = this.launches;
    this.instruments = new Map(
      instruments.map(({ name, options }, n) => [
        name,
        required(modules[n], 'module of the instrument').createWorker(options, this.hostOf(name)),
      ]),
    );
    if (breaks) this.debugger = new Debugger(breaks, console, launchContexts, this.editorFront());
  }

  private hostOf(instrument: string): WorkerHost {
    const { console, settings, launches } = this;
    return {
      launchContexts: launches.launchContexts,
      computeUnits: settings.computeUnits ?? [],
      say: (text) => console.write(`atoll: ${text}\n`),
      lacks: (text) => console.lacks(text),
      post: (message) => console.post(instrument, message),
      workers: () => this.instruments.values(),
    };
  }

  private editorFront(): ConstructorParameters<typeof Debugger>[3] {
    const { settings, console } = this;
    if (!settings.editor) return undefined;
    return (shared, interrupt) => new DapFrontend(shared, interrupt, console, (answer) => console.send(answer));
  }

  /** A command for the debugger came while kernels run; says whether it takes such. */
  receive(line: string): boolean {
    return this.debugger?.receive(line) ?? false;
  }

  probe(session: number): Probe | undefined {
    const probes = [...this.instruments.values()].flatMap((instrument) => instrument.probe?.(session) ?? []);
    if (this.debugger) probes.push(this.debugger.probe(session));
    return combineProbes(probes);
  }

  stopped(session: number, dispatch: Dispatch): LaunchOutcome {
    for (const instrument of this.instruments.values()) instrument.stopped?.(session);
    const decision = this.debugger?.stopped(session, dispatch) ?? 'continue';
    if (decision === 'quit') this.console.quit();
    return decision;
  }

  callFailed(session: number, failed: FailedCall): 'continue' | 'quit' | 'gone' {
    const decision = this.debugger?.callFailed(session, failed) ?? 'continue';
    if (decision === 'quit') this.console.quit();
    return decision;
  }

  onHostEvent(session: number, event: HostEvent): void {
    for (const instrument of this.instruments.values()) instrument.onHostEvent?.(session, event);
  }

  begun(session: number, launch: LaunchDescriptor, what: ObservedLaunch): void {
    this.launches.begun(session, launch, what);
    for (const instrument of this.instruments.values())
      instrument.begun?.(session, what.kernel.name, { ...what, launch });
    this.debugger?.begun(session, what.memory);
  }

  memory(session: number, allocation: AllocationRecord, allocated: boolean): void {
    this.launches.memory(session, allocation, allocated);
  }

  collected(session: number): Observations | undefined {
    const seen = [...this.instruments.values()].flatMap((instrument) => instrument.collected?.(session) ?? []);
    return seen.length > 0 ? Object.assign({}, ...seen) : undefined;
  }

  stuck(session: number): string | undefined {
    return firstOf(this.instruments.values(), (one) => one.stuck?.(session));
  }

  simulated(session: number): SimulatedTime | undefined {
    return firstOf(this.instruments.values(), (one) => one.simulated?.(session));
  }

  ended(session: number, launch: LaunchDescriptor, failure: string | undefined): void {
    for (const instrument of this.instruments.values()) instrument.ended?.(session, launch, failure);
    for (const instrument of this.instruments.values()) instrument.settled?.(session, launch, failure);
  }

  left(session: number): void {
    for (const instrument of this.instruments.values()) instrument.left?.(session);
    this.launches.left(session);
    this.debugger?.left(session);
  }

  /** No launch executes at the moment. */
  idle(): void {
    for (const instrument of this.instruments.values()) instrument.idle?.();
  }

  close(): void {
    for (const [name, instrument] of this.instruments)
      if (instrument.result) this.console.measured(name, instrument.result());
    for (const instrument of this.instruments.values()) instrument.close?.();
    for (const line of this.debugger?.unmet() ?? []) this.console.write(`atoll: ${line}\n`);
  }
}
