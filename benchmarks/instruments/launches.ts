// Cost of each instrument per launch: processor time of a program with many launches of an empty kernel, without that
// of one with few.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../src/util/paths.js';
import type { Commands } from './costs.js';
import { leastAndMedian, type Meter } from './meter.js';

const SOURCE = join(root, 'benchmarks', 'startup', 'launches.cpp');
const [FEW, MANY] = [100, 5000];
/** The program first launches another tenth of its number, for warming up. */
const LAUNCHES = 1.1 * (MANY - FEW);

export interface InstrumentLaunchRow {
  readonly name: string;
  /** Microseconds of processor time; undefined where the limit was not enough. */
  readonly perLaunch: number | undefined;
}

/**
 * @param commands in front of the program's, by name; measured in turn @throws Error when the program does not compile
 */
export async function launchRows(meter: Meter, rounds: number, commands: Commands): Promise<InstrumentLaunchRow[]> {
  const program = join(meter.folder, 'launches');
  const { status, stderr, error } = spawnSync('g++', ['-std=c++17', '-O2', SOURCE, '-o', program, '-lOpenCL'], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${SOURCE} does not compile: ${error?.message ?? stderr}`);
  const seconds = new Map<string, number[]>();
  for (let round = 0; round < rounds; round++)
    for (const [name, words] of Object.entries(commands))
      for (const count of [FEW, MANY]) {
        const key = `${name} ${count}`;
        const run = await meter.run([...words, '--', program, String(count)]);
        seconds.set(key, [...(seconds.get(key) ?? []), run?.seconds ?? Number.POSITIVE_INFINITY]);
      }
  const minimumOf = (name: string, count: number): number => leastAndMedian(seconds.get(`${name} ${count}`)!).least;
  return Object.keys(commands).map((name) => {
    const differenceSeconds = minimumOf(name, MANY) - minimumOf(name, FEW);
    return { name, perLaunch: Number.isFinite(differenceSeconds) ? (1e6 * differenceSeconds) / LAUNCHES : undefined };
  });
}

export function launchTable(rows: readonly InstrumentLaunchRow[]): string {
  const text = ({ name, perLaunch }: InstrumentLaunchRow): string =>
    `| ${name} | ${perLaunch?.toFixed(0) ?? 'time limit'} |`;
  return ['| instrument | µs a launch |', '|---|---:|', ...rows.map(text)].join('\n');
}
