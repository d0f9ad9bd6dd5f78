// The programs of one context, as the control plane has announced them.

import type { LoadedCode } from '../../../launch/code.js';

export class Programs {
  private readonly loaded = new Map<number, readonly LoadedCode[]>();
  /** Handles are not used again. */
  private readonly released = new Set<number>();

  add(program: number, kernels: readonly LoadedCode[]): void {
    this.loaded.set(program, kernels);
  }

  release(program: number): void {
    if (this.loaded.delete(program)) this.released.add(program);
  }

  /** A kernel by its index; `released` when its program has gone, undefined when it was not announced. */
  find(program: number, kernel: number): LoadedCode | 'released' | undefined {
    if (this.released.has(program)) return 'released';
    return this.loaded.get(program)?.[kernel];
  }
}
