// Costs of each instrument beside a plain run of the same program, and the noise: the difference to a second plain run.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from '../../src/util/paths.js';
import { leastAndMedian, type Meter, type MeteredRun } from './meter.js';
import type { InstrumentProgram } from './programs.js';

const ATOLL = join(root, 'bin', 'atoll');
const run = (...flags: readonly string[]): readonly string[] => ['run', ...flags];

/** Commands, or their words, by the name of the instrument that they request. */
export type Commands = Readonly<Record<string, readonly string[]>>;

/** Classes of statistics, by how they are collected: arguments of Atoll. */
export const STATISTICS: Commands = {
  'nothing (the noise)': run(),
  'A: --stats': run('--stats'),
  'B: --stats=addresses': run('--stats=addresses'),
  'C: --stats=values': run('--stats=values'),
};

/** Time that a live view adds to a short run, with OpenCL's chips and with ROCm's: the browser is not there. */
export const SERVING: Commands = {
  'nothing (the noise)': run(),
  '-g': run('-g'),
  'atoll serve': ['serve'],
  '-g, vega10': run('-g', '--device', 'vega10'),
  'atoll serve, vega10': ['serve', '--device', 'vega10'],
};

/** Commands of a debugger that continues at once. */
const CONTINUE = join(root, 'benchmarks', 'instruments', 'continue.txt');

/** Arguments of Atoll, by name; files go to the folder of the measurement. */
export const INSTRUMENTS: Commands = {
  'nothing (the noise)': run(),
  '-g': run('-g'),
  '--summary': run('--summary'),
  '--trace': run('--trace', 'run.pftrace'),
  '--trace, SQLite': run('--trace', 'run.db'),
  '--stats': run('--stats'),
  '--coverage': run('--coverage', 'run.cov'),
  '--report': run('--report', 'run.html'),
  '--stats=all': run('--stats=all'),
  '--timing': run('--timing=device'),
  '--on-fault record': run('--on-fault', 'record'),
  'atoll record': ['record', '-o', 'run.rec'],
  '--break, never met': run('--break', 'error:CL_INVALID_SAMPLER', '--break-commands', CONTINUE),
  'atoll debug, continued at once': ['debug', '--break-commands', CONTINUE],
  'atoll serve': ['serve'],
  '--trace-isa': run('--trace-isa', 'isa.txt'),
  '--trace-isa, binary': run('--trace-isa', 'isa.bin', '--trace-format', 'binary'),
  '--check-lds': run('--check-lds'),
  'atoll check': ['check'],
};

/** Those that do something at each launch, however short it is. */
export const PER_LAUNCH: Commands = Object.fromEntries(
  ['nothing (the noise)', '--trace', '--trace, SQLite', '--on-fault record', '--break, never met', 'atoll check'].map(
    (name) => [name, INSTRUMENTS[name]!],
  ),
);

/**
 * Commands in front of a program's, by name.
 * @param instruments arguments of Atoll
 * @param beside folder of another build, whose plain runs are measured, too; @throws Error when there is none
 */
export function costCommands(instruments: Commands, beside?: string): Commands {
  const own = Object.entries(instruments).map(([name, words]) => [name, [ATOLL, ...words]] as const);
  if (beside === undefined) return Object.fromEntries(own);
  const other = resolve(beside, 'bin', 'atoll');
  if (!existsSync(other)) throw new Error(`${beside} has no bin/atoll: give the folder of a build`);
  return Object.fromEntries([['the other build, plain', [other, ...run()]] as const, ...own]);
}

export interface CostRow {
  readonly name: string;
  /** Seconds of processor time, and seconds that passed. */
  readonly plain: number;
  readonly plainWall: number;
  /** By instrument: both, and how many times those of a plain run, of least values. */
  readonly ratios: Readonly<Record<string, Cost | undefined>>;
}

interface Cost {
  readonly seconds: number;
  readonly ratio: number;
  readonly wall: number;
  readonly wallRatio: number;
}

/** One program: in each round a plain run, and one with each instrument. */
export async function costRow(
  meter: Meter,
  program: InstrumentProgram,
  { rounds, commands }: { readonly rounds: number; readonly commands: Commands },
  progress: (text: string) => void,
): Promise<CostRow> {
  const runs = new Map<string, MeteredRun[]>();
  const late = new Set<string>();
  const measure = async (name: string, command: readonly string[]): Promise<void> => {
    if (late.has(name)) return;
    const measurement = await meter.run([...command, '--', ...program.argv]);
    if (!measurement) return void late.add(name);
    if (!program.pattern.test(measurement.stdout)) throw new Error(`${program.name}: wrong result with ${name}`);
    runs.set(name, [...(runs.get(name) ?? []), measurement]);
    progress(`${program.name}: ${name}: ${measurement.seconds.toFixed(2)} s`);
  };
  // Builds and translations are cached before the measurement.
  await meter.run([ATOLL, ...run(), '--', ...program.argv]);
  for (const command of Object.values(commands)) await meter.run([...command, '--', ...program.argv]);
  for (let round = 0; round < rounds; round++) {
    await measure('plain', [ATOLL, ...run()]);
    for (const [name, command] of Object.entries(commands)) await measure(name, command);
  }
  const minimumOf = (name: string, of: 'seconds' | 'wall'): number =>
    leastAndMedian(runs.get(name)!.map((one) => one[of])).least;
  const [plain, plainWall] = [minimumOf('plain', 'seconds'), minimumOf('plain', 'wall')];
  const rows = Object.keys(commands).map((name) => {
    if (!runs.has(name)) return [name, undefined] as const;
    const [seconds, wall] = [minimumOf(name, 'seconds'), minimumOf(name, 'wall')];
    return [name, { seconds, ratio: seconds / plain, wall, wallRatio: wall / plainWall }] as const;
  });
  return { name: program.name, plain, plainWall, ratios: Object.fromEntries(rows) };
}

const geometricMean = (numbers: readonly number[]): number =>
  Math.exp(numbers.reduce((sum, number) => sum + Math.log(number), 0) / numbers.length);

const quoted = (name: string): string =>
  /^(-|atoll|[ABC]:)/.test(name) ? name.replace(/^([ABC]: )?([^,]+)/, '$1`$2`') : name;

/**
 * Programs below each other, instruments side by side, geometric means at the end: of processor time, then of time that
 * passed. Runs beyond the limit are in no mean.
 * @param names of the measurements beside a plain run
 */
export function costTable(rows: readonly CostRow[], names: readonly string[]): string {
  const table = (title: string, plain: 'plain' | 'plainWall', ratio: 'ratio' | 'wallRatio'): string => {
    const head = `| ${title} | none | ${names.map(quoted).join(' | ')} |\n|---|${'---:|'.repeat(names.length + 1)}`;
    const lines = rows.map((row) => {
      const cells = names.map((name) => row.ratios[name]?.[ratio].toFixed(2) ?? 'too long');
      return `| ${row.name} | ${row[plain].toFixed(2)} s | ${cells.join(' | ')} |`;
    });
    const means = names.map((name) => {
      const all = rows.flatMap((row) => row.ratios[name]?.[ratio] ?? []);
      return all.length === 0 ? '-' : geometricMean(all).toFixed(2);
    });
    return [head, ...lines, `| geometric mean | | ${means.join(' | ')} |`].join('\n');
  };
  const processor = table('processor time', 'plain', 'ratio');
  return `${processor}\n\n${table('time that passed', 'plainWall', 'wallRatio')}`;
}
