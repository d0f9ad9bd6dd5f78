// Whether helpers are worth it: windows are short, and where processors have other work to do too, waiting for each other takes longer than
// what is shared. Found out by trying; results do not depend on it.

/** Windows that are tried one way and then the other, and those that then go the quicker way. */
const TRIED = 32;
const KEPT = 2048;

export class Pace {
  private together = false;
  private left = TRIED;
  private trying: 'alone' | 'together' | undefined = 'alone';
  private since = 0;
  private alone = 0;

  /** Whether the next window is shared. @param now milliseconds */
  next(now: () => number): boolean {
    if (this.left === TRIED && this.trying) this.since = now();
    if (this.left-- > 0) return this.together;
    this.turn(now());
    if (this.trying) this.since = now();
    this.left--;
    return this.together;
  }

  private turn(now: number): void {
    const spent = now - this.since;
    if (this.trying === 'alone') {
      this.alone = spent;
      [this.trying, this.together, this.left] = ['together', true, TRIED];
    } else if (this.trying === 'together')
      [this.trying, this.together, this.left] = [undefined, spent < this.alone, KEPT];
    else [this.trying, this.together, this.left] = ['alone', false, TRIED];
  }
}
