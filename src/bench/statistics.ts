// Times and ratios with their uncertainty. Times of one program scatter by factors rather than by sums, so all of this
// is done on logarithms: the centre is the geometric mean, and a ratio of two centres is a difference of two means.

/** A value with the interval that covers it in 95 of 100 experiments. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Two-sided 95 % points of Student's t for 1, 2, 3, ... degrees of freedom. Source: NIST/SEMATECH e-Handbook,
 * 1.3.6.7.2.
 */
const STUDENT_95 = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11,
  2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];
const NORMAL_95 = 1.959964;

/** @param freedom degrees of freedom, 1 or more; a fraction is rounded down, which widens the interval */
export function student95(freedom: number): number {
  const tabulated = STUDENT_95[Math.floor(freedom) - 1];
  if (tabulated !== undefined) return tabulated;
  // First terms of the expansion in 1/freedom: Abramowitz and Stegun 26.7.5.
  const z = NORMAL_95;
  return z + (z ** 3 + z) / (4 * freedom) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2);
}

/** Shorter times cannot be measured, and have no logarithm. */
const SHORTEST = 1e-9;

interface Moments {
  readonly mean: number;
  /** Square of the standard error of the mean; undefined for one sample. */
  readonly variance: number | undefined;
  readonly count: number;
}

function moments(samples: readonly number[]): Moments {
  const logs = samples.map((value) => Math.log(Math.max(value, SHORTEST)));
  const count = logs.length;
  const mean = logs.reduce((sum, value) => sum + value, 0) / count;
  const squares = logs.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, variance: count > 1 ? squares / (count - 1) / count : undefined, count };
}

const around = (mean: number, reach: number): Estimate => ({
  value: Math.exp(mean),
  low: Math.exp(mean - reach),
  high: Math.exp(mean + reach),
});

/**
 * Geometric mean of positive samples; undefined without samples. One sample says nothing of its scatter: 0 to infinity.
 */
export function estimate(samples: readonly number[]): Estimate | undefined {
  if (samples.length === 0) return undefined;
  const { mean, variance, count } = moments(samples);
  return around(mean, variance === undefined ? Number.POSITIVE_INFINITY : student95(count - 1) * Math.sqrt(variance));
}

/** Degrees of freedom of a difference of two means with different scatter. Source: Welch 1947, Satterthwaite 1946. */
function welchFreedom(a: Moments, b: Moments): number {
  const [u, v] = [a.variance ?? 0, b.variance ?? 0];
  const denominator = u ** 2 / (a.count - 1) + v ** 2 / (b.count - 1);
  return denominator === 0 ? a.count + b.count - 2 : (u + v) ** 2 / denominator;
}

/** Ratio of two centres, `of` over `to`; undefined when one has no samples. */
export function ratio(of: readonly number[], to: readonly number[]): Estimate | undefined {
  if (of.length === 0 || to.length === 0) return undefined;
  const [a, b] = [moments(of), moments(to)];
  const difference = a.mean - b.mean;
  if (a.variance === undefined || b.variance === undefined) return around(difference, Number.POSITIVE_INFINITY);
  return around(difference, student95(Math.max(1, welchFreedom(a, b))) * Math.sqrt(a.variance + b.variance));
}

/** Geometric mean; undefined without values. */
export function geometricMean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : Math.exp(moments(values).mean);
}
