// How the threads of a simulation tell each other what to do: words of shared memory.

/** Numbers of 32 bits: what counts orders, how many have done theirs, the order, whether somebody failed. */
export const WORD = { orders: 0, done: 1, order: 2, failed: 3 } as const;
/** Numbers of 64 bits: the window. */
export const WINDOW = { from: 2, before: 3 } as const;
export const CONTROL_BYTES = 32;
export const ORDER = { attach: 1, run: 2, serve: 3, answer: 4, end: 5 } as const;
/** What there is to do in a window, one after the other. */
export type WindowPhase = 'run' | 'serve' | 'answer';

/**
 * Looks at a word so often before it sleeps: a window takes less time than falling asleep. Where looking was in vain,
 * because others have the processor, it looks less often the next time.
 */
const [LEAST_LOOKS, MOST_LOOKS] = [1000, 32_000];
let looks = MOST_LOOKS;

/**
 * Waits until a word is another one. Who sleeps is also woken by somebody who has changed it long before, and was held
 * up on the way to saying so: it looks anew.
 * @returns false when that has not happened in some milliseconds
 */
export function waitWhile(control: Int32Array, word: number, value: number, most?: number): boolean {
  for (let n = 0; n < looks; n++)
    if (Atomics.load(control, word) !== value) {
      looks = Math.min(MOST_LOOKS, 2 * looks);
      return true;
    }
  looks = Math.max(LEAST_LOOKS, looks >> 1);
  do if (Atomics.wait(control, word, value, most) === 'timed-out') return false;
  while (Atomics.load(control, word) === value);
  return true;
}
