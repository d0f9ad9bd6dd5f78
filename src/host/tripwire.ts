// Pages that a guest writes only to ring a doorbell. While the device sleeps they are taken away, by making the file
// shorter. The guest's access, which its tracer sees before the guest does, restores them and wakes the device. So the
// doorbell is a plain store while the device is awake, and a sleeping device costs nothing.

import { constants } from 'node:os';
import { signalState } from './signal-state.js';

export interface Tripwire {
  /**
   * Offset of the first page that may be taken; the region extends to the end of the file. No mapping of ours may
   * include it.
   */
  readonly from: number;
  /** 32-bit words: the state (TRIPWIRE), how many threads block SIGBUS, and these. */
  readonly word: SharedArrayBuffer;
}

/** Threads that block SIGBUS, at most: with more of them nothing is taken. */
export const MAX_BLOCKING = 62;
export const TRIPWIRE_BYTES = 4 * (2 + MAX_BLOCKING);

/**
 * States of the word, which is a futex. The thread that takes the pages writes `taking` before and `taken` after; the
 * thread that restores them writes `open` after, and wakes the waiters.
 */
export const TRIPWIRE = {
  /** The guest's calls show that it would notice: nothing may be taken. */
  absent: 0,
  open: 1,
  taken: 2,
  taking: 3,
} as const;

/**
 * True if signals allow to take the pages now. The access is a SIGBUS that the guest's tracer sees before the guest
 * does. But when the thread blocks it, or the process ignores it, Linux resets the action of the process first and
 * delivers the signal (force_sig). So pages are not taken from a process that handles or ignores SIGBUS (compilers do
 * so for a moment, those in ROCm's runtime, too), and threads that block it are recorded: the tracer blocks it again.
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
