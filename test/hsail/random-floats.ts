// Numbers of a format that operations treat in different ways.

import type { Format } from './exact-rounding.js';

/** The same numbers in each run. */
function* randomWords(): Generator<bigint> {
  for (let state = 12345n; ; ) {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
    yield state >> 8n;
  }
}

/** Any bits, and often numbers that are near to each other, tiny or large. */
export function valuesOf({ exponent, fraction }: Format, count: number): bigint[] {
  const words = randomWords();
  const next = (bits: number): bigint => words.next().value! % (1n << BigInt(bits));
  const biases = [0n, 1n, (1n << BigInt(exponent - 1)) - 1n, (1n << BigInt(exponent)) - 2n];
  return Array.from({ length: count }, () => {
    const near = biases[Number(next(2))]! + (next(1) === 0n ? 0n : next(3));
    const power = next(2) === 0n ? next(exponent) : near % ((1n << BigInt(exponent)) - 1n);
    const digits = next(2) === 0n ? 0n : next(1) === 0n ? next(fraction) : next(3);
    return (next(1) << BigInt(exponent + fraction)) | (power << BigInt(fraction)) | digits;
  });
}
