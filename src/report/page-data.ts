// Data of the charts on pages about runs, as the pages embed it for the code of src/browser.

import type { BIN_FIELDS } from '../emulator/observations.js';
import type { InstructionClass } from '../isa/classes.js';
import type { Reason } from '../timing/model/reasons.js';

export interface ReportedMap {
  readonly argument: number;
  readonly name: string;
  readonly bytes: number;
  readonly binBytes: number;
  /** By bin, each as BIN_FIELDS of src/emulator/observations.ts. */
  readonly bins: Readonly<Record<(typeof BIN_FIELDS)[number], readonly number[]>>;
}

export interface LaunchMaps {
  /** Of the launch, as in the table of launches. */
  readonly number: number;
  readonly buffers: readonly ReportedMap[];
}

/** Wave-instructions by class. */
export type InstructionMix = Readonly<Partial<Record<InstructionClass, number>>>;

/** Of the report of a run. */
export interface RunPageData {
  /** Times in milliseconds, the first from the beginning of the run. */
  readonly launches: readonly { readonly kernel: string; readonly startMs: number; readonly ms: number }[];
  /** Of each kernel. */
  readonly mixes: readonly InstructionMix[];
  readonly maps: readonly (readonly LaunchMaps[])[];
}

/** A number of both runs; null: that run does not have it. */
export interface ComparedNumber {
  readonly name: string;
  readonly a: number | null;
  readonly b: number | null;
}

/** Of a comparison of two runs. */
export interface ComparisonPageData {
  readonly kernels: readonly string[];
  /** Milliseconds of each kernel, in A and in B. */
  readonly times: readonly [a: readonly (number | null)[], b: readonly (number | null)[]];
  /** Wave-instructions of each kernel by class. */
  readonly mixes: readonly (readonly ComparedNumber[])[];
}

export interface Roof {
  readonly name: string;
  /** Operations, or bytes, a second, in 10^9. */
  readonly giga: number;
}

export interface Roofline {
  /** Name of an operation. */
  readonly unit: string;
  readonly arithmetic: readonly Roof[];
  readonly memory: readonly Roof[];
  /** The launch, by the bytes of each level of memory: operations for each byte, 10^9 operations a second. */
  readonly points: readonly { readonly level: string; readonly x: number; readonly y: number }[];
}

/** Of a launch on one chip, on a page about simulated time. */
export interface TimingPageData {
  readonly chip: string;
  readonly roofline: Roofline;
  /** Cycles of the launch, and of each stretch of `over` and `resident`. */
  readonly cycles: number;
  readonly stretchCycles: number;
  /** Cycles of slots by reason: in all, and in each stretch. */
  readonly stalls: readonly { readonly name: Reason; readonly all: number; readonly over: readonly number[] }[];
  /** Part of the slots of each compute unit that had a wavefront, in each stretch. */
  readonly resident: readonly (readonly number[])[];
}
