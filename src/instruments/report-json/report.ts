// The file of `atoll run --report-json`; its format is in src/report/run-report.ts.

import type { LaunchReport } from '../../driver/core/processor/messages.js';
import { deviceModel } from '../../driver/device-models.js';
import { CLASS_NAMES } from '../../isa/classes.js';
import type { KernelImage } from '../../launch/image.js';
import { countOf, isSingle } from '../../report/launches-by-image.js';
import { launchesByKernel } from '../../report/launches-by-kernel.js';
import { lineCounts } from '../../report/line-counts.js';
import type { RunReport } from '../../report/run-report.js';
import { MAX_LAUNCHES_LISTED, RUN_REPORT_SCHEMA } from '../../report/run-report-limits.js';
import { tallyOf, totalsOf } from '../../statistics/decoded-tallies.js';
import { histogramsOf, valuesOf } from '../../statistics/statistics.js';
import type { Tally } from '../../statistics/tally.js';
import { release } from '../../util/paths.js';
import { required } from '../../util/required.js';
import type { WorkTimes } from '../../util/work-clock.js';
import type { LaunchSelection, NamedReports } from '../reports.js';

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
const cache = new WeakMap<LaunchReport, Numbers>();

function numbersOf(launch: LaunchReport): Numbers {
  let numbers = cache.get(launch);
  if (!numbers) cache.set(launch, (numbers = { ...countedOf(tallyOf(launch)), ...measuredOf([launch]) }));
  return numbers;
}

/** The fields of all instruments. */
const fieldsOf = <Fields extends object>(
  parts: readonly NamedReports[],
  of: (one: NamedReports) => Fields | undefined,
): Partial<Fields> => Object.assign({}, ...parts.flatMap((one) => of(one) ?? []));

function instrumentsIn(parts: readonly NamedReports[], run: LaunchSelection): Pick<RunReport, 'instruments'> {
  const values = parts.map(({ name, json }) => [name, json?.(run)] as const).filter(([, value]) => value !== undefined);
  return values.length > 0 ? { instruments: Object.fromEntries(values) } : {};
}

function kernelsOf(
  launches: readonly LaunchReport[],
  images: readonly KernelImage[],
  parts: readonly NamedReports[],
  isFinal: boolean,
): RunReport['kernels'] {
  const lines = lineCounts(images, launches);
  return [...launchesByKernel(launches)].map(([kernel, own]) => ({
    kernel,
    launches: countOf(own),
    ...countedOf(totalsOf(own).tally),
    ...measuredOf(own),
    ...linesOf(lines.get(kernel)),
    ...fieldsOf(parts, ({ fields }) => fields?.kernel?.({ launches: own, images, isFinal })),
  }));
}

const linesOf = <T>(lines: Iterable<T> | undefined): { lines?: T[] } => (lines ? { lines: [...lines] } : {});

const secondsOf = (name: string, ns: number | undefined) => (ns === undefined ? {} : { [name]: ns / 1e9 });

const timesOf = (launch: LaunchReport) => ({
  ...secondsOf('deviceSeconds', launch.traffic?.deviceNs),
  ...secondsOf('measuredSeconds', launch.traffic?.comparison?.measuredNs),
});

/** The state of a run: final or intermediate. */
export interface RunState {
  readonly command: readonly string[];
  readonly devices: readonly string[];
  readonly engine: string;
  /** End of the program; absent while it runs. */
  readonly exit?: { readonly code: number; readonly signal?: string } | undefined;
  readonly builds: WorkTimes;
  readonly compilations: WorkTimes;
  readonly wallNs: bigint;
  readonly launches: readonly LaunchReport[];
  /** Built kernels, for their lines. */
  readonly images?: readonly KernelImage[];
  /** Parts of instruments. */
  readonly parts?: readonly NamedReports[];
}

const launchIn = (
  launch: LaunchReport,
  devices: readonly string[],
  parts: readonly NamedReports[],
): RunReport['launches'][number] => ({
  kernel: launch.kernel,
  device: deviceModel(required(devices[launch.device], 'device')).name,
  globalSize: [...launch.globalSize],
  localSize: [...launch.localSize],
  ...numbersOf(launch),
  ...timesOf(launch),
  ...fieldsOf(parts, ({ fields }) => fields?.launch?.(launch)),
  ...(launch.failure === undefined ? {} : { failure: launch.failure }),
});

export function runReport({
  command,
  devices,
  engine,
  exit,
  wallNs,
  launches,
  images = [],
  parts = [],
  ...work
}: RunState): RunReport {
  const run = { launches, images, isFinal: exit !== undefined };
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
    kernels: kernelsOf(launches, images, parts, run.isFinal),
    ...fieldsOf(parts, ({ fields }) => fields?.run?.(run)),
    ...instrumentsIn(parts, run),
    launches: launches
      .slice(0, MAX_LAUNCHES_LISTED)
      .filter(isSingle)
      .map((launch) => launchIn(launch, devices, parts)),
  };
}
