// An instrument observes the kernels of a run. It is a value with two ends: one in the main thread, which opens and
// writes its outputs, and one in the processor thread, its worker, which has the probes.

import type { HostMemoryState } from '../check/host-memory-state.js';
import type { LaunchReport } from '../driver/core/processor/messages.js';
import type { ObservedLaunch } from '../driver/core/processor/observer.js';
import type { CallSink } from '../driver/core/services.js';
import type { LaunchDescriptor } from '../emulator/launch.js';
import type { Observations, SimulatedTime } from '../emulator/observations.js';
import type { Probe } from '../emulator/probes.js';
import type { GuestExit } from '../host/exit-status.js';
import type { HostEvent } from '../launch/host-event.js';
import type { KernelImage } from '../launch/image.js';
import type { LaunchContexts } from '../launch/launch-context.js';
import type { TraceSpan } from '../util/trace-spans.js';
import type { WorkTimes } from '../util/work-clock.js';
import type { InstrumentReports } from './reports.js';

/** The end in the processor thread. */
export interface InstrumentWorker {
  /** The probe of one program; undefined when none of its kernels is observed. */
  probe?(session: number): Probe | undefined;
  /** The program has used memory; only with the need `hostEvents`. It precedes the launches that follow. */
  onHostEvent?(session: number, event: HostEvent): void;
  /** A launch of the program begins, of the kernel of this name. */
  begun?(session: number, kernel: string, started: StartedLaunch): void;
  /** A slice of a program's launch is over, and the launch is not. @returns why it will never be, if that is known */
  stuck?(session: number): string | undefined;
  /** A launch has ended, and the program has not been notified. @param failure why it did not end well */
  ended?(session: number, launch: LaunchDescriptor, failure: string | undefined): void;
  /** The same after `ended` of all workers: their defects are complete. */
  settled?(session: number, launch: LaunchDescriptor, failure: string | undefined): void;
  /** The time of a launch that has ended on a simulated chip, for profiling events. */
  simulated?(session: number): SimulatedTime | undefined;
  /** A launch has ended. @returns observations that its report gets */
  collected?(session: number): Observations | undefined;
  /**
   * The number of distinct defects of kernels that it has found so far. `--on-fault` records a launch if the number
   * grows between `begun` and `settled`.
   */
  defects?(): number;
  /** The memory of the program as it follows it, with the writes of kernels. */
  hostMemory?(session: number): HostMemoryState | undefined;
  /** The program has ended. */
  left?(session: number): void;
  /** A launch of the program has stopped at a breakpoint or with a fault. */
  stopped?(session: number): void;
  /** No launch executes at the moment. */
  idle?(): void;
  /** When no launch follows: plain data, which crosses threads. */
  result?(): unknown;
  /** After the end of all programs: closes outputs of the worker. */
  close?(): void;
}

/** A launch of which nothing has been executed. */
export interface StartedLaunch extends ObservedLaunch {
  readonly launch: LaunchDescriptor;
}

/** Services of the processor thread for workers. */
export interface WorkerHost {
  readonly launchContexts: LaunchContexts;
  /** Prints a sentence for the user. */
  readonly say: (text: string) => void;
  /** Reports that a requested output will be incomplete, and why. */
  readonly lacks: (text: string) => void;
  /** Sends plain data to the end in the main thread (`Instrument.receive`), at once. */
  readonly post: (message: unknown) => void;
  /** The workers of all instruments of the run, this one included; complete when the first program begins. */
  readonly workers: () => Iterable<InstrumentWorker>;
  /** The number of compute units of each device; empty if unknown. */
  readonly computeUnits: readonly number[];
}

/**
 * Kind of observation: single instructions, which only interpreting engines show; accesses, which compiled code records
 * as well; values of some work-groups, which compiled code leaves to the interpreter; or only the beginning and the end
 * of launches, which every engine shows.
 */
export type Observation = 'instructions' | 'accesses' | 'values' | 'launches';

/** The exports of a worker's module. */
export interface InstrumentModule {
  createWorker(options: unknown, host: WorkerHost): InstrumentWorker;
}

/** Requirements of an instrument. */
export interface InstrumentNeeds {
  /** Reports of launches (`FinishedRun.launches`). */
  readonly launches?: boolean;
  /** Kernels with source lines (`FinishedRun.images`): programs are built with -g. */
  readonly lines?: boolean;
  /** Operations of programs on memory (`InstrumentWorker.onHostEvent`); programs are built with -g. */
  readonly hostEvents?: boolean;
  /** The conditions of a check: gaps behind allocations, delayed reuse of freed memory, builds with marks for it. */
  readonly checks?: boolean;
  /** Reports of the writes of ROCm's runtime: reads of memory that was never written are checked. */
  readonly hostWrites?: boolean;
}

export const anyNeeds = (instruments: readonly Instrument[], need: keyof InstrumentNeeds): boolean =>
  instruments.some(({ needs }) => needs?.[need]);

/** A run before its program starts. */
export interface OpeningRun {
  /** Creates an output that is written later, so that its errors end the run now. @throws AtollError HOST */
  createFile(file: string, what: string): void;
  /** Prints a text to the log or to standard error. */
  readonly say: (text: string) => void;
  /** Writes to standard error, whatever the log is. */
  readonly writeError: (text: string) => void;
  /** Reports that a requested output will be incomplete, and why. */
  readonly lacks: (text: string) => void;
}

/** A run whose program is about to start. What is measured grows until its end. */
export interface StartedRun {
  readonly argv: readonly string[];
  readonly engine: string;
  /** The simulated chips. */
  readonly devices: readonly string[];
  /** The start of the run, by CLOCK_MONOTONIC. */
  readonly startNs: bigint;
  /** The launches in order of completion; later ones that are alike are sums. Complete where they are needed. */
  readonly launches: readonly LaunchReport[];
  /** Builds of programs. */
  readonly builds: WorkTimes;
  /** Kernels that clang makes machine code of, in the background. */
  readonly compilations: WorkTimes;
  /** All instruments of the run. */
  readonly instruments: readonly Instrument[];
}

/** A run after the end of its program and of all threads. */
export interface FinishedRun extends StartedRun {
  readonly end: GuestExit;
  readonly wallNs: bigint;
  /** The kernels of all programs that were built, where source lines are needed. */
  readonly images: readonly KernelImage[];
  /** Prints a text to the log or to standard error. */
  readonly say: (text: string) => void;
}

/** Receives calls of programs, and spans of the simulator by CLOCK_MONOTONIC. */
export interface TimelineSink extends CallSink {
  /** @param unit the thread that executes work-groups; undefined for the main thread */
  happened(span: TraceSpan, unit?: number): void;
}

/** A worker of a folder in src/instruments. */
export interface BuiltInWorker {
  readonly builtIn: string;
}

export interface Instrument {
  /** Different from those of all other instruments of the run. */
  readonly name: string;
  readonly needs?: InstrumentNeeds;
  /** Plain data for its worker. */
  readonly options?: unknown;
  /** The file of an {@link InstrumentModule} without top-level `await`, or a folder here; absent: no worker. */
  readonly worker?: URL | BuiltInWorker;
  /** Observation of its worker; absent: instructions. */
  readonly observes?: Observation;
  /** Defined after `open`, if there is one. */
  readonly timeline?: TimelineSink | undefined;
  /** Checks and creates outputs. @throws AtollError */
  open?(run: OpeningRun): void;
  /** Variables for the environment of programs; called after `open`. */
  environment?(): Readonly<Record<string, string>>;
  /** Called after `open` of all instruments, before the program starts. */
  begin?(run: StartedRun): Promise<void> | void;
  /** Receives a message of its worker, during the run. */
  receive?(message: unknown): void;
  /** Receives the result of its worker after the end of all programs. */
  collect?(result: unknown): void;
  /** Called if the program cannot be started. */
  discard?(): void;
  /** Parts of the reports of the run; called only if one is requested. */
  reports?(): Promise<InstrumentReports>;
  /** Writes outputs. @throws AtollError */
  finish?(run: FinishedRun): Promise<void>;
  /** An exit status that replaces a program's 0, after `finish`. */
  verdict?(): number | undefined;
}

/** The exit status of the first instrument that has one. */
export const verdictOf = (instruments: readonly Instrument[]): number | undefined =>
  instruments.map((instrument) => instrument.verdict?.()).find((status) => status !== undefined);

/** The first timeline of instruments. */
export const timelineOf = (instruments: readonly Instrument[]): TimelineSink | undefined =>
  instruments.find(({ timeline }) => timeline)?.timeline;

/** The order for a worker, as the processor thread receives it. */
export interface InstrumentOrder {
  readonly name: string;
  readonly options: unknown;
  readonly observes: Observation;
  /** Path of its module; absent for a built-in one. */
  readonly file?: string;
  readonly builtIn?: string;
}
