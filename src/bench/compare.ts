// Two result files side by side: what became slower or faster beyond doubt, and what does not pass any more.

import { required } from '../util/required.js';
import { type BenchResults, type CaseResult, caseKey } from './results.js';
import { METRICS, type MetricName, samplesOf } from './rows.js';
import { type Estimate, geometricMean, ratio } from './statistics.js';

export type BenchChange =
  | 'slower'
  | 'faster'
  | 'same'
  /** The interval is too wide to say. */
  | 'unclear'
  /** Passed before, and does not now. */
  | 'broken'
  | 'repaired'
  /** Does not pass in either file. */
  | 'failing'
  | 'missing'
  | 'new';

export interface BenchComparison {
  readonly benchmark: string;
  readonly size: string;
  readonly target: string;
  readonly change: BenchChange;
  /** New over old: above 1 is slower, or more. */
  readonly ratio: Estimate | undefined;
  readonly reason: string;
}

export interface CompareOptions {
  readonly metric: MetricName;
  /** Smaller changes are none, in per cent. */
  readonly thresholdPercent: number;
}

/** Changes that make the command fail. */
const REGRESSIONS: ReadonlySet<BenchChange> = new Set(['slower', 'broken', 'missing']);

function changeOf({ low, high }: Estimate, thresholdPercent: number): BenchChange {
  const worse = 1 + thresholdPercent / 100;
  if (low > worse) return 'slower';
  if (high < 1 / worse) return 'faster';
  return high <= worse && low >= 1 / worse ? 'same' : 'unclear';
}

/** Counts do not scatter: one sample of each says all. */
function ratioOf(before: CaseResult, now: CaseResult, metric: MetricName): Estimate | undefined {
  const measured = ratio(samplesOf(now, METRICS[metric]), samplesOf(before, METRICS[metric]));
  if (metric !== 'instructions' || measured === undefined || Number.isFinite(measured.high)) return measured;
  return { value: measured.value, low: measured.value, high: measured.value };
}

function compareCase(
  before: CaseResult | undefined,
  now: CaseResult | undefined,
  options: CompareOptions,
): BenchComparison {
  const { benchmark, size, target } = required(now ?? before, 'result of the case');
  const row = { benchmark, size, target, ratio: undefined, reason: '' };
  if (!now) return { ...row, change: 'missing', reason: 'missing in the new file' };
  if (!before) return { ...row, change: 'new' };
  if (now.verdict !== 'PASS') {
    const change = before.verdict === 'PASS' ? 'broken' : 'failing';
    return { ...row, change, reason: `${now.verdict}: ${now.reason}` };
  }
  if (before.verdict !== 'PASS') return { ...row, change: 'repaired', reason: `was ${before.verdict}` };
  const measured = ratioOf(before, now, options.metric);
  if (!measured) return { ...row, change: 'unclear', reason: `${options.metric} was not measured` };
  const change = changeOf(measured, options.thresholdPercent);
  const single = !Number.isFinite(measured.high);
  return { ...row, ratio: measured, change, reason: single ? 'one sample has no confidence interval' : '' };
}

export function compare(before: BenchResults, now: BenchResults, options: CompareOptions): BenchComparison[] {
  const byKey = ({ cases }: BenchResults) => new Map(cases.map((one) => [caseKey(one), one]));
  const [old, current] = [byKey(before), byKey(now)];
  const keys = [...new Set([...old.keys(), ...current.keys()])];
  return keys.map((key) => compareCase(old.get(key), current.get(key), options));
}

export const isRegression = ({ change }: BenchComparison): boolean => REGRESSIONS.has(change);

/** Geometric mean of all ratios; undefined when nothing could be compared. */
export const overall = (rows: readonly BenchComparison[]): number | undefined =>
  geometricMean(rows.flatMap((row) => (row.ratio ? [row.ratio.value] : [])));

/** Properties that make two files hard to compare: another machine, other versions, another seed. */
export function differences(before: BenchResults, now: BenchResults): string[] {
  const differences: string[] = [];
  const note = (what: string, a: string, b: string) => a === b || differences.push(`${what}: ${a} before, ${b} now`);
  const hosts = ({ machines }: BenchResults) =>
    Object.values(machines)
      .map(({ host, processor }) => `${host} (${processor})`)
      .join(', ');
  note('machine', hosts(before), hosts(now));
  note('commit', before.commit ?? 'unknown', now.commit ?? 'unknown');
  note('seed', String(before.settings.seed), String(now.settings.seed));
  for (const target of Object.keys(now.targets))
    if (before.targets[target] !== undefined)
      note(target, before.targets[target], required(now.targets[target], 'target'));
  return differences;
}
