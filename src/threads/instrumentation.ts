// Composition root of what watches kernels: traces, the debugger, statistics that need probes, as the options of `atoll
// run` request them.

import { KernelCheck } from '../check/checker.js';
import type { Finding } from '../check/finding.js';
import { Findings } from '../check/findings.js';
import { DapFrontend } from '../debug/dap/dap-frontend.js';
import type { DapAnswer } from '../debug/dap/messages.js';
import { Debugger, type LaunchOutcome } from '../debug/debugger.js';
import type { DebugConsole } from '../debug/frontend.js';
import { parseKernelPlace } from '../debug/locations.js';
import { resourcesOf } from '../driver/core/processor/launch-accounting.js';
import type { AllocationRecord } from '../driver/core/processor/messages.js';
import type { ObservedLaunch, Observer } from '../driver/core/processor/observer.js';
import type { Dispatch } from '../emulator/dispatch.js';
import type { LaunchDescriptor } from '../emulator/launch.js';
import type { GpuMemory } from '../emulator/memory.js';
import type { Observations, SimulatedTime } from '../emulator/observations.js';
import { combineProbes, type Probe } from '../emulator/probes.js';
import type { InstrumentModule, InstrumentWorker } from '../instruments/instrument.js';
import type { FailedCall } from '../launch/failed-call.js';
import type { HostEvent } from '../launch/host-event.js';
import { residentGroups } from '../statistics/occupancy.js';
import type { InstrumentationSettings } from './instrumentation-settings.js';
import { LaunchObservers } from './launch-observers.js';
import { RecordedLaunches } from './recorded-launches.js';

/**
 * Checks the options before a guest starts.
 * @throws AtollError BAD_OPTION
 */
export function checkWatch({ breaks }: InstrumentationSettings): void {
  for (const place of breaks ?? []) parseKernelPlace(place);
}

/** What a watch does to the world. */
export interface InstrumentationConsole extends DebugConsole {
  /** A requested output is incomplete: says why. */
  lacks(text: string): void;
  /** Answers an editor. */
  send(answer: DapAnswer): void;
  /** Ends the programs. */
  quit(): void;
  /** Takes what a check has found: a new one, or one whose count has changed. */
  onFinding(finding: Finding): void;
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

/** What the thread that runs kernels is watched by. */
export class Instrumentation implements Observer {
  private readonly debugger: Debugger | undefined;
  private readonly recordings: RecordedLaunches | undefined;
  private readonly findings: Findings;
  /** By guest. */
  private readonly checks = new Map<number, KernelCheck>();
  private readonly instruments: ReadonlyMap<string, InstrumentWorker>;
  private readonly launches = new LaunchObservers();

  /** @throws AtollError BAD_OPTION when the trace cannot be written */
  constructor(
    private readonly settings: InstrumentationSettings,
    private readonly console: InstrumentationConsole,
    modules: readonly InstrumentModule[],
  ) {
    const { breaks, record, failing } = settings;
    const { launchContexts } = this.launches;
    const say = (text: string): void => console.write(`atoll: ${text}\n`);
    const lacks = (text: string): void => console.lacks(text);
    const host = { launchContexts, say, lacks };
    const orders = settings.instruments ?? [];
    this.instruments = new Map(orders.map(({ name, options }, n) => [name, modules[n]!.createWorker(options, host)]));
    this.findings = new Findings((finding) => console.onFinding(finding));
    if (breaks) this.debugger = new Debugger(breaks, console, launchContexts, this.editorFront());
    const recorders = [record, failing].filter((options) => options !== undefined);
    if (recorders.length > 0)
      this.recordings = new RecordedLaunches(recorders, launchContexts, this.findings, { say, lacks });
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
    const probes: Probe[] = [];
    if (this.settings.check) {
      const { check: options } = this.settings;
      const units = options.computeUnits;
      const residentsOf =
        units &&
        ((launch: LaunchDescriptor, device: number): number =>
          residentGroups(resourcesOf(launch), units[device] ?? units[0]!));
      const check = new KernelCheck(options, this.findings, this.launches.launchContexts, residentsOf);
      this.checks.set(session, check);
      probes.push(check);
    }
    probes.push(...[...this.instruments.values()].flatMap((instrument) => instrument.probe(session) ?? []));
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
    this.checks.get(session)?.onHostEvent(event);
    this.recordings?.onHostEvent(session, event, this.checks.get(session)?.hostMemory);
  }

  launching(session: number, launch: LaunchDescriptor, segment: number, _memory: GpuMemory, device: number): void {
    this.checks.get(session)?.launching(launch, segment, device);
  }

  begun(session: number, launch: LaunchDescriptor, what: ObservedLaunch): void {
    this.launches.begun(session, launch, what);
    for (const instrument of this.instruments.values())
      instrument.begun?.(session, what.kernel.name, { ...what, launch });
    this.debugger?.begun(session, what.memory);
    this.recordings?.begun(session, launch, what, this.checks.get(session)?.hostMemory);
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

  ended(session: number, launch: LaunchDescriptor, memory: GpuMemory, failure: string | undefined): void {
    this.checks.get(session)?.ended();
    this.recordings?.ended(session, launch, memory, failure);
    for (const instrument of this.instruments.values()) instrument.ended?.(session, launch, failure);
  }

  left(session: number): void {
    this.checks.get(session)?.ended();
    this.findings.flush();
    this.forgotten(this.checks.get(session));
    this.checks.delete(session);
    this.launches.left(session);
    for (const instrument of this.instruments.values()) instrument.left?.(session);
    this.recordings?.left(session);
    this.debugger?.left(session);
  }

  /** No launch executes at the moment. */
  idle(): void {
    for (const instrument of this.instruments.values()) instrument.idle?.();
  }

  /** Says what the bounds of memory have cost. */
  private forgotten(check: KernelCheck | undefined): void {
    if (!check || check.forgotten === 0) return;
    this.console.write(
      `atoll: ${check.forgotten} pages of shadow memory were forgotten: races there may be missed (--shadow-memory)\n`,
    );
  }

  close(): void {
    for (const check of this.checks.values()) {
      check.ended();
      this.forgotten(check);
    }
    this.findings.flush();
    if (this.findings.dropped > 0) this.console.write(`atoll: ${this.findings.dropped} more findings were not kept\n`);
    for (const [name, instrument] of this.instruments)
      if (instrument.result) this.console.measured(name, instrument.result());
    this.recordings?.close();
    for (const instrument of this.instruments.values()) instrument.close?.();
    for (const line of this.debugger?.unmet() ?? []) this.console.write(`atoll: ${line}\n`);
  }
}
