// Lock that permits the processor thread to copy memory of the program's own in both directions. Once the program has
// freed it, its pages here are emptied or are another allocation's, and those of the program may be anything: a launch
// that still runs must write nothing there.

const State = { FREE: 0, USED: 1, ENDED: 2 } as const;
const WORD = 0;
/**
 * Carrying all that there may be takes a second; a thread that has ended in the middle of it must not hold up the
 * control plane for ever.
 */
const LOCK_TIMEOUT_MS = 10_000;

export class MirrorLock {
  private readonly state: Int32Array;

  constructor(readonly buffer = new SharedArrayBuffer(4)) {
    this.state = new Int32Array(buffer);
  }

  /** Does something with that memory, unless it was given back. For the one thread that carries. */
  use(work: () => void): void {
    if (Atomics.compareExchange(this.state, WORD, State.FREE, State.USED) !== State.FREE) return;
    try {
      work();
    } finally {
      Atomics.store(this.state, WORD, State.FREE);
      Atomics.notify(this.state, WORD);
    }
  }

  /** Nothing is done with it any more. Waits for what is being done. */
  end(): void {
    const until = Date.now() + LOCK_TIMEOUT_MS;
    while (Atomics.compareExchange(this.state, WORD, State.FREE, State.ENDED) === State.USED) {
      const left = until - Date.now();
      if (left <= 0) return;
      Atomics.wait(this.state, WORD, State.USED, left);
    }
  }
}
