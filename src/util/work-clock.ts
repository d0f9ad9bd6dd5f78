// How often something that takes a while has been done, how long that took, and how much of it is still being done.

export interface WorkTimes {
  /** What is still running is among it. */
  readonly count: number;
  readonly seconds: number;
  readonly running: number;
}

export class WorkClock {
  private count = 0;
  private milliseconds = 0;
  private readonly begun = new Set<{ readonly at: number }>();

  /** Something begins. @returns what is to be called when it has ended */
  begin(): () => void {
    const entry = { at: performance.now() };
    this.count++;
    this.begun.add(entry);
    return () => {
      if (this.begun.delete(entry)) this.milliseconds += performance.now() - entry.at;
    };
  }

  /** Something is under way until the promise is settled. */
  follow(work: Promise<unknown>): void {
    const end = this.begin();
    work.then(end, end);
  }

  get times(): WorkTimes {
    const now = performance.now();
    const running = [...this.begun].reduce((sum, { at }) => sum + now - at, 0);
    return { count: this.count, seconds: (this.milliseconds + running) / 1e3, running: this.begun.size };
  }
}
