// The file that `atoll run --report-json` writes; src/bench/run-report.ts says what it holds.

import type { RunReport } from '../bench/run-report.js';
import { MAX_LAUNCHES_LISTED, RUN_REPORT_SCHEMA } from '../bench/run-report-limits.js';
import { personality } from '../driver/personalities.js';
import type { LaunchReport } from '../driver/processor/messages.js';
import { type CounterValues, UNITS } from '../emulator/counters.js';
import { release } from '../paths.js';

type Totals = Omit<RunReport['kernels'][number], 'kernel' | 'launches'>;

const byUnit = ({ instructions }: CounterValues): Record<string, number> =>
  Object.fromEntries(UNITS.map((unit, index) => [unit, instructions[index]!]));

const totalsOf = ({ counters, startNs, endNs }: LaunchReport): Totals => ({
  workGroups: counters.workGroups,
  wavefronts: counters.wavefronts,
  barriers: counters.barriers,
  instructions: byUnit(counters),
  exits: Object.fromEntries(counters.exits),
  seconds: Number(endNs - startNs) / 1e9,
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

export interface FinishedRun {
  readonly command: readonly string[];
  readonly devices: readonly string[];
  readonly engine: string;
  readonly end: { readonly code: number; readonly signal?: string };
  readonly wallNs: bigint;
  readonly launches: readonly LaunchReport[];
}

export function runReport({ command, devices, engine, end, wallNs, launches }: FinishedRun): RunReport {
  return {
    schema: RUN_REPORT_SCHEMA,
    release,
    command: [...command],
    devices: [...devices],
    engine,
    exit: { code: end.code, signal: end.signal ?? null },
    wallSeconds: Number(wallNs) / 1e9,
    launchCount: launches.length,
    kernels: kernelsOf(launches),
    launches: launches.slice(0, MAX_LAUNCHES_LISTED).map((launch) => ({
      kernel: launch.kernel,
      device: personality(devices[launch.device]!).name,
      globalSize: [...launch.globalSize],
      localSize: [...launch.localSize],
      ...totalsOf(launch),
    })),
  };
}
