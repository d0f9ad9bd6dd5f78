// The most memory that runs of one long launch take under each instrument that keeps something of it: it must not grow
// with the launch.

import { join } from 'node:path';
import { root } from '../../src/util/paths.js';
import type { Commands } from './costs.js';
import type { Meter, MeteredRun } from './meter.js';

/**
 * Sides of square matrices whose multiplication executes about so many millions of wave-instructions, in a single
 * launch.
 */
const SIDES: readonly (readonly [millions: number, side: number])[] = [
  [10, 584],
  [100, 1260],
  [1000, 2720],
];

/** Arguments of `atoll run`, by name. */
export const KEEPERS: Commands = {
  plain: [],
  'A: --stats': ['--stats'],
  'B: --stats=addresses': ['--stats=addresses'],
  'C: --stats=values': ['--stats=values'],
  '--timing': ['--timing=tahiti'],
};

export interface MemoryRow {
  readonly millions: number;
  /** Undefined: it took too long. */
  readonly runs: Readonly<Record<string, Pick<MeteredRun, 'memory' | 'seconds' | 'wall'> | undefined>>;
}

export async function memoryRows(meter: Meter, progress: (text: string) => void): Promise<readonly MemoryRow[]> {
  const program = join(root, 'build', 'benchmarks', 'MatrixMultiplication');
  const rows: MemoryRow[] = [];
  const commandOf = (side: number, flags: readonly string[]): readonly string[] => {
    const size = ['x', 'y', 'z'].flatMap((axis) => [`-${axis}`, String(side)]);
    return [join(root, 'bin', 'atoll'), 'run', ...flags, '--', program, '-q', ...size];
  };
  // Machine code of kernels is made, and kept, before anything is measured.
  for (const flags of Object.values(KEEPERS).slice(0, -1)) await meter.run(commandOf(1260, flags));
  for (const [millions, side] of SIDES) {
    const runs: Record<string, MemoryRow['runs'][string]> = {};
    for (const [name, flags] of Object.entries(KEEPERS)) {
      const run = await meter.run(commandOf(side, flags));
      runs[name] = run && { memory: run.memory, seconds: run.seconds, wall: run.wall };
      progress(
        `${millions} million: ${name}: ${run ? `${run.memory.toFixed(0)} MiB, ${run.wall.toFixed(1)} s` : 'too long'}`,
      );
    }
    rows.push({ millions, runs });
  }
  return rows;
}

export function memoryText(rows: readonly MemoryRow[]): string {
  const names = Object.keys(KEEPERS);
  const cell = (run: MemoryRow['runs'][string]): string =>
    run ? `${run.memory.toFixed(0)} MiB, ${run.seconds.toFixed(1)} s` : 'too long';
  return [
    `| wave-instructions of the launch | ${names.map((name) => name.replace(/(--.*)/, '`$1`')).join(' | ')} |`,
    `|---|${'---:|'.repeat(names.length)}`,
    ...rows.map(
      ({ millions, runs }) => `| ${millions} million | ${names.map((name) => cell(runs[name])).join(' | ')} |`,
    ),
  ].join('\n');
}
