// Properties of instructions for a timing model beside their semantics: classes, never cycles.

import type { InstructionDef } from './define.js';
import type { Instruction } from './instruction.js';

/** Classes of vector instructions that may differ in rate. */
export const VECTOR_RATES = [
  'full',
  'fma32',
  'transcendental32',
  'multiply32',
  'divide32',
  'add64',
  'multiply64',
  'shift64',
] as const;
export type VectorRate = (typeof VECTOR_RATES)[number];

/** The same of scalar ones. */
export const SCALAR_RATES = ['full', 'saveexec', 'setreg'] as const;
export type ScalarRate = (typeof SCALAR_RATES)[number];

/** Maximum numbers of outstanding accesses at which a wait is over; NO_WAIT where it does not wait. */
export interface WaitCounts {
  readonly vm: number;
  readonly exp: number;
  readonly lgkm: number;
}
export const NO_WAIT = 255;

/** How instructions wait for accesses: instructions say so, or each waits for the registers that it names. */
export type DependencyKind = 'waits' | 'scoreboard';

export interface TimingFacts {
  readonly dependencies: DependencyKind;
  /** The sequencer delays instructions of 8 bytes that begin late in a block of 32 bytes. */
  readonly delaysLong: boolean;
  /** Registers of a wavefront on a chip; absent: those of the launch. */
  registersOf?(code: Uint32Array): { readonly vgprs: number; readonly sgprs: number };
  vectorRate(def: InstructionDef): VectorRate;
  scalarRate(def: InstructionDef): ScalarRate;
  /** The next scalar instruction waits for its results. */
  delaysScalar(def: InstructionDef): boolean;
  /** Undefined for instructions that are no waits. */
  waits(instruction: Instruction): WaitCounts | undefined;
}
