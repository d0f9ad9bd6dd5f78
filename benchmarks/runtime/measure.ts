// Costs of OpenCL calls under Atoll, beside the platform that the system's loader offers (pocl) in the same run: `node
// dist/benchmarks/runtime/measure.js [--rounds N] [--count N] [--mebibytes N] [--json FILE]`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, release, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { root } from '../../src/util/paths.js';
import { byOwnNode } from '../own-node.js';

/** One line of the probe: `least` and `most` are its best and its ninth decile, the medians' median between. */
export interface RuntimeRow {
  readonly name: string;
  readonly unit: string;
  readonly least: number;
  readonly median: number;
  readonly most: number;
}

export interface RuntimeReport {
  readonly machine: {
    readonly processors: number;
    readonly kernel: string;
    readonly node: string;
    readonly load: number;
  };
  /** By implementation; without an implementation of the system, Atoll alone. */
  readonly results: Readonly<Record<string, readonly RuntimeRow[]>>;
}

export interface Amount {
  readonly rounds: number;
  readonly count: number;
  readonly mebibytes: number;
}

/** @throws Error for a line that is not one of the probe's */
export function parseRows(output: string): RuntimeRow[] {
  return output
    .trim()
    .split('\n')
    .map((line) => {
      const [name, unit, least, median, most] = line.split('\t');
      if (name === undefined || unit === undefined || most === undefined) throw new Error(`not a result: ${line}`);
      return { name, unit, least: Number(least), median: Number(median), most: Number(most) };
    });
}

const middle = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The same row of several rounds as one. */
function merge(rounds: readonly (readonly RuntimeRow[])[]): RuntimeRow[] {
  return (rounds[0] ?? []).map((row, index) => {
    const all = rounds.map((rows) => rows[index]!);
    return {
      ...row,
      least: Math.min(...all.map(({ least }) => least)),
      median: middle(all.map(({ median }) => median)),
      most: middle(all.map(({ most }) => most)),
    };
  });
}

/** Interleaved rounds, so that a noisy moment hits every implementation alike. */
export function measureRuntime({ rounds, count, mebibytes }: Amount): RuntimeReport {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-measure-'));
  try {
    const probe = join(folder, 'probe');
    const source = join(root, 'benchmarks', 'runtime', 'probe.cc');
    run(['g++', '-std=c++17', '-O2', '-w', '-rdynamic', source, '-o', probe, '-lOpenCL', '-ldl']);
    const command = [probe, String(count), String(mebibytes)];
    const ways: Record<string, string[]> = {
      atoll: [process.execPath, join(root, 'dist', 'src', 'cli', 'main.js'), 'run', '--', ...command],
    };
    if (spawnSync(probe, ['1', '1']).status === 0) ways['system'] = command;
    const rowsByWay = new Map<string, RuntimeRow[][]>(Object.keys(ways).map((name) => [name, []]));
    for (let round = 0; round < rounds; round++) {
      for (const [name, way] of Object.entries(ways)) rowsByWay.get(name)!.push(parseRows(run(way)));
    }
    const machine = {
      processors: availableParallelism(),
      kernel: release(),
      node: process.version,
      load: loadavg()[0]!,
    };
    return { machine, results: Object.fromEntries([...rowsByWay].map(([name, rows]) => [name, merge(rows)])) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function run(command: readonly string[]): string {
  const result = spawnSync(command[0]!, command.slice(1), { encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`${command.join(' ')}: ${result.stderr}`);
  return result.stdout;
}

/** Medians of all implementations side by side. */
export function runtimeText({ machine, results }: RuntimeReport): string {
  const names = Object.keys(results);
  const first = results[names[0]!]!;
  const width = Math.max(...first.map(({ name }) => name.length));
  const cells = (row: RuntimeRow, index: number): string =>
    names.map((name) => `${results[name]![index]!.median} ${row.unit}`.padStart(16)).join('');
  return [
    `${machine.processors} processors, Linux ${machine.kernel}, Node ${machine.node}, load ${machine.load.toFixed(1)}; medians`,
    `${''.padEnd(width)}${names.map((name) => name.padStart(16)).join('')}`,
    ...first.map((row, index) => `${row.name.padEnd(width)}${cells(row, index)}`),
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  byOwnNode();
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '3' },
      count: { type: 'string', default: '1000' },
      mebibytes: { type: 'string', default: '64' },
      json: { type: 'string' },
    },
  });
  const report = measureRuntime({
    rounds: Number(values.rounds),
    count: Number(values.count),
    mebibytes: Number(values.mebibytes),
  });
  process.stdout.write(`${runtimeText(report)}\n`);
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
}
