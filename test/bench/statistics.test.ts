// Statistics against exact integration, textbook numbers and simulated experiments.

import test from 'ava';
import { estimate, geometricMean, ratio, student95 } from '../../src/bench/statistics.js';

/** Integral of (1 + x^2/n)^(-(n+1)/2) from 0 to `to`, by Simpson's rule after x = sqrt(n) tan(a). */
function halfArea(freedom: number, to: number): number {
  const steps = 2000;
  const end = Math.atan(to / Math.sqrt(freedom));
  const f = (angle: number) => Math.cos(angle) ** (freedom - 1);
  let sum = f(0) + f(end);
  for (let step = 1; step < steps; step++) sum += (step % 2 === 0 ? 2 : 4) * f((end * step) / steps);
  return (sum * end) / steps / 3;
}

test("the points of Student's distribution enclose 95 % of its area", (t) => {
  for (const freedom of [1, 2, 3, 5, 10, 20, 29, 30, 31, 40, 100, 1000]) {
    const share = halfArea(freedom, student95(freedom)) / halfArea(freedom, Number.MAX_VALUE);
    t.true(Math.abs(share - 0.95) < 2e-4, `${freedom}: ${share}`);
  }
  t.is(student95(2.9), student95(2));
});

test('a geometric mean with its interval', (t) => {
  // Logarithms 0, 1, 2: mean 1, standard error 1 / sqrt(3), 2 degrees of freedom.
  const { value, low, high } = estimate([1, Math.E, Math.E ** 2])!;
  t.true(Math.abs(value - Math.E) < 1e-12);
  t.true(Math.abs(Math.log(high) - (1 + 4.303 / Math.sqrt(3))) < 1e-9);
  t.true(Math.abs(low * high - value ** 2) < 1e-9);
  t.is(estimate([]), undefined);
  t.deepEqual(estimate([2]), { value: Math.exp(Math.log(2)), low: 0, high: Number.POSITIVE_INFINITY });
  t.is(geometricMean([]), undefined);
  t.true(Math.abs(geometricMean([2, 8])! - 4) < 1e-12);
});

test('samples without scatter have an exact ratio', (t) => {
  const { value, low, high } = ratio([4, 4, 4], [2, 2, 2])!;
  for (const number of [value, low, high]) t.true(Math.abs(number - 2) < 1e-12);
  t.is(ratio([], [1]), undefined);
  t.is(ratio([1], [1, 2])!.high, Number.POSITIVE_INFINITY);
});

/** Deterministic numbers in (0, 1): a linear congruential generator of Knuth. */
function* uniform(seed: bigint): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    yield (Number(state >> 11n) + 0.5) / 2 ** 53;
  }
}

test('the interval of a ratio covers the truth in about 95 of 100 experiments', (t) => {
  const source = uniform(7n);
  const normal = () => Math.sqrt(-2 * Math.log(source.next().value)) * Math.cos(2 * Math.PI * source.next().value);
  const times = (count: number, centre: number, scatter: number) =>
    Array.from({ length: count }, () => centre * Math.exp(scatter * normal()));
  const experiments = 4000;
  let covered = 0;
  for (let index = 0; index < experiments; index++) {
    const { low, high } = ratio(times(4, 3, 0.2), times(6, 2, 0.05))!;
    if (low <= 1.5 && 1.5 <= high) covered++;
  }
  const share = covered / experiments;
  t.true(share > 0.94 && share < 0.975, `${share}`);
});
