// The shared counter from which several workers take batches of work-groups of one dispatch.

const NEXT = 0;
const STOPPED = 1;
const WORDS = 2;

const MAX_BATCH = 2 ** 14;

/** The counter has 32 bits. */
export const MAX_GROUPS = 2 ** 32 - 1;

/** Hands out work-group numbers [0, total), each once, to any number of threads. */
export class GroupCursor {
  /** Work-groups taken at once. */
  readonly batch: number;
  private readonly words: Uint32Array;

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
    this.batch = Math.min(batch, MAX_BATCH);
    this.words = new Uint32Array(buffer);
  }

  /** First number of the next batch, or -1 when nothing is left or the dispatch was stopped. */
  take(): number {
    if (this.stopped) return -1;
    // The counter stays at the total, which may be its largest value.
    for (let first = this.taken; first < this.total; ) {
      const counter = Atomics.compareExchange(this.words, NEXT, first, Math.min(first + this.batch, this.total));
      if (counter === first) return first;
      first = counter;
    }
    return -1;
  }

  /** Number of work-groups that have been taken. */
  get taken(): number {
    return Atomics.load(this.words, NEXT);
  }

  /** Makes every worker stop at its next check. */
  stop(): void {
    Atomics.store(this.words, STOPPED, 1);
  }

  /** Begins again, for another dispatch of so many work-groups. No other thread has it. */
  restart(): void {
    Atomics.store(this.words, NEXT, 0);
  }

  get stopped(): boolean {
    return Atomics.load(this.words, STOPPED) !== 0;
  }
}
