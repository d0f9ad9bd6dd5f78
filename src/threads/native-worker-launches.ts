// When native workers (src/driver/core/processor/native-worker-pool.ts) take part in launches of kernels whose machine
// code is kept.

import type { ThreadSettings } from './thread-settings.js';

/** They are not observable before they are done, and run nothing but machine code. */
export const mayUseNativeWorkers = (settings: ThreadSettings): boolean => {
  const { watch, served, lockstep, board, compilations, engine, nativeCode } = settings;
  const alone = watch || served || lockstep || board || compilations;
  return !alone && (engine === 'native' || (engine === 'jit' && nativeCode));
};
