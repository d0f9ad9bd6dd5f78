// Puts functions together to a module that imports one shared memory and some host functions.

import { FunctionBuilder } from './function-builder.js';
import type { ImportedFunction, ModuleCode, Signature } from './module-code.js';

export class ModuleBuilder {
  private readonly functions: FunctionBuilder[] = [];
  private readonly exports: { readonly name: string; readonly index: number }[] = [];

  constructor(private readonly imports: readonly ImportedFunction[]) {}

  /** A new function and its index for calls. */
  define(signature: Signature): { readonly index: number; readonly builder: FunctionBuilder } {
    const builder = new FunctionBuilder(signature);
    return { index: this.imports.length + this.functions.push(builder) - 1, builder };
  }

  /** Exports a function under a name. */
  export(name: string, index: number): void {
    this.exports.push({ name, index });
  }

  importIndex(name: string): number {
    return this.imports.findIndex((entry) => entry.name === name);
  }

  /** All of it. Once. */
  finish(): ModuleCode {
    const { imports, functions, exports } = this;
    return { imports, functions: functions.map((builder) => builder.finish()), exports };
  }
}
