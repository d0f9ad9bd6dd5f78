// A module as operations: what WebAssembly and LLVM IR are printed from.

import type { Code } from './code.js';
import type { WasmType } from './opcodes.js';

export interface Signature {
  readonly params: readonly WasmType[];
  readonly results: readonly WasmType[];
}

export interface ImportedFunction {
  readonly name: string;
  readonly signature: Signature;
}

export interface FunctionCode {
  readonly signature: Signature;
  /** Local variables behind the parameters, in runs of one type. */
  readonly locals: readonly { readonly type: WasmType; readonly count: number }[];
  readonly code: Code;
}

export interface ModuleCode {
  /** Functions come behind them in the numbers that calls name. */
  readonly imports: readonly ImportedFunction[];
  readonly functions: readonly FunctionCode[];
  readonly exports: readonly { readonly name: string; readonly index: number }[];
}
