// The interface of a compiler for one build. Builds (build.ts, executable.ts) use only this interface of LLVM's tools.

import type { IrOutput } from './clang/files.js';
import type { ParsedOptions } from './request/options.js';
import type { SourceInput } from './request/source-input.js';

/**
 * Inputs that a compiler reads itself, with their names in messages: the first is compiled, the others are linked.
 * There are more languages of programs (input-language.ts).
 */
export const COMPILER_INPUTS = {
  'opencl-c': 'OpenCL C',
  'llvm-ir': 'LLVM IR',
  'llvm-bitcode': 'LLVM bitcode',
} as const;
export type CompilerInput = keyof typeof COMPILER_INPUTS;

export interface CompilerCapabilities {
  readonly inputs: readonly CompilerInput[];
}

export interface BitcodeOutput {
  readonly bitcode: Uint8Array;
  readonly log: string;
}

/** Forms of results, by name. */
export interface ModuleForms {
  /** IR with the libraries linked in, and optimised. */
  readonly optimised: IrOutput;
  /** IR before libraries and optimisation. */
  readonly plain: IrOutput;
  /** Bitcode before libraries and optimisation. */
  readonly bitcode: BitcodeOutput;
}

export interface ObjectCode {
  readonly object: Uint8Array;
  /** The input text of code generation. */
  readonly ir: string;
  readonly log: string;
}

/** Each step throws CompilerFailure if the compiler rejects its input, crashes, reaches a limit or is cancelled. */
export interface Compiler {
  /** Name and version: `clang 22`. */
  readonly id: string;
  readonly capabilities: CompilerCapabilities;
  compile<F extends keyof ModuleForms>(input: SourceInput, form: F): Promise<ModuleForms[F]>;
  /** Files on disk included by the last source, without embedded headers: absolute paths. */
  includedFiles(): readonly string[];
  /** Links bitcode, or IR text, to one module. */
  link<F extends keyof ModuleForms>(
    modules: readonly (Uint8Array | string)[],
    options: ParsedOptions,
    form: F,
  ): Promise<ModuleForms[F]>;
  /** IR of a whole program, before libraries and optimisation, with the libraries linked in and optimised. */
  optimise(irText: string, options: ParsedOptions): Promise<IrOutput>;
  /** A code object for HSA of plain IR. */
  codeObject(irText: string): Promise<Uint8Array>;
  /** Machine code of optimised IR. */
  codegen(irText: string, options: ParsedOptions): Promise<ObjectCode>;
}
