// Kernels as machine code on disk, beside the translations that it is made from (src/jit/native, src/kernels/kernel-compiler.ts).

import { join } from 'node:path';
import type { GpuMemory } from '../emulator/index.js';
import { loadNative } from '../host/native.js';
import type { HostFunction, KernelFunctions, NativeCode } from '../jit/engine/kernel-functions.js';
import { FileCache } from '../util/file-cache.js';
import { sha256 } from '../util/hash.js';
import { translationFileKey, translator } from './translations.js';

const LIMIT = 256 << 20;

/** The machine code of all kernels in a cache folder. */
export const nativeCodeFiles = (cacheDir: string): FileCache<null> =>
  new FileCache(join(cacheDir, 'native-code'), '.so', LIMIT);

/** What machine code is kept under. @param kernel name of its translation @param level of the instruction set */
export const nativeCodeKey = (kernel: string, level: number): string => sha256(`${kernel} ${level}`);

/** Those of one translator and for this processor. */
export class NativeCodeFiles implements NativeCode {
  private readonly files: FileCache<null>;
  private readonly native = loadNative();
  private readonly level = this.native.instructionSetLevel();

  constructor(
    cacheDir: string,
    private readonly by: string,
    private readonly wanted: (kernel: string) => void,
  ) {
    this.files = nativeCodeFiles(cacheDir);
  }

  find(
    key: string,
    memory: GpuMemory,
    imports: readonly (readonly [name: string, target: HostFunction])[],
  ): KernelFunctions | undefined {
    if (this.level === 0) return undefined;
    const file = nativeCodeKey(translationFileKey(this.by, key), this.level);
    const found = this.files.get(file);
    const code = found && this.native.loadKernelCode(found.binary, memory.u8, imports);
    // It is none: a new one can be made.
    if (code === null) this.files.drop(file);
    return code ?? undefined;
  }

  want(key: string): void {
    if (this.level > 0) this.wanted(translationFileKey(this.by, key));
  }
}

/**
 * The machine code of this program's kernels.
 *
 * @param cacheDir undefined: nothing is kept
 * @param wanted is told the names of translations that are worth compiling
 */
export function nativeCode(cacheDir: string | undefined, wanted: (kernel: string) => void): NativeCode | undefined {
  const by = translator();
  return cacheDir === undefined || by === undefined ? undefined : new NativeCodeFiles(cacheDir, by, wanted);
}
