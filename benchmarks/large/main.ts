// Time and memory of large kernels, beside the interpreter: `node dist/benchmarks/large/main.js [options]`. Kernels are built before
// they are measured; `cold` runs find no translation of an earlier one.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { commitOf, machineInfo } from '../../src/bench/machine-info.js';
import { ATOLL } from '../../src/bench/targets.js';
import { release, root } from '../../src/util/paths.js';
import { KINDS, type LargeKernel, largeKernels } from './kernels.js';

const USAGE = `usage: main.js [options]
  --size N      0 (kernels of about 5 KB) to 3 (500 KB); smaller ones are measured too (default 1)
  --kind NAME   only one of: ${Object.keys(KINDS).join(', ')}
  --rounds N    measurements of each number, of which the least counts (default 3)
  --json FILE   write the results ('-': to standard output, instead of the table)
  --help`;
const LIMIT_MS = 600_000;

/** Seconds of wall and CPU time, MiB at the most, of one run. */
interface Cost {
  readonly wall: number;
  readonly cpu: number;
  readonly memory: number;
}
interface Measured {
  readonly name: string;
  readonly interp: Cost;
  readonly cold: Cost;
  readonly warm: Cost;
}

class Bench {
  private readonly folder = mkdtempSync(join(tmpdir(), 'atoll-large-'));
  private readonly program = join(this.folder, 'launch');

  constructor(private readonly rounds: number) {
    const source = join(root, 'benchmarks', 'large', 'launch.cpp');
    this.must('g++', ['-std=c++17', '-O1', source, '-o', this.program, '-lOpenCL']);
  }

  measure(kernel: LargeKernel): Measured {
    const file = join(this.folder, 'kernel.cl');
    writeFileSync(file, kernel.source);
    const words = (launches: number, items: number) => [file, kernel.n, launches, items].map(String);
    const cache = join(this.folder, 'cache');
    const run = (
      flags: readonly string[],
      args = words(kernel.launches, kernel.items),
    ): Cost & { readonly out: string } =>
      this.run(['run', '--cache-dir', cache, ...flags, '--', this.program, ...args]);
    run(['--engine', 'interp'], words(1, 64));
    const forget = (): void => {
      for (const name of ['kernels', 'machine-code', 'native-code'])
        rmSync(join(cache, name), { recursive: true, force: true });
    };
    const rounds = Array.from({ length: this.rounds }, () => {
      const interp = run(['--engine', 'interp']);
      forget();
      const [cold, warm] = [run([]), run([])];
      if (cold.out !== interp.out || warm.out !== interp.out) throw new Error(`${kernel.name}: engines differ`);
      return { interp, cold, warm };
    });
    const least = (way: 'interp' | 'cold' | 'warm'): Cost => {
      const costs = rounds.map((round) => round[way]);
      const of = (field: keyof Cost): number => Math.min(...costs.map((cost) => cost[field]));
      return { wall: of('wall'), cpu: of('cpu'), memory: of('memory') };
    };
    return { name: kernel.name, interp: least('interp'), cold: least('cold'), warm: least('warm') };
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private run(args: readonly string[]): Cost & { readonly out: string } {
    // GNU time measures what the shell's cannot: the memory.
    const { stdout, stderr } = this.must('/usr/bin/time', ['-f', '%e %U %S %M', process.execPath, ATOLL, ...args]);
    const [wall, user, system, kilobytes] = stderr.trim().split('\n').at(-1)!.split(' ').map(Number);
    return { wall: wall!, cpu: user! + system!, memory: kilobytes! / 1024, out: stdout };
  }

  private must(program: string, args: readonly string[]): { readonly stdout: string; readonly stderr: string } {
    const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', timeout: LIMIT_MS });
    if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr}`);
    return { stdout, stderr };
  }
}

const costText = ({ wall, cpu, memory }: Cost): string =>
  `${wall.toFixed(2).padStart(8)} ${cpu.toFixed(2).padStart(7)} ${memory.toFixed(0).padStart(5)}`;
const rowText = ({ name, interp, cold, warm }: Measured): string =>
  `${name.padEnd(20)} ${[interp, cold, warm].map(costText).join(' ')}`;

function main(): void {
  const options = {
    size: { type: 'string', default: '1' },
    kind: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  } as const;
  const { values } = parseArgs({ options });
  if (values.help) return console.log(USAGE);
  const [size, rounds] = [Number(values.size), Number(values.rounds)];
  if (![0, 1, 2, 3].includes(size)) throw new Error(`--size takes a number from 0 to 3, not '${values.size}'`);
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new Error(`--rounds takes a whole number above 0, not '${values.rounds}'`);
  if (values.kind !== undefined && !(values.kind in KINDS)) throw new Error(`there is no kind '${values.kind}'`);
  const bench = new Bench(rounds);
  try {
    const head = ['interp', 'cold', 'warm'].map((way) => `${way}: s  CPU s   MiB`.padStart(22)).join(' ');
    if (values.json !== '-') console.log(`${' '.repeat(20)} ${head}`);
    const measured = largeKernels(size, values.kind).map((kernel) => {
      const result = bench.measure(kernel);
      if (values.json !== '-') console.log(rowText(result));
      return result;
    });
    const report = {
      schema: 'atoll-large-benchmark-1',
      release,
      commit: commitOf(),
      rounds,
      machine: machineInfo(),
      measured,
    };
    const json = `${JSON.stringify(report, null, 2)}\n`;
    if (values.json === '-') process.stdout.write(json);
    else if (values.json !== undefined) writeFileSync(values.json, json);
  } finally {
    bench.close();
  }
}

try {
  main();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  process.exitCode = 1;
}
