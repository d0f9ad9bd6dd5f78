// The table beside its targets: speeds as multiples of pocl's, CPU time of cold runs, the gain by a second worker, and
// the costs of a start, a launch and a wavefront.

import { geometricMean } from '../../src/bench/statistics.js';
import type { StartupMeasurement } from '../startup/measure.js';
import { cpu, isFair, kernels, type RatioPair, type RatioRow, speedUp } from './ratios.js';

export interface SituationVerdict {
  readonly name: string;
  readonly unit: string;
  /** null: nothing was measured for it. */
  readonly found: number | null;
  /** The value before these measurements; the value to reach, and a better one still. */
  readonly before: string;
  readonly reach: number;
  readonly dream: number;
  /** True if more is better. */
  readonly gain: boolean;
  /** The number of values in the mean, and the worst: three at most. */
  readonly of: number;
  readonly worst: readonly { readonly program: string; readonly value: number }[];
}

type TargetRatio = Pick<SituationVerdict, 'before' | 'reach' | 'dream'>;
type Value = SituationVerdict['worst'][number];
const WORST = 3;
/** Launches that are long enough for a second worker, in seconds by one. */
const LONG_LAUNCH = 5e-3;

const speed = ({ atoll, pocl }: RatioPair): number => kernels(pocl) / kernels(atoll);

function meanOf(
  name: string,
  unit: string,
  values: readonly Value[],
  target: TargetRatio & Pick<SituationVerdict, 'gain'>,
): SituationVerdict {
  const sorted = [...values].sort((a, b) => (target.gain ? a.value - b.value : b.value - a.value));
  const mean = values.length > 0 ? (geometricMean(values.map(({ value }) => value)) ?? null) : null;
  return { name, unit, found: mean, ...target, of: values.length, worst: sorted.slice(0, WORST) };
}

/** Programs that do not report their kernels' times or their number of launches are not among those that are long. */
function hasLongLaunches({ costs }: RatioRow): boolean {
  const { kernels: seconds, launches } = costs.one.atoll;
  return seconds !== null && launches !== null && launches > 0 && seconds / launches >= LONG_LAUNCH;
}

/** @param started the numbers of benchmarks/startup, by the names that it gives them */
export function judgementOf(
  all: readonly RatioRow[],
  started: readonly StartupMeasurement[],
): readonly SituationVerdict[] {
  const rows = all.filter(isFair);
  const by = (of: (row: RatioRow) => number | undefined): Value[] =>
    rows.flatMap((row) => {
      const value = of(row);
      return value === undefined ? [] : [{ program: row.program, value }];
    });
  const timed = rows.filter(({ costs }) => costs.one.atoll.kernels !== null);
  const cold = (situation: 'coldSmall' | 'cold') => (row: RatioRow) => {
    const pair = row.costs[situation];
    return pair && cpu(pair.atoll) / cpu(pair.pocl);
  };
  const single = (name: string, unit: string, value: number | undefined, target: TargetRatio): SituationVerdict => ({
    name,
    unit,
    found: value ?? null,
    ...target,
    gain: false,
    of: 1,
    worst: [],
  });
  const median = (start: string): number | undefined => started.find(({ name }) => name.startsWith(start))?.median;
  const [node, guest] = [median('node -e 0'), median('atoll run -- /bin/true')];
  const over = node === undefined || guest === undefined ? undefined : guest - node;
  const speeds = (name: string, situation: 'one' | 'unaided', target: TargetRatio): SituationVerdict =>
    meanOf(
      name,
      'x',
      timed.map(({ program, costs }) => ({ program, value: speed(costs[situation]) })),
      { ...target, gain: true },
    );
  return [
    speeds("warm, one worker, kernels: pocl's speed", 'one', { before: '1.17 x', reach: 1.5, dream: 2 }),
    meanOf('cold, whole program, CPU time over pocl', 'x', [...by(cold('coldSmall')), ...by(cold('cold'))], {
      before: 'not known',
      reach: 1,
      dream: 0.7,
      gain: false,
    }),
    speeds("without machine code by clang: pocl's speed", 'unaided', { before: '0.756 x', reach: 1, dream: 1.2 }),
    single('a wavefront of ten instructions, one worker', 'ns', median('a wavefront of a kernel'), {
      before: 'about 100 ns',
      reach: 40,
      dream: 20,
    }),
    meanOf(
      'two workers over one, launches of 5 ms and more',
      'x',
      timed.filter(hasLongLaunches).map(({ program, costs }) => ({ program, value: speedUp('atoll')(costs) })),
      { before: '1.42 x', reach: 1.8, dream: 1.95, gain: true },
    ),
    single('empty launch, median', 'µs', median('empty kernel, enqueue'), {
      before: '40 to 47 µs',
      reach: 25,
      dream: 15,
    }),
    single('atoll run -- /bin/true over node -e 0, median', 'ms', over, {
      before: '26 to 30 ms',
      reach: 20,
      dream: 10,
    }),
  ];
}

export const digits = (value: number): string => (value >= 10 ? value.toFixed(1) : value.toFixed(2));

export function wordOf({ found: figure, reach, dream, gain }: SituationVerdict): string {
  if (figure === null) return 'not measured';
  const meets = (limit: number): boolean => (gain ? figure >= limit : figure <= limit);
  return meets(dream) ? 'dream' : meets(reach) ? 'reached' : 'missed';
}

export function judgementText(verdicts: readonly SituationVerdict[]): string {
  const head = `${' '.repeat(50)}     found     reach     dream`;
  const lines = verdicts.map((verdict) => {
    const { name, unit, found: figure, reach, dream, of, worst } = verdict;
    const cells = [figure, reach, dream].map((value) => `${value === null ? '-' : digits(value)} ${unit}`.padStart(10));
    const few = worst.map(({ program, value }) => `${program} ${value.toFixed(2)}`).join(', ');
    const mean = worst.length > 0 ? ` (mean of ${of}; worst: ${few})` : '';
    return `${name.padEnd(50)}${cells.join('')}  ${wordOf(verdict)}${mean}`;
  });
  return [head, ...lines].join('\n');
}
