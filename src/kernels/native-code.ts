// Kernels as machine code on disk, beside the translations that it is made from (src/jit/native,
// src/kernels/kernel-compiler.ts).

import { join } from 'node:path';
import type { GpuMemory } from '../emulator/index.js';
import { loadNative } from '../host/native.js';
import type { HostFunction, KernelFunctions, NativeCode } from '../jit/engine/kernel-functions.js';
import type { ImageAccessShape } from '../jit/image/shape.js';
import type { RoutineCode } from '../jit/image/site.js';
import { FileCache } from '../util/file-cache.js';
import { sha256 } from '../util/hash.js';
import { KEPT_LIMIT, translator } from './kernel-store.js';
import { NativeRoutines } from './native-routines.js';
import { translationFileKey } from './translations.js';

/** The machine code of all kernels in a cache folder. */
export const nativeCodeFiles = (cacheDir: string): FileCache<null> =>
  new FileCache(join(cacheDir, 'native-code'), '.so', KEPT_LIMIT);

/** Key of machine code. @param kernel name of its translation @param level of the instruction set */
export const nativeCodeKey = (kernel: string, level: number): string => sha256(`${kernel} ${level}`);

/** Those of one translator and for this processor. */
export class NativeCodeFiles implements NativeCode {
  private readonly files: FileCache<null>;
  private readonly native = loadNative();
  private readonly level = this.native.instructionSetLevel();
  private readonly routines: NativeRoutines;

  constructor(
    cacheDir: string,
    private readonly by: string,
    private readonly compile: (kernel: string) => void,
  ) {
    this.files = nativeCodeFiles(cacheDir);
    const load = (name: string): RoutineCode | undefined =>
      this.loaded(name, (library) => this.native.loadKernelRoutine(library));
    this.routines = new NativeRoutines(cacheDir, by, load, compile);
  }

  find(
    key: string,
    memory: GpuMemory,
    imports: readonly (readonly [name: string, target: HostFunction])[],
  ): KernelFunctions | undefined {
    if (this.level === 0) return undefined;
    const load = (library: Uint8Array): KernelFunctions | undefined | null =>
      this.native.loadKernelCode(library, memory.u8, imports);
    return this.loaded(translationFileKey(this.by, key), load);
  }

  private loaded<T>(name: string, load: (library: Uint8Array) => T | undefined | null): T | undefined {
    const file = nativeCodeKey(name, this.level);
    const contents = this.files.get(file);
    const code = contents && load(contents.binary);
    // It is none: a new one can be made.
    if (code === null) this.files.drop(file);
    return code ?? undefined;
  }

  request(key: string): void {
    if (this.level > 0) this.compile(translationFileKey(this.by, key));
  }

  routine(shape: ImageAccessShape): RoutineCode | undefined {
    return this.level > 0 ? this.routines.get(shape) : undefined;
  }

  foresee(shape: ImageAccessShape): void {
    if (this.level > 0) this.routines.keep(shape);
  }
}

/**
 * The machine code of this program's kernels.
 *
 * @param cacheDir undefined: nothing is kept
 * @param request called with the names of translations that are worth compiling
 */
export function nativeCode(cacheDir: string | undefined, request: (kernel: string) => void): NativeCode | undefined {
  const by = translator();
  return cacheDir === undefined || by === undefined ? undefined : new NativeCodeFiles(cacheDir, by, request);
}
