// Results as rows: what every table and plot shows of a case.

import { type BenchResults, type CaseResult, caseKey, type Sample } from './results.js';
import { type Estimate, estimate, geometricMean, ratio } from './statistics.js';
import { VERDICTS, type Verdict } from './verdict.js';

/** Times in seconds; undefined where there is nothing to say. */
export interface BenchRow {
  readonly benchmark: string;
  readonly size: string;
  readonly target: string;
  readonly verdict: Verdict;
  readonly reason: string;
  readonly wall: Estimate | undefined;
  readonly kernel: Estimate | undefined;
  readonly simulated: number | undefined;
  readonly launches: number | undefined;
  readonly wavefronts: number | undefined;
  /** Wave-instructions of a run. */
  readonly instructions: number | undefined;
  readonly mix: Readonly<Record<string, number>> | undefined;
  /** Wave-instructions a second of kernel time. */
  readonly rate: number | undefined;
  /** Wall time over that of the baseline target: above 1 is slower. Undefined for the baseline itself. */
  readonly ratio: Estimate | undefined;
}

type Metric = (sample: Sample) => number | null;
export const total = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, value) => sum + value, 0);

/** Comparable metrics of a run. */
export const METRICS = {
  wall: (sample) => sample.wallSeconds,
  kernel: (sample) => sample.kernelSeconds,
  simulated: (sample) => sample.simulatedSeconds ?? null,
  instructions: (sample) => (sample.instructions === null ? null : total(sample.instructions)),
} as const satisfies Record<string, Metric>;
export type MetricName = keyof typeof METRICS;

export const samplesOf = ({ samples }: Pick<CaseResult, 'samples'>, metric: Metric): number[] =>
  samples.map(metric).filter((value): value is number => value !== null);

function rowOf(one: CaseResult, baseline: CaseResult | undefined): BenchRow {
  const last = one.samples.at(-1);
  const kernel = estimate(samplesOf(one, METRICS.kernel));
  const instructions = samplesOf(one, METRICS.instructions).at(-1);
  return {
    ...one,
    wall: estimate(samplesOf(one, METRICS.wall)),
    kernel,
    simulated: samplesOf(one, METRICS.simulated).at(-1),
    launches: last?.launches ?? undefined,
    wavefronts: last?.wavefronts ?? undefined,
    instructions,
    mix: last?.instructions ?? undefined,
    rate: instructions === undefined || !kernel ? undefined : instructions / kernel.value,
    ratio:
      baseline && baseline !== one ? ratio(samplesOf(one, METRICS.wall), samplesOf(baseline, METRICS.wall)) : undefined,
  };
}

export function rowsOf({ cases, baseline }: Pick<BenchResults, 'cases' | 'baseline'>): BenchRow[] {
  const byKey = new Map(cases.map((one) => [caseKey(one), one]));
  return cases.map((one) => rowOf(one, byKey.get(caseKey({ ...one, target: baseline }))));
}

/** Number of cases that passed, failed, skipped themselves. */
export const tally = (cases: readonly Pick<CaseResult, 'verdict'>[]): Record<Verdict, number> =>
  Object.fromEntries(
    VERDICTS.map((verdict) => [verdict, cases.filter((one) => one.verdict === verdict).length]),
  ) as Record<Verdict, number>;

/** Geometric mean of the ratios of each target that is not the baseline. */
export function meanRatios(
  rows: readonly BenchRow[],
  baseline: string,
): { target: string; mean: number; count: number }[] {
  const targets = [...new Set(rows.map(({ target }) => target))].filter((target) => target !== baseline);
  return targets.flatMap((target) => {
    const values = rows.flatMap((row) => (row.target === target && row.ratio ? [row.ratio.value] : []));
    const mean = geometricMean(values);
    return mean === undefined ? [] : [{ target, mean, count: values.length }];
  });
}
