// Time that this thread has spent on making kernels ready: part of a launch, but not of a kernel.

import type { Preparation } from '../../emulator/engine.js';

/** Since the thread began. */
export const preparation: Preparation = { translationNs: 0, compilationNs: 0 };

/** Does something, and adds the time that it takes. */
export function timed<T>(kind: keyof Preparation, make: () => T): T {
  const start = performance.now();
  try {
    return make();
  } finally {
    preparation[kind] += (performance.now() - start) * 1e6;
  }
}
