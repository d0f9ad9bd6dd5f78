// A lowered kernel: code, its lines and functions, and the sizes of its segments.

import type { BrigEntry } from '../brig/module.js';
import type { KernelControls } from './controls.js';
import type { LiteralRelocation } from './emitter.js';

/** An instruction of HSAIL and the code that stands for it. */
export interface LoweredLine {
  /** Byte offset of its first instruction. */
  readonly offset: number;
  /** Offset of its entry in hsa_code. */
  readonly entry: number;
  readonly text: string;
}

/** The code of a body: that of the kernel, or of a function where it is called. Offsets are bytes. */
export interface LoweredActivation {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Offset in hsa_code of the instruction that calls; absent for the kernel. */
  readonly call: number | undefined;
  /** Names of registers and their first vector registers. */
  readonly registers: readonly (readonly [string, number])[];
  readonly inner: readonly LoweredActivation[];
}

export interface LoweredKernel {
  readonly name: string;
  readonly words: Uint32Array;
  readonly relocations: readonly LiteralRelocation[];
  readonly lines: readonly LoweredLine[];
  readonly kernargBytes: number;
  readonly groupBytes: number;
  readonly privateBytes: number;
  /** Vector registers of a wavefront. */
  readonly vectorRegisters: number;
  readonly formals: readonly BrigEntry[];
  readonly kernarg: ReadonlyMap<number, number>;
  readonly controls: KernelControls;
  /** Offsets where code begins that is of no instruction of HSAIL. */
  readonly gaps: readonly number[];
  readonly activation: LoweredActivation;
  /** Functions that call themselves, which are lowered once. */
  readonly functions: readonly LoweredActivation[];
}
