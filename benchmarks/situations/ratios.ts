// Results of the situations: ratios of Atoll to pocl by program, their geometric means and the worst of each.

import { geometricMean } from '../../src/bench/statistics.js';

/** Costs of one run. */
export interface SituationCost {
  /** Seconds of wall time, and of CPU time of the program and all that it has started. */
  readonly wall: number;
  readonly cpu: number;
  /** MiB that the largest of its processes had at the most. */
  readonly memory: number;
  /** Seconds in kernels by the program's own account, and how many launches those were; null where it gives none. */
  readonly kernels: number | null;
  readonly launches: number | null;
}
export interface RatioPair {
  readonly atoll: SituationCost;
  readonly pocl: SituationCost;
}
export const SITUATIONS = ['coldSmall', 'cold', 'warm', 'short', 'unaided', 'one', 'two'] as const;
export type Situation = (typeof SITUATIONS)[number];
/** Third-party programs have no small size, and no option for repetitions. */
type Special = 'coldSmall' | 'short';
export interface RatioRow {
  readonly program: string;
  /** Why pocl's results are not right; they are not to be compared with, and count in no mean. */
  readonly poclFails?: string | undefined;
  readonly costs: Readonly<Record<Exclude<Situation, Special>, RatioPair> & Partial<Record<Special, RatioPair>>>;
}

export const isFair = ({ poclFails }: RatioRow): boolean => poclFails === undefined;

interface Column {
  readonly key: string;
  readonly situation: Situation;
  /** Two words: of the situation, and of the comparison. */
  readonly title: readonly [string, string];
  /** True if more is better. */
  readonly gain: boolean;
  /** Of little use for programs that do not print kernel times. */
  readonly ofKernels?: true;
  /** undefined: the program has not been in that situation. */
  readonly of: (costs: RatioRow['costs']) => number | undefined;
}

const over = (situation: Situation, of: (cost: SituationCost) => number) => (costs: RatioRow['costs']) => {
  const pair = costs[situation];
  return pair && of(pair.atoll) / of(pair.pocl);
};
export const cpu = ({ cpu }: SituationCost): number => cpu;
const wall = ({ wall }: SituationCost): number => wall;
/** The clock of programs may be too coarse for their kernels. */
const SHORTEST = 1e-6;
export const kernels = (cost: SituationCost): number => Math.max(cost.kernels ?? cost.wall, SHORTEST);
export const speedUp = (subject: keyof RatioPair) => (costs: RatioRow['costs']) =>
  kernels(costs.one[subject]) / kernels(costs.two[subject]);

export const COLUMNS: readonly Column[] = [
  {
    key: 'coldSmallCpu',
    situation: 'coldSmall',
    title: ['small', 'cold CPU'],
    gain: false,
    of: over('coldSmall', cpu),
  },
  { key: 'coldCpu', situation: 'cold', title: ['cold', 'CPU'], gain: false, of: over('cold', cpu) },
  { key: 'coldWall', situation: 'cold', title: ['cold', 'wall'], gain: false, of: over('cold', wall) },
  { key: 'warmCpu', situation: 'warm', title: ['warm', 'CPU'], gain: false, of: over('warm', cpu) },
  { key: 'warmWall', situation: 'warm', title: ['warm', 'wall'], gain: false, of: over('warm', wall) },
  { key: 'shortCpu', situation: 'short', title: ['short', 'CPU'], gain: false, of: over('short', cpu) },
  { key: 'shortWall', situation: 'short', title: ['short', 'wall'], gain: false, of: over('short', wall) },
  {
    key: 'unaidedKernels',
    situation: 'unaided',
    title: ['no clang', 'kernels'],
    gain: false,
    ofKernels: true,
    of: over('unaided', kernels),
  },
  { key: 'oneCpu', situation: 'one', title: ['1 worker', 'CPU'], gain: false, of: over('one', cpu) },
  {
    key: 'oneKernels',
    situation: 'one',
    title: ['1 worker', 'kernels'],
    gain: false,
    ofKernels: true,
    of: over('one', kernels),
  },
  {
    key: 'twoAtoll',
    situation: 'two',
    title: ['2 over 1', 'Atoll'],
    gain: true,
    ofKernels: true,
    of: speedUp('atoll'),
  },
  { key: 'twoPocl', situation: 'two', title: ['2 over 1', 'pocl'], gain: true, ofKernels: true, of: speedUp('pocl') },
  {
    key: 'memory',
    situation: 'warm',
    title: ['warm', 'memory'],
    gain: false,
    of: over('warm', ({ memory }) => memory),
  },
];

export interface Summary {
  readonly key: string;
  readonly situation: Situation;
  readonly title: string;
  /** null: no program has been in that situation. */
  readonly mean: number | null;
  /** Three programs at most, the worst first. */
  readonly worst: readonly { readonly program: string; readonly value: number }[];
}
const WORST = 3;

/** @param rows one or more */
export const summariesOf = (rows: readonly RatioRow[]): readonly Summary[] =>
  COLUMNS.map(({ key, situation, title, gain, of }) => {
    const values = rows.filter(isFair).flatMap(({ program, costs }) => {
      const value = of(costs);
      return value === undefined ? [] : [{ program, value }];
    });
    const worst = [...values].sort((a, b) => (gain ? a.value - b.value : b.value - a.value)).slice(0, WORST);
    return {
      key,
      situation,
      title: title.join(' '),
      mean: geometricMean(values.map(({ value }) => value)) ?? null,
      worst,
    };
  });

const reportsKernels = ({ costs }: RatioRow): boolean => costs.one.atoll.kernels !== null;

/** Columns that some program has a value for. */
export const columnsOf = (rows: readonly RatioRow[]): readonly Column[] =>
  COLUMNS.filter(
    ({ of, ofKernels }) =>
      (!ofKernels || rows.some(reportsKernels)) && rows.some(({ costs }) => of(costs) !== undefined),
  );

/** The program, marked where pocl's results are wrong. */
export const nameOf = ({ program, poclFails }: RatioRow): string =>
  poclFails === undefined ? program : `${program} (!)`;
export const remarksOf = (rows: readonly RatioRow[]): readonly string[] =>
  rows.flatMap(({ program, poclFails }) =>
    poclFails === undefined ? [] : [`(!) ${program}: right on Atoll, wrong on pocl, so in no mean: ${poclFails}`],
  );

const NAME = 22;
const WIDTH = 9;
const cells = (texts: readonly string[]): string => texts.map((text) => text.padStart(WIDTH)).join('');

/** @param rows one or more */
export function tableText(rows: readonly RatioRow[]): string {
  const heads = [0, 1].map((line) => ' '.repeat(NAME) + cells(COLUMNS.map(({ title }) => title[line]!)));
  const summaries = summariesOf(rows);
  const lines = rows.map(
    (row) => nameOf(row).padEnd(NAME) + cells(COLUMNS.map(({ of }) => of(row.costs)?.toFixed(2) ?? '-')),
  );
  const means = 'geometric mean'.padEnd(NAME) + cells(summaries.map(({ mean }) => mean?.toFixed(2) ?? '-'));
  const worst = summaries
    .filter(({ mean }) => mean !== null)
    .map(
      ({ title, worst: few }) =>
        `${`worst of ${title}`.padEnd(NAME + WIDTH)} ${few.map(({ program, value }) => `${program} ${value.toFixed(2)}`).join(', ')}`,
    );
  return [...heads, ...lines, means, ...remarksOf(rows), '', ...worst].join('\n');
}
