// `atoll check` beside Oclgrind on the same programs, both looking for races and uninitialised memory.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../src/util/paths.js';
import { leastAndMedian, type Meter, type MeteredRun } from './meter.js';
import type { InstrumentProgram } from './programs.js';

const ATOLL = join(root, 'bin', 'atoll');
const WAYS = {
  atoll: (argv: readonly string[]) => [ATOLL, 'check', '--', ...argv],
  oclgrind: (argv: readonly string[]) => ['oclgrind', '--data-races', '--uninitialized', ...argv],
} as const;
type CheckMethod = keyof typeof WAYS;

/** Seconds of processor time; or a text with the reason why there are none. */
export type CheckOutcome = { readonly least: number; readonly median: number } | string;

export interface CheckRow {
  readonly name: string;
  readonly atoll: CheckOutcome;
  readonly oclgrind: CheckOutcome;
}

let oclgrind: boolean | undefined;

export const hasOclgrind = (): boolean => (oclgrind ??= spawnSync('oclgrind', ['--version']).error === undefined);

/** Oclgrind is ended when it has taken so many times as long as `atoll check`, and seconds at least. */
const TIME_LIMIT = { times: 3, least: 5 } as const;

async function once(
  meter: Meter,
  way: CheckMethod,
  { argv, pattern }: InstrumentProgram,
  limit: number,
): Promise<MeteredRun | string> {
  try {
    const run = await meter.run(WAYS[way](argv), limit);
    if (!run) return `over ${Math.min(limit, meter.limitSeconds).toFixed(0)}`;
    return pattern.test(run.stdout) ? run : 'wrong result';
  } catch (error) {
    console.error((error as Error).message);
    return 'fails';
  }
}

/** One program, both ways in turn, so that a noisy moment hits both. A failed method is not tried again. */
export async function checkRow(meter: Meter, program: InstrumentProgram, rounds: number): Promise<CheckRow> {
  const seconds: Record<CheckMethod, number[]> = { atoll: [], oclgrind: [] };
  const failed: Partial<Record<CheckMethod, string>> = hasOclgrind() ? {} : { oclgrind: 'not installed' };
  // Builds are cached before the measurement.
  const first = await once(meter, 'atoll', program, meter.limitSeconds);
  const oclgrindLimitSeconds =
    typeof first === 'string' ? meter.limitSeconds : Math.max(TIME_LIMIT.least, TIME_LIMIT.times * first.wall);
  const limits: Record<CheckMethod, number> = { atoll: meter.limitSeconds, oclgrind: Math.ceil(oclgrindLimitSeconds) };
  for (let round = 0; round < rounds; round++)
    for (const way of Object.keys(WAYS) as CheckMethod[]) {
      if (failed[way] !== undefined) continue;
      const measurement = await once(meter, way, program, limits[way]);
      if (typeof measurement === 'string') failed[way] = measurement;
      else seconds[way].push(measurement.seconds);
    }
  const outcome = (way: CheckMethod): CheckOutcome => failed[way] ?? leastAndMedian(seconds[way]);
  return { name: program.name, atoll: outcome('atoll'), oclgrind: outcome('oclgrind') };
}

const cell = (outcome: CheckOutcome): string => (typeof outcome === 'string' ? outcome : outcome.least.toFixed(2));

export const CHECK_HEAD = '| program | `atoll check` | Oclgrind | times faster |\n|---|---:|---:|---:|';

export function checkText({ name, atoll, oclgrind }: CheckRow): string {
  const both = typeof atoll !== 'string' && typeof oclgrind !== 'string';
  return `| ${name} | ${cell(atoll)} | ${cell(oclgrind)} | ${both ? (oclgrind.least / atoll.least).toFixed(1) : '-'} |`;
}
