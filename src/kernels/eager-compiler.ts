// The engine `native`: every kernel is compiled by clang before it runs. For measurements and comparisons; nothing is
// kept on disk.

import { loadNative } from '../host/native.js';
import type { KernelFunctions, NativeCode } from '../jit/engine/kernel-functions.js';
import type { FreshTranslation, Translation, TranslationStore } from '../jit/engine/translation.js';
import { emitRoutine } from '../jit/image/routine.js';
import type { ImageAccessShape } from '../jit/image/shape.js';
import type { RoutineCode } from '../jit/image/site.js';
import type { ModuleCode } from '../jit/wasm/module-code.js';
import { AtollError } from '../util/errors.js';
import { valueAt } from '../util/required.js';
import { compileKernelNow, instructionSet, kernelCompiler } from './kernel-compiler.js';

/** @throws AtollError UNSUPPORTED */
function loaded<T>(value: T | undefined | null): T {
  if (value) return value;
  throw new AtollError('UNSUPPORTED', 'this system does not load the machine code of kernels', '--engine jit');
}

/** An engine's store, and the machine code of all that is put into it. */
export class EagerCompiler implements TranslationStore, NativeCode {
  /** Kernels that have been compiled. */
  compiled = 0;
  private readonly native = loadNative();
  private readonly level: number;
  private readonly translations = new Map<string, FreshTranslation>();
  private readonly libraries = new Map<string, Uint8Array>();
  private readonly routines = new Map<string, RoutineCode>();
  /** Kernels that are too much for clang. */
  private readonly failed = new Set<string>();
  private clang: string | undefined;

  /**
   * @param level of the instruction set; by default all that this processor has
   * @param onFailure called with the reason why a kernel stays WebAssembly; absent: `find` throws
   * @param kernel path or name of clang, as for programs
   * @throws AtollError UNSUPPORTED for a processor that is not compiled for
   */
  constructor(
    level?: number,
    private readonly onFailure?: (reason: string) => void,
    private readonly kernel?: string,
  ) {
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
  find(...[key, memory, imports]: Parameters<NativeCode['find']>): KernelFunctions | undefined {
    if (this.failed.has(key)) return undefined;
    let library = this.libraries.get(key);
    if (!library) {
      library = this.tryMake(key);
      if (!library) return undefined;
      this.libraries.set(key, library);
      this.compiled++;
    }
    return loaded(this.native.loadKernelCode(library, memory.u8, imports));
  }
  request(): void {}
  foresee(): void {}

  /** @throws AtollError as `find` does */
  routine(shape: ImageAccessShape): RoutineCode {
    const key = JSON.stringify(shape);
    let routine = this.routines.get(key);
    if (!routine)
      this.routines.set(key, (routine = loaded(this.native.loadKernelRoutine(this.make(emitRoutine(shape))))));
    return routine;
  }

  /** @throws AtollError without `onFailure`, and for what is no limit */
  private tryMake(key: string): Uint8Array | undefined {
    try {
      return this.make(valueAt(this.translations, key, 'translation').operations);
    } catch (error) {
      if (!this.onFailure || !(error instanceof AtollError) || error.code !== 'LIMIT') throw error;
      this.failed.add(key);
      this.onFailure(`${error.message}: the engine jit executes it`);
      return undefined;
    }
  }

  private make(operations: ModuleCode): Uint8Array {
    this.clang ??= kernelCompiler(this.kernel);
    return compileKernelNow(operations, this.level, this.clang);
  }
}
