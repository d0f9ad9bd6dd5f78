// Requests of a program to the front end, and their results.

import type { AtollError } from '../../util/errors.js';
import type { BuildCredentials } from './build-credentials.js';
import type { Compilation } from './compilation.js';

/** The API call of the request: clBuildProgram, clCompileProgram or clLinkProgram. */
export type BuildKind = 'build' | 'compile' | 'link';

/** A CAL image for Atoll's OpenCL, or a code object for HSA's runtime. */
export type OutputKind = 'cal' | 'hsa';

export interface BuildRequest {
  readonly kind: BuildKind;
  /** `cal` by default; a language has one of the two. */
  readonly output?: OutputKind;
  /** The source, OpenCL C unless another language is named or recognised; for `build` and `compile`. */
  readonly source?: Uint8Array;
  /** Id of the source's language (src/compiler/input-language.ts). */
  readonly language?: string;
  /** Values of specialization constants, of SPIR-V. */
  readonly specializations?: readonly { readonly id: number; readonly value: Uint8Array }[];
  /** Name of the source in the log, in place of `program.cl`. */
  readonly sourceName?: string;
  /** The options string of the call. */
  readonly options: string;
  /** Embedded headers of clCompileProgram. */
  readonly headers?: readonly { readonly name: string; readonly source: Uint8Array }[];
  /** Compiled objects and libraries for `link`, modules of BRIG for `hsa`. */
  readonly inputs?: readonly Uint8Array[];
  /** Names of inputs in messages. */
  readonly inputNames?: readonly string[];
  /** Name of the GPU: tahiti, pitcairn... */
  readonly device: string;
  /** Maximum work-group size of kernels; clang's by default. */
  readonly maxWorkGroupSize?: number;
  /** Working directory of the guest, for relative include folders; `/` by default. */
  readonly folder?: string;
  /** The result includes the LLVM IR; such builds are not read from the cache. */
  readonly keepIr?: boolean;
  /** Credentials of the build; those of this process by default. */
  readonly caller?: BuildCredentials;
  /** Number of the client: builds alternate between clients. */
  readonly client?: number;
  /** The compilation, in place of the front end's default. */
  readonly compilation?: Compilation;
  /** Atomics that only read are marked, for a check of the kernels. */
  readonly checked?: boolean;
  /** Built anew, not taken from the cache: the kept result was unusable. The new one replaces it. */
  readonly fresh?: boolean;
  /** Called before the compiler starts, if the result is not cached. */
  readonly onCompile?: () => void;
}

export interface BuildResult {
  readonly status: 'success' | 'failure' | 'invalid-options' | 'compiler-not-available' | 'cancelled';
  /** For CL_PROGRAM_BUILD_LOG. */
  readonly log: string;
  readonly binaryType: 'none' | 'executable' | 'compiled-object' | 'library';
  /** A CAL image or a code object when executable, a container of bitcode otherwise. */
  readonly binary?: Uint8Array;
  readonly cached: boolean;
  /** Failure of the compiler that is independent of the source: one sentence. */
  readonly trouble?: string;
  /** The error of the program's translation, whose text the log has. */
  readonly cause?: AtollError;
  /** LLVM IR after linking and optimisation, the input of the back end; for executables, on request. */
  readonly ir?: string;
}
