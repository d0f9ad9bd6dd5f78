// What a program asks the front end for, and what it gets.

import type { BuildCredentials } from './build-credentials.js';
import type { Compilation } from './compilation.js';

/** Which API call the request is: clBuildProgram, clCompileProgram or clLinkProgram. */
export type BuildKind = 'build' | 'compile' | 'link';

export interface BuildRequest {
  readonly kind: BuildKind;
  /** OpenCL C source text; for `build` and `compile`. */
  readonly source?: Uint8Array;
  /** What the log calls the source, in place of `program.cl`. */
  readonly sourceName?: string;
  /** The options string of the call. */
  readonly options: string;
  /** Embedded headers of clCompileProgram. */
  readonly headers?: readonly { readonly name: string; readonly source: Uint8Array }[];
  /** Compiled objects and libraries; for `link`. */
  readonly inputs?: readonly Uint8Array[];
  /** Name of the GPU: tahiti, pitcairn... */
  readonly device: string;
  /** Work-items of a work-group that kernels shall take at most; as many as clang assumes by default. */
  readonly maxWorkGroupSize?: number;
  /** Working directory of the guest, for relative include folders; `/` by default. */
  readonly folder?: string;
  /** The result has the LLVM IR too; such builds are not looked up in the cache. */
  readonly keepIr?: boolean;
  /** Whose files, limits and rights the build has; this process's by default. */
  readonly caller?: BuildCredentials;
  /** Number of the client: builds of different ones take turns. */
  readonly client?: number;
  /** How it is compiled, in place of the front end's own way. */
  readonly compilation?: Compilation;
  /** Atomics that only read are marked, for a check of the kernels. */
  readonly checked?: boolean;
  /** Not from the cache: what that gave was no good. The result takes its place. */
  readonly fresh?: boolean;
  /** Called before the compiler begins: the result is not in the cache. */
  readonly onCompile?: () => void;
}

export interface BuildResult {
  readonly status: 'success' | 'failure' | 'invalid-options' | 'compiler-not-available' | 'cancelled';
  /** For CL_PROGRAM_BUILD_LOG. */
  readonly log: string;
  readonly binaryType: 'none' | 'executable' | 'compiled-object' | 'library';
  /** A CAL image when executable, a container of bitcode otherwise. */
  readonly binary?: Uint8Array;
  readonly cached: boolean;
  /** What kept the compiler from its work, though the source may be right: one sentence. */
  readonly trouble?: string;
  /** LLVM IR after linking and optimisation, as the back end gets it; for an executable, when asked for. */
  readonly ir?: string;
}
