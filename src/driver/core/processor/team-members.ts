// Members at work in a team: a word in shared memory, so that joining and leaving are wait-free.

/** No more members are admitted. */
const CLOSED = 2 ** 30;

/**
 * The executors that work on one dispatch. One that arrives when the rest of the work is done is not admitted, so the
 * team never waits for it.
 */
export class WorkerTeamMembers {
  private readonly word: Int32Array;

  /** @param buffer that of another thread; absent for a new team */
  constructor(readonly buffer = new SharedArrayBuffer(4)) {
    this.word = new Int32Array(buffer);
  }

  /** @returns whether the caller has become a member: then it has to leave */
  enter(): boolean {
    for (;;) {
      const seen = Atomics.load(this.word, 0);
      if (seen >= CLOSED) return false;
      if (Atomics.compareExchange(this.word, 0, seen, seen + 1) === seen) return true;
    }
  }

  leave(): void {
    Atomics.sub(this.word, 0, 1);
  }

  /** Admits no members from now on. */
  close(): void {
    Atomics.or(this.word, 0, CLOSED);
  }

  get closed(): boolean {
    return Atomics.load(this.word, 0) >= CLOSED;
  }

  /** True if no member is active, and none will be. */
  get finished(): boolean {
    return Atomics.load(this.word, 0) === CLOSED;
  }
}
