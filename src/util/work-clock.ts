// Clock of repeated work: its count, its duration, and the part in progress.

export interface WorkTimes {
  /** Number of runs, with those in progress. */
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
