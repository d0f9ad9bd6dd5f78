// Synchronisation of the threads of a simulation: words of shared memory.

/**
 * Numbers of 32 bits: count of commands, how many threads have finished theirs, the command, whether a thread has
 * failed.
 */
export const WORD = { orders: 0, done: 1, order: 2, failed: 3 } as const;
/** Numbers of 64 bits: the window. */
export const WINDOW = { from: 2, before: 3 } as const;
export const CONTROL_BYTES = 32;
export const ORDER = { attach: 1, run: 2, serve: 3, answer: 4, end: 5 } as const;
/** Phases of a window, in their order. */
export type WindowPhase = 'run' | 'serve' | 'answer';

/**
 * Looks at a word so often before it sleeps: a window takes less time than falling asleep. Where looking was in vain,
 * because others have the processor, it spins less often the next time.
 */
const [MIN_SPINS, MAX_SPINS] = [1000, 32_000];
let spins = MAX_SPINS;

/**
 * Waits until a word is another one. A late wake-up of an earlier change is possible: the word is tested again.
 * @returns false when that has not happened in some milliseconds
 */
export function waitWhile(control: Int32Array, word: number, value: number, most?: number): boolean {
  for (let n = 0; n < spins; n++)
    if (Atomics.load(control, word) !== value) {
      spins = Math.min(MAX_SPINS, 2 * spins);
      return true;
    }
  spins = Math.max(MIN_SPINS, spins >> 1);
  do if (Atomics.wait(control, word, value, most) === 'timed-out') return false;
  while (Atomics.load(control, word) === value);
  return true;
}
