// The shared counter from which several workers take batches of work-groups of one dispatch.

const NEXT = 0;
const STOPPED = 1;
const WORDS = 2;

/** Every thread may overrun the counter, which has 32 bits, by a batch: checkLaunch leaves room for it. */
const MAX_GROUPS = 2 ** 14;

/** Hands out work-group numbers [0, total), each once, to any number of threads. */
export class GroupCursor {
  /** Work-groups taken at once. */
  readonly batch: number;
  private readonly words: Int32Array;

  /**
   * @param total work-groups of the dispatch
   * @param buffer the cursor of another thread; absent for a new one
   * @param batch work-groups that may be taken at once
   */
  constructor(
    readonly total: number,
    batch = 1,
    readonly buffer = new SharedArrayBuffer(4 * WORDS),
  ) {
    this.batch = Math.min(batch, MAX_GROUPS);
    this.words = new Int32Array(buffer);
  }

  /** First number of the next batch, or -1 when nothing is left or the dispatch was stopped. */
  take(): number {
    // A request when nothing is left must not move the counter: work-groups that wait for others make their thread
    // request without end.
    if (this.stopped || this.taken === this.total) return -1;
    const first = Atomics.add(this.words, NEXT, this.batch);
    return first < this.total ? first : -1;
  }

  /** Number of work-groups that have been taken. */
  get taken(): number {
    return Math.min(Atomics.load(this.words, NEXT), this.total);
  }

  /** Makes every worker stop at its next check. */
  stop(): void {
    Atomics.store(this.words, STOPPED, 1);
  }

  get stopped(): boolean {
    return Atomics.load(this.words, STOPPED) !== 0;
  }
}
