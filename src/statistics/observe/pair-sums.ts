// Numbers by two keys, added up while a launch runs: rows of plain data afterwards.

export const PAIR_FIELDS = 3;

export class PairSums {
  private readonly sums = new Map<number, Map<number, number>>();

  add(one: number, other: number, times: number): void {
    let own = this.sums.get(one);
    if (!own) this.sums.set(one, (own = new Map()));
    own.set(other, (own.get(other) ?? 0) + times);
  }

  /** Rows of both keys and the sum, without those that are 0. */
  get values(): Float64Array {
    const rows: number[] = [];
    for (const [one, own] of this.sums) for (const [other, times] of own) if (times !== 0) rows.push(one, other, times);
    return Float64Array.from(rows);
  }
}
