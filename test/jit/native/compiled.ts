// Machine code of kernels for tests: clang compiles each module in a worker of its own while the test waits, so that code under
// test can ask for it in the middle of a run.

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { loadNative } from '../../../src/host/native.js';
import type { KernelFunctions, NativeCode } from '../../../src/jit/kernel-functions.js';
import type { Translation, TranslationStore } from '../../../src/jit/translation.js';

const COMPILER = fileURLToPath(new URL('./compile.js', import.meta.url));
const MOST_BYTES = 1 << 28;

/** Levels of the instruction set that this machine has. */
export const LEVELS: readonly number[] = [2, 3, 4].filter((level) => level <= loadNative().instructionSetLevel());

/** A shared library of a module. */
export const compileNow = (bytes: Uint8Array, level: number): Uint8Array =>
  execFileSync(process.execPath, [COMPILER, String(level)], { input: bytes, maxBuffer: MOST_BYTES });

/** An engine's store, and the machine code of all that is put into it. */
export class CompiledAtOnce implements TranslationStore, NativeCode {
  /** Kernels that have been compiled. */
  compiled = 0;
  private readonly translations = new Map<string, Translation>();

  constructor(private readonly level: number) {}

  get(): undefined {}
  put(key: string, translation: Translation): void {
    this.translations.set(key, translation);
  }
  getMachineCode(): undefined {}
  putMachineCode(): void {}

  find(...[key, memory, imports]: Parameters<NativeCode['find']>): KernelFunctions | undefined {
    const library = compileNow(this.translations.get(key)!.bytes, this.level);
    const found = loadNative().loadKernelCode(library, memory.u8, imports);
    if (!found) throw new Error('the machine code of a kernel cannot be loaded');
    this.compiled++;
    return found;
  }
  want(): void {}
}
