// Course of a simulation over its time, in as many intervals as a page has room for: the occupancy of each compute
// unit, and the reasons why slots wait.

import type { EndedWavefront } from './ended-wavefront.js';
import { REASON_COUNT } from './reasons.js';

/** Stretches that there are at most; then two become one. */
const MAX_ROWS = 128;

export interface OverTime {
  /** Cycles of a stretch; the last one may be shorter. */
  readonly stretchCycles: number;
  /** Of each compute unit and stretch: cycles of wavefronts that were there. */
  readonly resident: readonly Float64Array[];
  /** Of each reason and stretch: cycles of slots. Looked at once in a stretch, and in between taken to be even. */
  readonly stalls: readonly Float64Array[];
}

export class Stretches {
  private readonly resident: Float64Array[];
  private readonly stalls: Float64Array[];
  /** Until where it is known why slots waited, and the sums until there. */
  private at = 0;
  private before = new Float64Array(REASON_COUNT);

  /** @param width cycles of the shortest stretch: those of a window */
  constructor(
    units: number,
    private width: number,
  ) {
    const rows = (count: number): Float64Array[] => Array.from({ length: count }, () => new Float64Array(MAX_ROWS));
    this.resident = rows(units);
    this.stalls = rows(REASON_COUNT);
  }

  ended({ unit, from, until }: EndedWavefront): void {
    this.spread(this.resident[unit]!, from, until, 1);
  }

  /** True if the interval is over, and its stall reasons are due. */
  isOver(cycle: number): boolean {
    return cycle >= this.at + this.width;
  }

  /** @param sums cycles of slots by reason since the beginning, until some cycle */
  passed(cycle: number, sums: Float64Array): void {
    const from = Math.min(this.at, cycle - 1);
    for (const [reason, own] of this.stalls.entries())
      this.spread(own, from, cycle, (sums[reason]! - this.before[reason]!) / (cycle - from));
    this.before = sums.slice();
    this.at = cycle;
  }

  private spread(own: Float64Array, from: number, until: number, each: number): void {
    while (until > MAX_ROWS * this.width) this.widen();
    const { width } = this;
    for (let n = Math.floor(from / width); n * width < until; n++)
      own[n]! += each * (Math.min(until, (n + 1) * width) - Math.max(from, n * width));
  }

  private widen(): void {
    this.width *= 2;
    for (const own of [...this.resident, ...this.stalls])
      for (let n = 0; n < MAX_ROWS; n++) own[n] = 2 * n < MAX_ROWS ? own[2 * n]! + own[2 * n + 1]! : 0;
  }

  /** @param last the last cycle of the launch @param sums of the whole launch */
  finish(last: number, sums: Float64Array): OverTime {
    this.passed(Math.max(1, last), sums);
    const used = Math.max(1, Math.ceil(last / this.width));
    const cut = (own: Float64Array): Float64Array => {
      const samples = own.slice(0, used);
      // Samples after the last cycle belong to the last interval.
      samples[used - 1]! += own.subarray(used).reduce((sum, each) => sum + each, 0);
      return samples;
    };
    return { stretchCycles: this.width, resident: this.resident.map(cut), stalls: this.stalls.map(cut) };
  }
}
