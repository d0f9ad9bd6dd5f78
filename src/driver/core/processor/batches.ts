// Size of batches: the number of work-groups that a thread takes from a launch's counter at a time.

/**
 * Nanoseconds of expected work of the launch, or of the rest of it, from which it is shared: less would not pay for the
 * messages.
 */
export const WORTH_NS = 300_000;

/**
 * Few enough that the last ones are shared evenly. A launch of many takes more of them, because compiled code runs them
 * without coming back.
 */
const MAX_GROUPS = 64;
const SHARES = 128;
/**
 * The command processor comes back to JavaScript for each batch, which costs as much as some hundred short wavefronts:
 * so many suffice.
 */
const SHARES_OF_A_THREAD = 64;
/**
 * Minimum duration of a batch, where the kernel's last launch gives the time of a work-group, and work remains for
 * every thread.
 */
const BATCH_NS = 20_000;
const MIN_OF_A_THREAD = 8;
/**
 * For a launch that is over before other threads have its message; more than one, for it may take longer than expected.
 */
const MIN_GROUPS = 4;

function sharesOf(threads: number, expectedNs: number): number {
  const least = expectedNs < WORTH_NS ? MIN_GROUPS : MIN_OF_A_THREAD * threads;
  return Math.min(SHARES_OF_A_THREAD * threads, Math.max(least, Math.floor(expectedNs / BATCH_NS)));
}

/**
 * @param total work-groups of the launch
 * @param threads that may take part in it
 * @param expectedNs expected time of one thread; absent when unknown
 */
export const groupsAtATime = (total: number, threads: number, expectedNs = Number.POSITIVE_INFINITY): number =>
  Math.max(1, Math.min(MAX_GROUPS, Math.floor(total / SHARES)), Math.floor(total / sharesOf(threads, expectedNs)));
