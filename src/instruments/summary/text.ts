// The summary after a run: executed launches, their counts and speed.

import type { LaunchReport } from '../../driver/core/processor/messages.js';
import type { TransferTotals } from '../../driver/core/processor/transfer-totals.js';
import { deviceModel } from '../../driver/device-models.js';
import { countOf } from '../../report/launches-by-image.js';
import { launchesByKernel } from '../../report/launches-by-kernel.js';
import { totalsOf } from '../../statistics/decoded-tallies.js';
import type { Statistic } from '../../statistics/statistic.js';
import { STATISTICS, statisticOf } from '../../statistics/statistics.js';
import type { Tally } from '../../statistics/tally.js';
import { required } from '../../util/required.js';
import type { WorkTimes } from '../../util/work-clock.js';
import { trafficLines } from './traffic-lines.js';

interface Row {
  readonly launches: number;
  readonly tally: Tally;
  readonly instructions: number;
  /** Time of execution, without the following times. */
  readonly nanoseconds: number;
  readonly translationNs: number;
  readonly compilationNs: number;
  /** Traffic of launches that another OpenCL executed. */
  readonly traffic: readonly TransferTotals[];
  /** Reasons of failed launches, with their counts. */
  readonly failures: ReadonlyMap<string, number>;
}

const total = (counts: Iterable<number>): number => [...counts].reduce((sum, count) => sum + count, 0);

function rowOf(launches: readonly LaunchReport[]): Row {
  const { tally } = totalsOf(launches);
  const failures = new Map<string, number>();
  for (const { failure } of launches)
    if (failure !== undefined) failures.set(failure, (failures.get(failure) ?? 0) + 1);
  const translationNs = total(launches.map(({ preparation }) => preparation.translationNs));
  const compilationNs = total(launches.map(({ preparation }) => preparation.compilationNs));
  const spent = total(launches.map(({ startNs, endNs }) => Number(endNs - startNs)));
  return {
    launches: countOf(launches),
    tally,
    traffic: launches.flatMap(({ traffic }) => traffic ?? []),
    instructions: statisticOf('instructions', tally) ?? 0,
    nanoseconds: spent - translationNs - compilationNs,
    translationNs,
    compilationNs,
    failures,
  };
}

/** With commas. `toLocaleString` would load locale tables for 20 ms. */
const whole = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
const seconds = (nanoseconds: number): string =>
  nanoseconds < 1e9 ? `${(nanoseconds / 1e6).toFixed(1)} ms` : `${(nanoseconds / 1e9).toFixed(2)} s`;
const rate = ({ instructions, nanoseconds }: Row): string =>
  `${((instructions / Math.max(nanoseconds, 1)) * 1e3).toFixed(1)} M/s`;

/** Maximum of mnemonics in a line of exits. */
const NAMED_EXITS = 6;

/** Wave-instructions left to the interpreter, and their share; no line if there are none. */
function exitLines({ tally: { exits }, instructions }: Row): string[] {
  const sum = total(exits?.values() ?? []);
  if (!exits || sum === 0) return [];
  const sorted = [...exits].sort(([, a], [, b]) => b - a);
  const named = sorted.slice(0, NAMED_EXITS).map(([name, count]) => `${name} ${whole(count)}`);
  if (sorted.length > NAMED_EXITS) named.push(`${sorted.length - NAMED_EXITS} more`);
  return [
    `    left to the interpreter: ${whole(sum)} (${((100 * sum) / instructions).toFixed(2)} %): ${named.join(', ')}`,
  ];
}

/** A value of a statistic; uncounted is not 0. */
function valueText({ unit, fold }: Statistic, tally: Tally): string {
  const value = fold(tally);
  if (value === undefined) return 'not collected';
  return unit === 'share' ? `${(100 * value).toFixed(1)} %` : whole(value);
}

/** The statistics of the summary. */
const statisticsLine = ({ tally }: Row): string => {
  const briefs = STATISTICS.filter(({ brief }) => brief !== undefined);
  return `    ${briefs.map((row) => `${row.brief} ${valueText(row, tally)}`).join(', ')}`;
};

/** Times below this have no line. */
const MIN_REPORTED_NS = 1e6;

/** Times of launches besides execution. */
function preparationLines({ translationNs, compilationNs }: Row): string[] {
  if (translationNs + compilationNs < MIN_REPORTED_NS) return [];
  return [
    `    preparation: ${seconds(translationNs)} to translate the kernel, ${seconds(compilationNs)} to compile the translation`,
  ];
}

/** Maximum of reasons in a kernel's lines. */
const NAMED_FAILURES = 3;

function failureLines({ failures }: Row): string[] {
  const lines = [...failures].map(([reason, count]) => `    ${whole(count)} failed: ${reason.split('\n')[0]}`);
  const more = lines.length - NAMED_FAILURES;
  return more > 0 ? [...lines.slice(0, NAMED_FAILURES), `    ${whole(more)} more reasons`] : lines;
}

/** Builds and compilations of the run. */
export interface SummaryWork {
  readonly builds: WorkTimes;
  readonly compilations: WorkTimes;
}

function workLine(what: string, { count, seconds: spent, running }: WorkTimes): string[] {
  if (count === 0) return [];
  const unfinished = running > 0 ? `, ${whole(running)} unfinished` : '';
  return [`  ${what}: ${whole(count)} in ${seconds(spent * 1e9)}${unfinished}`];
}

/**
 * @param wallNs from the start of the guest to its end
 * @param devices identifiers of the simulated chips
 */
export function summarize(
  launches: readonly LaunchReport[],
  wallNs: bigint,
  devices: readonly string[],
  work?: SummaryWork,
): string {
  const used = [...new Set(launches.map(({ device }) => device))].map((index) =>
    deviceModel(required(devices[index], 'device')),
  );
  const names = (used.length > 0 ? used : devices.map(deviceModel)).map(({ name, board }) => `${name} (${board})`);
  const rows = [...launchesByKernel(launches)].map(([kernel, own]) => [kernel, rowOf(own)] as const);
  const lines = rows.flatMap(([kernel, row]) => [
    `  ${kernel}: ${whole(row.launches)} launch${row.launches === 1 ? '' : 'es'}, ${whole(row.tally.wavefronts)} wavefronts, ` +
      `${whole(row.instructions)} wave-instructions in ${seconds(row.nanoseconds)} (${rate(row)})`,
    ...(row.traffic.length > 0 ? trafficLines(row.traffic) : [statisticsLine(row)]),
    ...preparationLines(row),
    ...failureLines(row),
    ...exitLines(row),
  ]);
  const kernels = launches.length === 0 ? ['  no kernel was launched'] : lines;
  const others = work
    ? [...workLine('builds', work.builds), ...workLine('machine code by clang, in the background', work.compilations)]
    : [];
  return [`device ${names.join(', ')}`, ...kernels, ...others, `  program: ${seconds(Number(wallNs))} in total`].join(
    '\n',
  );
}
