// Result of a loader: kernels that have no place in memory yet.

import type { Size3 } from '../emulator/launch.js';
import type { GpuMemory } from '../emulator/memory.js';
import type { DebugInfo } from '../source/debug-info.js';
import type { KernelArgument } from './argument.js';
import type { ConventionData, GroupRules, InitialRegisters, LoadedCode } from './code.js';

/** A printf call of a kernel's source; the front end defines how records refer to it (src/cal/printf.ts). */
export interface PrintfFormat {
  /** As in a record's first word; starts at 1. */
  readonly id: number;
  /** Bytes of each argument in the record. */
  readonly sizes: readonly number[];
  readonly format: string;
}

/** Data of a kernel that a host may query, and needs to set its arguments. */
export interface KernelSignature {
  readonly arguments: readonly KernelArgument[];
  readonly sizeHint: Size3 | undefined;
  readonly vectorTypeHint: string | undefined;
  readonly printfFormats: readonly PrintfFormat[];
}

export interface KernelImage {
  readonly name: string;
  /** Name of the instruction set. */
  readonly isa: string;
  /**
   * Instructions, then the constant tables that they reach relative to the program counter; addresses in them are not
   * relocated.
   */
  readonly code: Uint8Array;
  /** Size of the instructions in `code`, in bytes. */
  readonly textSize: number;
  /** Start of execution, as an offset in `code`. */
  readonly entryOffset: number;
  readonly registers: InitialRegisters;
  /** Bytes of LDS that it declares itself. */
  readonly lds: number;
  /** Bytes of private memory of a work-item. */
  readonly scratch: number;
  readonly groups: GroupRules;
  readonly convention: ConventionData;
  readonly signature: KernelSignature;
  /** Debug information of the code; empty when it was built without -g. */
  readonly debug: DebugInfo;
}

export interface ProgramImage {
  readonly kernels: readonly KernelImage[];
  /** Bytes of GPU memory that it takes. */
  readonly size: number;
  /**
   * Writes code and constants as they must stand at a place.
   *
   * @param memory `size` bytes of which from the offset on belong to the program
   * @returns the kernels, in the order of `kernels`
   */
  place(memory: GpuMemory, offset: number): readonly LoadedCode[];
}
