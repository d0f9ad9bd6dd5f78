// Number of instructions still to be traced, over all guests.

export class TraceBudget {
  /** Those that are traced. */
  used = 0;
  /** Those that are not, because the limit is reached. */
  dropped = 0;
  private skipped = 0;

  /** @param skip how many are left out before */
  constructor(
    readonly limit: number,
    private readonly skip = 0,
  ) {}

  get spent(): boolean {
    return this.used >= this.limit;
  }

  /** One that the filter accepts: whether it is traced. */
  take(): boolean {
    if (this.skipped < this.skip) {
      this.skipped++;
      return false;
    }
    if (this.spent) this.dropped++;
    else this.used++;
    return this.dropped === 0;
  }
}
