// Benefit of helper threads: windows are short, and where CPUs have other work too, synchronisation takes longer than
// the shared work. Both ways are tried in turn; results do not depend on it.

/**
 * Windows that are passed one way before the other way is tried, and how often each. The first ones of a stretch do not
 * count: what one processor has in its caches comes to another one then.
 */
const STRETCH = 16;
const SETTLING = 4;
const TRIES = 4;
/** Windows that then go the faster way: more of them, as often as it is found to be the same one. */
const [MIN_KEPT, MAX_KEPT] = [512, 4096];

/** Mean time of some stretches without the longest, in which the thread may have been preempted. */
const usual = (spent: readonly number[]): number => spent.reduce((sum, each) => sum + each, 0) - Math.max(...spent);

export class Pace {
  private together = true;
  /** Result of the last trial, used until the next one. */
  private better = true;
  private retained = MIN_KEPT / 2;
  private left = MIN_KEPT;
  private settling = false;
  private since: number | undefined;
  private readonly spent: Readonly<Record<'alone' | 'together', number[]>> = { alone: [], together: [] };

  /** A launch begins: with what was better in the last one. */
  launch(): void {
    for (const each of Object.values(this.spent)) each.length = 0;
    [this.since, this.settling] = [undefined, false];
    [this.together, this.retained, this.left] = [this.better, MIN_KEPT / 2, MIN_KEPT];
  }

  /** True if the next window is shared. @param now milliseconds */
  next(now: () => number): boolean {
    if (this.left === 0) this.turn(now());
    else if (this.left === STRETCH && this.settling) this.begin(now());
    this.left--;
    return this.together;
  }

  private turn(now: number): void {
    const { spent } = this;
    if (this.since !== undefined) spent[this.together ? 'together' : 'alone'].push(now - this.since);
    if (spent.together.length < TRIES) {
      this.together = spent.together.length < spent.alone.length;
      [this.left, this.settling, this.since] = [SETTLING + STRETCH, true, undefined];
      return;
    }
    this.decide(usual(spent.together) < usual(spent.alone));
    for (const each of Object.values(spent)) each.length = 0;
    this.since = undefined;
  }

  private begin(now: number): void {
    [this.settling, this.since] = [false, now];
  }

  private decide(together: boolean): void {
    this.retained = together === this.better ? Math.min(MAX_KEPT, 2 * this.retained) : MIN_KEPT;
    this.better = together;
    [this.together, this.left] = [together, this.retained];
  }
}
