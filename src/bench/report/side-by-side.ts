// Statistics of the kernels of a program on several targets, side by side: the same program on two instruction sets.

import { STATISTICS } from '../../statistics/statistics.js';
import { required } from '../../util/required.js';
import type { BenchResults, CaseResult } from '../results.js';
import type { TableColumn } from './table-column.js';

/** One statistic of one kernel; what a target has not collected, or has no such number of, is absent. */
export interface StatisticRow {
  readonly name: string;
  readonly unit: string;
  /** By target. */
  readonly values: readonly (number | undefined)[];
}

export interface KernelTimesRow {
  readonly benchmark: string;
  readonly size: string;
  readonly kernel: string;
  readonly targets: readonly string[];
  readonly rows: readonly StatisticRow[];
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** The cases of each program and size that have statistics, in their order. */
function groupsOf({ cases }: BenchResults): readonly (readonly CaseResult[])[] {
  const counted = cases.filter(({ kernels }) => kernels !== undefined);
  const nameOf = ({ benchmark, size }: CaseResult): string => `${benchmark} ${size}`;
  return unique(counted.map(nameOf)).map((name) => counted.filter((one) => nameOf(one) === name));
}

function comparisonOf(group: readonly CaseResult[], kernel: string): KernelTimesRow {
  const [{ benchmark, size }] = group as [CaseResult];
  const statistics = group.map(
    ({ kernels }) => required(kernels, 'kernels of the case').find(({ name }) => name === kernel)?.statistics ?? {},
  );
  const rows = STATISTICS.map(({ name, unit }) => {
    return { name, unit, values: statistics.map((values) => values[name] ?? undefined) };
  });
  return {
    benchmark,
    size,
    kernel,
    targets: group.map(({ target }) => target),
    // Rows that are 0 or unknown everywhere are left out.
    rows: rows.filter(({ values }) => values.some((value) => value)),
  };
}

/** Every kernel of which a target has statistics. */
export const comparisonsOf = (results: BenchResults): readonly KernelTimesRow[] =>
  groupsOf(results).flatMap((group) =>
    unique(group.flatMap(({ kernels }) => required(kernels, 'kernels of the case').map(({ name }) => name))).map(
      (kernel) => comparisonOf(group, kernel),
    ),
  );

const number = (value: number | undefined): string =>
  value === undefined
    ? ''
    : value.toLocaleString('en-US', { maximumSignificantDigits: Number.isInteger(value) ? 16 : 4 });

const over = (value: number | undefined, base: number | undefined): string =>
  value === undefined || !base ? '' : (value / base).toPrecision(3);

/** Name, unit, a column for each target, and how many times as much the others have as the first one. */
export function columnsOf(targets: readonly string[]): readonly TableColumn<StatisticRow>[] {
  return [
    { head: 'statistic', cell: ({ name }) => name },
    { head: 'unit', cell: ({ unit }) => unit },
    ...targets.map((head, n) => ({
      head,
      cell: ({ values }: StatisticRow) => number(values[n]),
      right: true,
    })),
    ...targets.slice(1).map((target, n) => ({
      head: targets.length > 2 ? `ratio, ${target}` : 'ratio',
      cell: ({ values }: StatisticRow) => over(values[n + 1], values[0]),
      right: true,
    })),
  ];
}
