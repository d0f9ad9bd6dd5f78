// Pages that a guest only writes to ring. While nobody looks they are taken away, by making the file shorter; the
// guest's touch, which its tracer sees before the guest does, gives them back and wakes who sleeps. So ringing is a
// plain store for a guest whose device is awake, and a device that sleeps costs nothing.

import { constants } from 'node:os';
import { signalState } from './signal-state.js';

export interface Tripwire {
  /** Where the file's pages begin that may be taken; they go to its end. Nothing of ours may map them. */
  readonly from: number;
  /** 32-bit words: the state (TRIPWIRE), how many threads block SIGBUS, and these. */
  readonly word: SharedArrayBuffer;
}

/** Threads that block SIGBUS, at most: with more of them nothing is taken. */
export const MAX_BLOCKING = 62;
export const TRIPWIRE_BYTES = 4 * (2 + MAX_BLOCKING);

/**
 * States of the word, which is a futex. Who takes the pages writes `taking` before and `taken` after; who gives them
 * back writes `open` after, and wakes.
 */
export const TRIPWIRE = {
  /** Guests would notice, as far as their calls tell: nothing may be taken. */
  absent: 0,
  open: 1,
  taken: 2,
  taking: 3,
} as const;

/**
 * Says that the pages may be taken now, as far as signals go. The touch is a SIGBUS that the guest's tracer sees before
 * the guest does. But when the thread blocks it, or the process ignores it, Linux lets the thread hear it and resets
 * the action of the process first (force_sig). So a process that handles or ignores SIGBUS is left alone meanwhile
 * (compilers do so for a moment, those in ROCm's runtime, too), and threads that block it are written down: the tracer
 * blocks it again.
 *
 * @param pid of the guest that touches them
 */
export function readyForTripwire({ word }: Tripwire, pid: number): boolean {
  const state = signalState(pid, constants.signals.SIGBUS);
  if (!state || state.isHandled || state.blocking.length > MAX_BLOCKING) return false;
  const words = new Int32Array(word);
  words[1] = state.blocking.length;
  words.set(state.blocking, 2);
  return true;
}
