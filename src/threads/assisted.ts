// When assistants (src/driver/core/processor/assistants.ts) take part in launches of kernels whose machine code is kept.

import type { ThreadSettings } from './processor-thread.js';

/** They show nobody what they do before it is done, and run nothing but machine code. */
export const mayAssist = ({ watch, served, lockstep, board, engine, nativeCode }: ThreadSettings): boolean =>
  !watch && !served && !lockstep && !board && (engine === 'native' || (engine === 'jit' && nativeCode));
