// A kernel in GPU memory, independent of its compiler and loader: all that a driver, an engine or an instrument needs.

import type { LaunchDescriptor, Size3 } from '../emulator/launch.js';
import type { DebugInfo } from '../source/debug-info.js';
import type { KernelArgument } from './argument.js';
import type { ProgramOrigin } from './origin.js';

/** Initial registers of a wavefront, beside the values of the user SGPRs. Names follow COMPUTE_PGM_RSRC1/2. */
export interface InitialRegisters
  extends Pick<
    LaunchDescriptor,
    | 'vgprs'
    | 'sgprs'
    | 'floatMode'
    | 'ieee'
    | 'dx10Clamp'
    | 'groupIdX'
    | 'groupIdY'
    | 'groupIdZ'
    | 'groupSize'
    | 'scratchOffset'
    | 'localIds'
  > {
  /** Number of scalar registers that the convention fills. */
  readonly userSgprs: number;
}

/** Rules for the division of an NDRange into work-groups. */
export interface GroupRules {
  /** The only size of work-groups that there may be. */
  readonly required: Size3 | undefined;
  /** Work-items of a work-group that the code was made for; undefined where it is the device that says how many. */
  readonly limit: number | undefined;
  /** Bytes of LDS that a work-group may have. */
  readonly lds: number;
  /** The kernel does not depend on the division of its NDRange: the last work-groups need not be whole. */
  readonly unseen: boolean;
}

/**
 * Data of a kernel that a convention keeps for its launches; further fields belong to the convention itself. Plain
 * data: it crosses threads.
 */
export interface ConventionData {
  /** Of the {@link Convention}. */
  readonly name: string;
  /**
   * Bytes of the segment of GPU memory that each launch needs: the arguments, and what the convention puts around them.
   */
  readonly segmentBytes: number;
}

/** Description of a kernel for users. */
export interface KernelInfo {
  readonly debug: DebugInfo;
  readonly arguments: readonly KernelArgument[];
  /** Of its program; absent if unknown. */
  readonly origin?: ProgramOrigin | undefined;
}

/** The same kernel by another compilation of its program. */
export interface OtherCode {
  /** Of the compilation. */
  readonly compilation: string;
  /** Absent where there is none: `problem` says why. */
  readonly code?: LoadedCode;
  readonly problem?: string;
}

/** Plain data: it crosses threads. */
export interface LoadedCode<Data extends ConventionData = ConventionData> {
  readonly name: string;
  /** Name of the instruction set (src/isa/isas.ts). */
  readonly isa: string;
  /** Offset in GPU memory and bytes of the instructions; branches stay inside. */
  readonly code: { readonly address: number; readonly size: number };
  /** Offset in GPU memory of the first instruction. */
  readonly entry: number;
  readonly registers: InitialRegisters;
  /** Bytes of LDS that the kernel declares itself. */
  readonly lds: number;
  /** Bytes of private memory of a work-item. */
  readonly scratch: number;
  readonly groups: GroupRules;
  readonly convention: Data;
  /** For observers of launches; absent where there are none. */
  readonly about?: KernelInfo;
  /** Absent where compilations are not compared. */
  readonly others?: readonly OtherCode[];
}
