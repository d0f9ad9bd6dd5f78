// The engine `native`: every kernel is compiled by clang before it runs. For measurements and comparisons; nothing is kept on disk.

import { loadNative } from '../host/native.js';
import type { KernelFunctions, NativeCode } from '../jit/engine/kernel-functions.js';
import type { FreshTranslation, Translation, TranslationStore } from '../jit/engine/translation.js';
import { AtollError } from '../util/errors.js';
import { compileKernelNow, instructionSet, kernelCompiler } from './kernel-compiler.js';

/** An engine's store, and the machine code of all that is put into it. */
export class CompiledAtOnce implements TranslationStore, NativeCode {
  /** Kernels that have been compiled. */
  compiled = 0;
  private readonly native = loadNative();
  private readonly level: number;
  private readonly translations = new Map<string, FreshTranslation>();
  private readonly libraries = new Map<string, Uint8Array>();
  private clang: string | undefined;

  /**
   * @param level of the instruction set; by default all that this processor has
   * @throws AtollError UNSUPPORTED for a processor that is not compiled for
   */
  constructor(level?: number) {
    this.level = level ?? this.native.instructionSetLevel();
    instructionSet(this.level);
  }

  get(key: string): Translation | undefined {
    return this.translations.get(key)?.translation;
  }
  put(key: string, fresh: FreshTranslation): void {
    this.translations.set(key, fresh);
  }
  drop(key: string): void {
    this.translations.delete(key);
  }

  /** @throws AtollError TOOLCHAIN, or UNSUPPORTED when this system loads no such code */
  find(...[key, memory, imports]: Parameters<NativeCode['find']>): KernelFunctions {
    let library = this.libraries.get(key);
    if (!library) {
      this.clang ??= kernelCompiler();
      library = compileKernelNow(this.translations.get(key)!.operations, this.level, this.clang);
      this.libraries.set(key, library);
      this.compiled++;
    }
    const found = this.native.loadKernelCode(library, memory.u8, imports);
    if (!found)
      throw new AtollError('UNSUPPORTED', 'this system does not load the machine code of kernels', '--engine jit');
    return found;
  }
  want(): void {}
}
