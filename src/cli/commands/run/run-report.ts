// The file of `atoll run --report-json`; its format is in src/report/run-report.ts.

import type { LaunchReport } from '../../../driver/core/processor/messages.js';
import { deviceModel } from '../../../driver/device-models.js';
import type { Scope } from '../../../instruments/statistics/numbers.js';
import { subjectsOf } from '../../../instruments/statistics/parts.js';
import { runAgreement, timeOf } from '../../../instruments/timing/agreement.js';
import { CLASS_NAMES } from '../../../isa/classes.js';
import type { KernelImage } from '../../../launch/image.js';
import { countOf, isSingle } from '../../../report/launches-by-image.js';
import { launchesByKernel } from '../../../report/launches-by-kernel.js';
import { lineCounts } from '../../../report/line-counts.js';
import type { RunReport } from '../../../report/run-report.js';
import { MAX_LAUNCHES_LISTED, RUN_REPORT_SCHEMA } from '../../../report/run-report-limits.js';
import { tallyOf, totalsOf } from '../../../statistics/decoded-tallies.js';
import type { Statistic } from '../../../statistics/statistic.js';
import { histogramsOf, valuesOf } from '../../../statistics/statistics.js';
import type { Tally } from '../../../statistics/tally.js';
import type { ReportedConfiguration } from '../../../timing/config/configuration.js';
import { release } from '../../../util/paths.js';
import type { WorkTimes } from '../../../util/work-clock.js';

type Numbers = Omit<RunReport['kernels'][number], 'kernel' | 'launches' | 'byLine' | 'byInstruction'>;

/** Counts; the fields older than `statistics` repeat values of it. */
function countedOf(
  tally: Tally,
): Pick<Numbers, 'workGroups' | 'wavefronts' | 'barriers' | 'instructions' | 'exits' | 'statistics' | 'histograms'> {
  const { workGroups, wavefronts, barriers, exits = new Map<string, number>() } = tally;
  const statistics = valuesOf(tally);
  const instructions = Object.fromEntries(CLASS_NAMES.map((name) => [name, statistics[`instructions.${name}`] ?? 0]));
  const histograms = histogramsOf(tally);
  return { workGroups, wavefronts, barriers, instructions, exits: Object.fromEntries(exits), statistics, histograms };
}

const sum = (launches: readonly LaunchReport[], of: (launch: LaunchReport) => number): number =>
  launches.reduce((total, launch) => total + of(launch), 0);

const measuredOf = (launches: readonly LaunchReport[]) => ({
  seconds: sum(launches, ({ startNs, endNs }) => Number(endNs - startNs) / 1e9),
  translationSeconds: sum(launches, ({ preparation }) => preparation.translationNs / 1e9),
  compilationSeconds: sum(launches, ({ preparation }) => preparation.compilationNs / 1e9),
  failed: sum(launches, ({ failure }) => Number(failure !== undefined)),
});

/** Numbers by launch, kept because the report is rewritten while a program runs. */
const known = new WeakMap<LaunchReport, Numbers>();

function numbersOf(launch: LaunchReport): Numbers {
  let numbers = known.get(launch);
  if (!numbers) known.set(launch, (numbers = { ...countedOf(tallyOf(launch)), ...measuredOf([launch]) }));
  return numbers;
}

/** The selected statistics of lines and instructions. */
function partsOf(
  selection: StatisticsSelection,
  launches: readonly LaunchReport[],
  images: readonly KernelImage[],
): Pick<RunReport['kernels'][number], 'byLine' | 'byInstruction'> {
  const rows = selection.rows.filter(({ scope }) => scope === 'instruction');
  const scopes = selection.scopes.filter((scope) => scope === 'line' || scope === 'instruction');
  const subjects = subjectsOf(launches, rows, scopes, images).map(({ values, bins, ...subject }) => ({
    ...subject,
    statistics: Object.fromEntries(rows.map(({ name }, n) => [name, values[n]!])),
    histograms: Object.fromEntries(
      rows.flatMap((row, n) => (row.bins ? [[row.name, bins[n] ? Object.fromEntries(bins[n]) : null]] : [])),
    ),
  }));
  const byLine = subjects.flatMap(({ scope, line, text = '', statistics, histograms }) =>
    scope === 'line' ? [{ line: line!, text, statistics, histograms }] : [],
  );
  const byInstruction = subjects.flatMap(({ scope, code, offset, instruction, statistics, histograms }) =>
    scope === 'instruction'
      ? [{ code: code!, offset: offset!, instruction: instruction!, statistics, histograms }]
      : [],
  );
  return {
    ...(scopes.includes('line') ? { byLine } : {}),
    ...(scopes.includes('instruction') ? { byInstruction } : {}),
  };
}

function kernelsOf(
  launches: readonly LaunchReport[],
  images: readonly KernelImage[],
  selected: StatisticsSelection | undefined,
): RunReport['kernels'] {
  const lines = lineCounts(images, launches);
  return [...launchesByKernel(launches)].map(([kernel, own]) => ({
    kernel,
    launches: countOf(own),
    ...countedOf(totalsOf(own).tally),
    ...measuredOf(own),
    ...(lines.has(kernel) ? { lines: [...lines.get(kernel)!] } : {}),
    ...(selected ? partsOf(selected, own, images) : {}),
  }));
}

const secondsOf = (name: string, ns: number | undefined) => (ns === undefined ? {} : { [name]: ns / 1e9 });

const timesOf = (launch: LaunchReport) => ({
  ...secondsOf('deviceSeconds', launch.traffic?.deviceNs),
  ...secondsOf('measuredSeconds', launch.traffic?.comparison?.measuredNs),
  ...secondsOf('simulatedSeconds', timeOf(launch)?.nanoseconds),
});

function agreementIn(launches: readonly LaunchReport[]): Pick<RunReport, 'agreement'> {
  const found = runAgreement(launches);
  if (!found) return {};
  const kernels = found.kernels.map(({ kernel, launches: count, measured, simulated, ratio, outlier }) => ({
    kernel,
    launches: count,
    measuredSeconds: measured / 1e9,
    simulatedSeconds: simulated / 1e9,
    ratio,
    outlier,
  }));
  return { agreement: { ...found, kernels } };
}

/** Statistics selected for parts of kernels. */
export type StatisticsSelection = { readonly rows: readonly Statistic[]; readonly scopes: readonly Scope[] };

/** The state of a run: final or intermediate. */
export interface RunState {
  readonly command: readonly string[];
  readonly devices: readonly string[];
  readonly engine: string;
  /** How the program ended; absent while it runs. */
  readonly exit?: { readonly code: number; readonly signal?: string } | undefined;
  readonly builds: WorkTimes;
  readonly compilations: WorkTimes;
  readonly wallNs: bigint;
  readonly launches: readonly LaunchReport[];
  /** Built kernels, for their lines. */
  readonly images?: readonly KernelImage[];
  readonly selected?: StatisticsSelection | undefined;
  /** Configurations of simulated time, if any. */
  readonly configurations?: readonly ReportedConfiguration[] | undefined;
}

export function runReport({
  command,
  devices,
  engine,
  exit,
  wallNs,
  launches,
  images = [],
  selected,
  configurations,
  ...work
}: RunState): RunReport {
  return {
    schema: RUN_REPORT_SCHEMA,
    release,
    command: [...command],
    devices: [...devices],
    engine,
    exit: exit ? { code: exit.code, signal: exit.signal ?? null } : null,
    wallSeconds: Number(wallNs) / 1e9,
    builds: work.builds,
    compilations: work.compilations,
    launchCount: countOf(launches),
    kernels: kernelsOf(launches, images, selected),
    ...agreementIn(launches),
    ...(configurations ? { configurations: [...configurations] } : {}),
    launches: launches
      .slice(0, MAX_LAUNCHES_LISTED)
      .filter(isSingle)
      .map((launch) => ({
        kernel: launch.kernel,
        device: deviceModel(devices[launch.device]!).name,
        globalSize: [...launch.globalSize],
        localSize: [...launch.localSize],
        ...numbersOf(launch),
        ...timesOf(launch),
        ...(launch.failure === undefined ? {} : { failure: launch.failure }),
      })),
  };
}
