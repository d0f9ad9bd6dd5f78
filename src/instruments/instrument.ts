// What observes kernels of a run: a value with an end in the thread that runs launches, which has the probes, and an
// end in the thread that starts the run, which gets the result.

import type { Probe } from '../emulator/probes.js';

/** The end in the thread that runs launches. */
export interface InstrumentWorker {
  /** The probe of one program; undefined when none of its kernels is observed. */
  probe(session: number): Probe | undefined;
  /** A launch of the program begins, of the kernel of this name. */
  begun?(session: number, kernel: string): void;
  /** The program has ended. */
  left?(session: number): void;
  /** When no launch follows: plain data, which crosses threads. */
  result(): unknown;
}

/** What the module of a worker exports. */
export interface InstrumentModule {
  createWorker(options: unknown): InstrumentWorker;
}

export interface Instrument {
  /** Unlike those of all others of the run. */
  readonly name: string;
  /** Plain data for its worker. */
  readonly options?: unknown;
  /** The file of an {@link InstrumentModule} without top-level `await`. */
  readonly worker: URL;
  /** Takes the result of its worker, when all programs have ended. */
  collect(result: unknown): void;
}

/** An instrument as the thread that runs launches gets it. */
export interface InstrumentOrder {
  readonly name: string;
  readonly options: unknown;
  /** Path of its worker's module. */
  readonly file: string;
}
