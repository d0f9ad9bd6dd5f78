// Repeatable random bit patterns for tests, with edge values weighted.

/** A generator of 32-bit numbers from a seed (xorshift). */
export function generator(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

/** Zeros, infinities, NaNs of both kinds, denormals, the ends of the normal range, 1, 2, 0.5, integers at limits. */
export const EDGES_32: readonly bigint[] = [
  0n,
  0x80000000n,
  1n,
  0x80000001n,
  0x7fffffn,
  0x807fffffn,
  0x400000n,
  0x800000n,
  0x80800000n,
  0x1000000n,
  0x3f800000n,
  0xbf800000n,
  0x3f7fffffn,
  0x40000000n,
  0x3f000000n,
  0xbf000000n,
  0x3effffffn,
  0x7f7fffffn,
  0xff7fffffn,
  0x7f000000n,
  0x7e800000n,
  0x7e800001n,
  0x7f800000n,
  0xff800000n,
  0x7fc00000n,
  0xffc00000n,
  0x7f800001n,
  0xffbfffffn,
  0x7fffffffn,
  0xffffffffn,
  0x4f000000n,
  0xcf000000n,
  0x4f800000n,
  0x4b000000n,
  0x4b000001n,
  0x2fn,
  0xc0n,
];

/** The same shapes in f64. */
export const EDGES_64: readonly bigint[] = [
  0n,
  1n << 63n,
  1n,
  (1n << 63n) | 1n,
  0xfffffffffffffn,
  0x10000000000000n,
  0x20000000000000n,
  0x3ff0000000000000n,
  0xbff0000000000000n,
  0x3fefffffffffffffn,
  0x4000000000000000n,
  0x3fe0000000000000n,
  0x7fefffffffffffffn,
  0xffefffffffffffffn,
  0x7fd0000000000000n,
  0x7fd0000000000001n,
  0x7ff0000000000000n,
  0xfff0000000000000n,
  0x7ff8000000000000n,
  0x7ff0000000000001n,
  0xfff7ffffffffffffn,
  0x41e0000000000000n,
  0xc1e0000000000000n,
  0x41f0000000000000n,
  0x4330000000000000n,
  0x7fffffffffffffffn,
  0xffffffffffffffffn,
];

/** A pattern source: one edge in four, otherwise random; half of the random ones are floats near 1. */
export function patterns(seed: number): { readonly u32: () => bigint; readonly u64: () => bigint } {
  const next = generator(seed);
  const pick = (edges: readonly bigint[]): bigint => edges[next() % edges.length]!;
  const high = (): number =>
    (next() & 1 ? next() : (next() & 0x83ffffff) | ((next() & 1) === 1 ? 0x3c000000 : 0x40000000)) >>> 0;
  return {
    u32: () => (next() % 4 === 0 ? pick(EDGES_32) : BigInt(high())),
    u64: () => (next() % 4 === 0 ? pick(EDGES_64) : (BigInt(high()) << 32n) | BigInt(next())),
  };
}
