// Types of values, and what the functions of a module know of each other.

import { required } from '../../util/required.js';
import type { Signature } from '../wasm/module-code.js';
import type { WasmType } from '../wasm/opcodes.js';
import type { IrBuilder } from './ir-builder.js';

/** Types of values, as they are passed. */
export const IR_TYPE: Readonly<Record<WasmType, string>> = { i32: 'i32', i64: 'i64', f64: 'double', v128: '<4 x i32>' };

/** LLVM type of a function's results. */
export const resultType = ({ results }: Signature): string =>
  results.length === 0
    ? 'void'
    : results.length === 1
      ? IR_TYPE[required(results[0], 'type of the result')]
      : `{ ${results.map((type) => IR_TYPE[type]).join(', ')} }`;

/** Something on the stack of the module's machine. */
export interface NativeValue {
  readonly type: WasmType;
  readonly name: string;
  /** It is a vector constant of these words. */
  readonly words?: readonly number[];
}

/** Context of a function in its module. */
export interface ModuleContext {
  /** Emits a call of a function by its index. */
  call(ir: IrBuilder, index: number, args: readonly NativeValue[]): string;
  typeOf(index: number): Signature;
  /** Name of a global variable of 16 bytes with these words, of which LLVM does not know that nothing changes it. */
  hidden(words: readonly number[]): string;
}
