// A unit that takes one instruction after the other and holds some that wait: LDS, and the address unit of vector memory.

export class UnitQueue {
  private readonly ends: Float64Array;
  private at = 0;
  /** When it has done all that it has been given. */
  free = 0;
  /** Cycles in which it worked. */
  busy = 0;

  constructor(entries: number) {
    this.ends = new Float64Array(entries);
  }

  /** From which cycle on it takes another one. */
  get accepts(): number {
    return this.ends[this.at]!;
  }

  /** Gives it an instruction. @returns when its turn is over */
  take(cycle: number, turn: number): number {
    const end = Math.max(cycle, this.free) + turn;
    this.free = end;
    this.busy += turn;
    this.ends[this.at] = end;
    this.at = (this.at + 1) % this.ends.length;
    return end;
  }
}
