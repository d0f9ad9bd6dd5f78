// The file that `atoll run --report-json` writes; src/bench/run-report.ts says what it holds.

import type { RunReport } from '../bench/run-report.js';
import { MAX_LAUNCHES_LISTED, RUN_REPORT_SCHEMA } from '../bench/run-report-limits.js';
import type { LaunchReport } from '../driver/core/processor/messages.js';
import { personality } from '../driver/personalities.js';
import { type CounterValues, UNITS } from '../emulator/counters.js';
import { release } from '../util/paths.js';
import type { WorkTimes } from '../util/work-clock.js';

type Totals = Omit<RunReport['kernels'][number], 'kernel' | 'launches'>;

const byUnit = ({ instructions }: CounterValues): Record<string, number> =>
  Object.fromEntries(UNITS.map((unit, index) => [unit, instructions[index]!]));

const totalsOf = ({ counters, startNs, endNs, preparation, failure }: LaunchReport): Totals => ({
  workGroups: counters.workGroups,
  wavefronts: counters.wavefronts,
  barriers: counters.barriers,
  instructions: byUnit(counters),
  exits: Object.fromEntries(counters.exits),
  seconds: Number(endNs - startNs) / 1e9,
  translationSeconds: preparation.translationNs / 1e9,
  compilationSeconds: preparation.compilationNs / 1e9,
  failed: Number(failure !== undefined),
});

function sumOf(a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>): Record<string, number> {
  const sum = { ...a };
  for (const [name, count] of Object.entries(b)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}

const add = (a: Totals, b: Totals): Totals => ({
  workGroups: a.workGroups + b.workGroups,
  wavefronts: a.wavefronts + b.wavefronts,
  barriers: a.barriers + b.barriers,
  instructions: Object.fromEntries(UNITS.map((unit) => [unit, a.instructions[unit]! + b.instructions[unit]!])),
  exits: sumOf(a.exits ?? {}, b.exits ?? {}),
  seconds: a.seconds + b.seconds,
  translationSeconds: (a.translationSeconds ?? 0) + (b.translationSeconds ?? 0),
  compilationSeconds: (a.compilationSeconds ?? 0) + (b.compilationSeconds ?? 0),
  failed: (a.failed ?? 0) + (b.failed ?? 0),
});

function kernelsOf(launches: readonly LaunchReport[]): RunReport['kernels'] {
  const kernels = new Map<string, RunReport['kernels'][number]>();
  for (const launch of launches) {
    const { kernel } = launch;
    const before = kernels.get(kernel);
    const totals = totalsOf(launch);
    kernels.set(kernel, { kernel, launches: (before?.launches ?? 0) + 1, ...(before ? add(before, totals) : totals) });
  }
  return [...kernels.values()];
}

/** A run that has ended, or as far as it has come. */
export interface RunSoFar {
  readonly command: readonly string[];
  readonly devices: readonly string[];
  readonly engine: string;
  /** How the program ended; absent while it runs. */
  readonly exit?: { readonly code: number; readonly signal?: string } | undefined;
  readonly builds: WorkTimes;
  readonly compilations: WorkTimes;
  readonly wallNs: bigint;
  readonly launches: readonly LaunchReport[];
}

export function runReport({ command, devices, engine, exit, wallNs, launches, ...work }: RunSoFar): RunReport {
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
    launchCount: launches.length,
    kernels: kernelsOf(launches),
    launches: launches.slice(0, MAX_LAUNCHES_LISTED).map((launch) => ({
      kernel: launch.kernel,
      device: personality(devices[launch.device]!).name,
      globalSize: [...launch.globalSize],
      localSize: [...launch.localSize],
      ...totalsOf(launch),
      ...(launch.failure === undefined ? {} : { failure: launch.failure }),
    })),
  };
}
