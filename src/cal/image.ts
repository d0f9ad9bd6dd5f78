// The model of a CAL image: what a program for one GPU consists of, independent of its compiler.
import type { PrintfFormat } from '../launch/image.js';
import type { DebugInfo } from '../source/debug-info.js';
import type { CalArgument, InlineSampler } from './argument.js';

/** Convention of a kernel's registers and arguments: LLVM's raw amdgcn convention, or AMD Catalyst's. */
export type CallConvention = 'llvm' | 'amd';

export type WorkGroupSize = readonly [number, number, number];

/** A Catalyst kernel's user register window: which resource goes into which scalar registers. */
export interface UserElement {
  /** One of USER_DATA_CLASS of `prog-info.ts`. */
  readonly dataClass: number;
  readonly apiSlot: number;
  readonly firstSgpr: number;
  readonly sgprCount: number;
}

/** One entry of a UAV note. Genuine entries are {id, 4, 0, 5} for buffers and {id, 2, 2, 3} for images. */
export interface UavNote {
  readonly id: number;
  readonly words: readonly [number, number, number];
}

export interface ConstantBufferNote {
  readonly index: number;
  /** Size in vectors of 16 bytes. */
  readonly vectors: number;
}

export interface SamplerNote {
  readonly input: number;
  readonly sampler: number;
}

export interface CalKernel {
  readonly name: string;
  readonly convention: CallConvention;
  /** Instructions, then the constant tables that they reach relative to the program counter. */
  readonly code: Uint8Array;
  /** Size of the instructions in `code`, in bytes. */
  readonly textSize: number;
  /** Start of execution, as an offset in `code`. */
  readonly entryOffset: number;
  /**
   * Offsets of the 64-bit words of `code` that hold an offset in `code` and must become addresses:
   * pointers within constant tables. {@link relocateCode} applies them.
   */
  readonly codeRelocations: readonly number[];
  /** Catalyst's .data section (a table of 4736 bytes); empty for LLVM's convention. */
  readonly data: Uint8Array;
  readonly vgprs: number;
  readonly sgprs: number;
  /** COMPUTE_PGM_RSRC1, when the image says it (LLVM's convention). */
  readonly rsrc1: number | undefined;
  /** COMPUTE_PGM_RSRC2. */
  readonly rsrc2: number;
  /** MODE register bits 0-7: rounding and denormals. */
  readonly floatMode: number;
  readonly ieeeMode: boolean;
  /** LDS that the kernel declares itself, in bytes; local arguments come after it. */
  readonly ldsBytes: number;
  readonly scratchBytesPerLane: number;
  /** Catalyst only: bytes of each work-item in the private UAV (id 8); not scratch in the hardware's sense. */
  readonly uavPrivateBytes: number;
  readonly userElements: readonly UserElement[];
  readonly uavs: readonly UavNote[];
  readonly constantBuffers: readonly ConstantBufferNote[];
  readonly samplers: readonly SamplerNote[];
  /** Samplers that a Catalyst kernel declares in its own source. */
  readonly inlineSamplers: readonly InlineSampler[];
  readonly reqdWorkGroupSize: WorkGroupSize | undefined;
  /** Work-items of a work-group that the code was made for at most; undefined: 256, which compilers assume. */
  readonly workGroupLimit: number | undefined;
  readonly workGroupSizeHint: WorkGroupSize | undefined;
  readonly vecTypeHint: string | undefined;
  /** The kernel does not depend on the division of its NDRange into work-groups: the last ones need not be whole. */
  readonly groupsUnseen: boolean;
  readonly args: readonly CalArgument[];
  /** Bytes that the kernel reads as its arguments: kernarg segment (llvm) or constant buffer 1 (amd). */
  readonly kernargSize: number;
  /** Offset of the implicit arguments in the kernarg segment (llvm); see `convention.ts`. */
  readonly implicitArgOffset: number;
  readonly printfFormats: readonly PrintfFormat[];
  readonly debug: DebugInfo;
}

export interface CalImage {
  /** Name of the GPU, or `machine-0x...` for one that is not known here. */
  readonly device: string;
  readonly compileOptions: string;
  /** The driver's or compiler's text of the .comment section, after the options. */
  readonly driverText: string;
  /** LLVM IR or AMD IL that travels with the image; empty in executables that we make. */
  readonly intermediate: Uint8Array;
  /** Program-scope constants of Catalyst images: the contents of constant buffer 2 (symbol __OpenCL_2_global). */
  readonly globalData: Uint8Array;
  readonly kernels: readonly CalKernel[];
}

/**
 * The code of a kernel as it must stand in memory.
 *
 * @param address GPU address of the first byte of the code
 * @returns a copy of `kernel.code` with its 64-bit pointers made absolute
 */
export function relocateCode(
  kernel: Pick<CalKernel, 'code' | 'codeRelocations'>,
  address: number | bigint,
): Uint8Array {
  const code = kernel.code.slice();
  const view = new DataView(code.buffer);
  for (const offset of kernel.codeRelocations) {
    view.setBigUint64(offset, view.getBigUint64(offset, true) + BigInt(address), true);
  }
  return code;
}
