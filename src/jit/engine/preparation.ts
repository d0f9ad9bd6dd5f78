// How long this thread has made kernels ready: time that a launch takes, but no kernel needs.

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
