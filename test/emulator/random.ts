// Repeatable random numbers for property tests, with a taste for the values at which arithmetic goes wrong.

/** A xorshift generator: the same seed gives the same numbers on every machine. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = Math.imul(seed + 1, 0x9e37_79b1) | 1;
  }

  /** 32 random bits, unsigned. */
  word(): number {
    let x = this.state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.state = x;
    return Math.imul(x, 0x2545_f491) >>> 0;
  }

  /** 0 <= n < limit */
  below(limit: number): number {
    return Math.floor((this.word() / 0x1_0000_0000) * limit);
  }

  chance(probability: number): boolean {
    return this.word() / 0x1_0000_0000 < probability;
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }

  /** A register value: often a number at which an operation has an edge. */
  edge(): number {
    if (this.chance(0.4)) return this.word();
    if (this.chance(0.2)) return (this.pick(EDGES) + this.below(5) - 2) >>> 0;
    if (this.chance(0.2)) return ((this.below(64) + 96) << 23) | (this.word() & 0x807f_ffff) | 0;
    return this.pick(EDGES);
  }
}

const EDGES: readonly number[] = [
  ...[0, 1, 2, 31, 32, 33, 63, 64, 0xff, 0x7fff, 0x8000, 0xffff, 0x7f_ffff, 0x80_0000],
  ...[0x7fff_ffff, 0x8000_0000, 0x8000_0001, 0xffff_ffff, 0xffff_fffe],
  // f32: one, halves, largest, smallest normal, denormals, infinities, NaNs with payloads, ties of rounding.
  ...[0x3f80_0000, 0xbf80_0000, 0x3f00_0000, 0x4000_0000, 0x4b00_0000, 0x4b00_0001, 0x4f00_0000, 0xcf00_0000],
  ...[0x7f7f_ffff, 0xff7f_ffff, 0x0080_0000, 0x8080_0000, 0x007f_ffff, 0x0000_0001, 0x8000_0001, 0x807f_ffff],
  ...[0x7f80_0000, 0xff80_0000, 0x7fc0_0000, 0xffc0_0000, 0x7f80_0001, 0xff81_2345, 0x7fc1_2345, 0x3f80_0001],
  // High words of f64.
  ...[0x3ff0_0000, 0xbff0_0000, 0x7ff0_0000, 0xfff0_0000, 0x7ff8_0000, 0x7ff0_0001, 0x0010_0000, 0x000f_ffff],
  ...[0x4340_0000, 0x41e0_0000, 0xc1e0_0000, 0x3690_0000, 0x47ef_ffff, 0x380f_ffff],
];
