// Two runs side by side, as plain data: kernels by name, the n-th launch of a kernel with the n-th, lines by their
// text.

import { CLASS_NAMES } from '../../isa/classes.js';
import { STATISTICS } from '../../statistics/statistics.js';
import { required } from '../../util/required.js';
import type { ComparedNumber } from '../page-data.js';
import type { RunReport } from '../run-report.js';
import { compareLines, type LineChange } from './lines.js';

export interface ValueChange extends ComparedNumber {
  readonly unit: string;
}

export interface KernelComparison {
  readonly kernel: string;
  readonly numbers: readonly ValueChange[];
  /** Wave-instructions by class. */
  readonly mix: readonly ValueChange[];
  readonly statistics: readonly ValueChange[];
  /** Lines whose numbers differ, the largest change first; undefined where a run does not know its lines. */
  readonly lines: readonly LineChange[] | undefined;
}

export interface LaunchComparison {
  readonly kernel: string;
  /** Number of the launch of this kernel, from 1 on. */
  readonly number: number;
  /** Global and local size; undefined: there was no such launch. */
  readonly a: string | undefined;
  readonly b: string | undefined;
  readonly numbers: readonly ValueChange[];
}

export interface ReportedRun {
  readonly file: string;
  readonly command: string;
  readonly devices: readonly string[];
  readonly engine: string;
  readonly release: string;
  /** Exit status or signal: `0`, `SIGSEGV`; undefined: it still ran when the report was written. */
  readonly end: string | undefined;
}

export interface RunComparison {
  readonly format: 'atoll comparison';
  readonly version: 1;
  readonly a: ReportedRun;
  readonly b: ReportedRun;
  readonly totals: readonly ValueChange[];
  /** The one whose time has changed most first. */
  readonly kernels: readonly KernelComparison[];
  readonly launches: readonly LaunchComparison[];
  /** Launches of the two runs that their reports do not list. */
  readonly unlisted: readonly [a: number, b: number];
}

type ComparedKernelData = RunReport['kernels'][number];
type ComparedLaunchData = RunReport['launches'][number];
type Pair<T> = readonly [a: T | undefined, b: T | undefined];

const sum = (numbers: Readonly<Record<string, number>>): number => Object.values(numbers).reduce((a, b) => a + b, 0);
const ms = (seconds = 0): number => 1e3 * seconds;

const change = <T>(name: string, unit: string, [a, b]: Pair<T>, of: (one: T) => number | undefined): ValueChange => ({
  name,
  unit,
  a: (a && of(a)) ?? null,
  b: (b && of(b)) ?? null,
});

/** Numbers that launches and kernels have in common. */
function numbersOf(pair: Pair<ComparedKernelData | ComparedLaunchData>): ValueChange[] {
  return [
    change('time', 'ms', pair, ({ seconds }) => ms(seconds)),
    change('made ready', 'ms', pair, (one) => ms(one.translationSeconds) + ms(one.compilationSeconds)),
    change('wave-instructions', 'count', pair, ({ instructions }) => sum(instructions)),
    change('work-groups', 'count', pair, ({ workGroups }) => workGroups),
    change('wavefronts', 'count', pair, ({ wavefronts }) => wavefronts),
    change('barriers', 'count', pair, ({ barriers }) => barriers),
    change('failed', 'count', pair, ({ failed = 0 }) => failed),
  ];
}

function statisticsOf(pair: Pair<ComparedKernelData>): ValueChange[] {
  const units = new Map(STATISTICS.map(({ name, unit }) => [name, unit]));
  const names = new Set(pair.flatMap((one) => Object.keys(one?.statistics ?? {})));
  return [...names]
    .map((name) => change(name, units.get(name) ?? '', pair, ({ statistics }) => statistics?.[name] ?? undefined))
    .filter(({ a, b }) => a !== null || b !== null);
}

function compareKernel(kernel: string, pair: Pair<ComparedKernelData>): KernelComparison {
  const [a, b] = pair;
  const hasLines = [a, b].every((one) => one === undefined || one.lines !== undefined);
  return {
    kernel,
    numbers: [change('launches', 'count', pair, ({ launches }) => launches), ...numbersOf(pair)],
    mix: CLASS_NAMES.map((name) => change(name, 'count', pair, ({ instructions }) => instructions[name] ?? 0)),
    statistics: statisticsOf(pair),
    lines: hasLines ? compareLines(a?.lines ?? [], b?.lines ?? []) : undefined,
  };
}

/** Pairs of equal keys, in the order of the first and then of the second. */
function pairs<T>(a: ReadonlyMap<string, T>, b: ReadonlyMap<string, T>): [string, Pair<T>][] {
  return [...new Set([...a.keys(), ...b.keys()])].map((key) => [key, [a.get(key), b.get(key)]]);
}

const byName = ({ kernels }: RunReport): Map<string, ComparedKernelData> =>
  new Map(kernels.map((one) => [one.kernel, one]));

/** By kernel and which launch of it. */
function byNumber({ launches }: RunReport): Map<string, ComparedLaunchData & { readonly number: number }> {
  const seen = new Map<string, number>();
  return new Map(
    launches.map((launch) => {
      const number = (seen.get(launch.kernel) ?? 0) + 1;
      seen.set(launch.kernel, number);
      return [`${number} ${launch.kernel}`, { ...launch, number }];
    }),
  );
}

const sizes = (launch: ComparedLaunchData | undefined): string | undefined =>
  launch && `${launch.globalSize.join('×')} / ${launch.localSize.join('×')}`;

function compareLaunches(a: RunReport, b: RunReport): LaunchComparison[] {
  return pairs(byNumber(a), byNumber(b)).map(([, pair]) => {
    const { kernel, number } = required(pair[0] ?? pair[1], 'launch of the pair');
    return { kernel, number, a: sizes(pair[0]), b: sizes(pair[1]), numbers: numbersOf(pair) };
  });
}

/** By how much a number has changed; of what only one run has, all of it. */
export const difference = ({ a, b }: Pick<ValueChange, 'a' | 'b'>): number => (b ?? 0) - (a ?? 0);

export const numberNamed = (numbers: readonly ValueChange[], name: string): ValueChange =>
  required(
    numbers.find((one) => one.name === name),
    'number',
  );

const comparedRun = (file: string, { command, devices, engine, release, exit }: RunReport): ReportedRun => ({
  file,
  command: command.join(' '),
  devices,
  engine,
  release,
  end: exit ? (exit.signal ?? String(exit.code)) : undefined,
});

const timeChange = ({ numbers }: KernelComparison): number => Math.abs(difference(numberNamed(numbers, 'time')));

export interface NamedReport {
  readonly file: string;
  readonly report: RunReport;
}

export function compareRuns(
  { file: fileA, report: a }: NamedReport,
  { file: fileB, report: b }: NamedReport,
): RunComparison {
  const both: Pair<RunReport> = [a, b];
  const unlisted = ({ launchCount, launches }: RunReport): number => launchCount - launches.length;
  return {
    format: 'atoll comparison',
    version: 1,
    a: comparedRun(fileA, a),
    b: comparedRun(fileB, b),
    totals: [
      change('wall time', 'ms', both, ({ wallSeconds }) => ms(wallSeconds)),
      change('builds', 'ms', both, ({ builds }) => builds && ms(builds.seconds)),
      change('launches', 'count', both, ({ launchCount }) => launchCount),
      change('time of kernels', 'ms', both, ({ kernels }) =>
        ms(kernels.reduce((all, { seconds }) => all + seconds, 0)),
      ),
      change('wave-instructions', 'count', both, ({ kernels }) =>
        kernels.reduce((all, { instructions }) => all + sum(instructions), 0),
      ),
    ],
    kernels: pairs(byName(a), byName(b))
      .map(([kernel, pair]) => compareKernel(kernel, pair))
      .sort((one, two) => timeChange(two) - timeChange(one)),
    launches: compareLaunches(a, b),
    unlisted: [unlisted(a), unlisted(b)],
  };
}
