// The instruction sets beside each other: the work for each, whether the programs verify on its chip, and how
// long their kernels take beside Southern Islands'. `node dist/benchmarks/isa/main.js`;
// docs/instruction-sets-measured.md is written by it.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { commitOf, machineInfo } from '../../src/bench/machine-info.js';
import { type BenchProgram, readManifest } from '../../src/bench/manifest.js';
import { selectPrograms } from '../../src/bench/select.js';
import { release, root } from '../../src/util/paths.js';
import { byOwnNode } from '../own-node.js';
import { linesBefore, linesByComponent, rowsByChip } from './lines.js';
import { Runs } from './run.js';
import { documentText, type IsaReport, type Speed, speedText, type Verdicts, verdictsText } from './tables.js';

const SERIES = ['lines', 'programs', 'speed'] as const;
type Series = (typeof SERIES)[number];

const USAGE = `usage: main.js [options]
  --series NAMES    ${SERIES.join(', ')}, separated by commas (default: all)
  --programs NAMES  programs of benchmarks/ by name, separated by commas; * as in file names (default: all)
  --devices NAMES   the first is what the others are compared with (default tahiti,fiji,vega10,vega20)
  --size NAME       of the programs whose speed is measured (default: default); those that are verified run at 'small'
  --rounds N        runs of each program on each device, in turn, after two that do not count and clang (default 5)
  --json FILE       write the results; what it has of other series, programs and devices stays
  --document FILE   write the page of the documents from a file of results, and measure nothing`;

const OPTIONS = {
  series: { type: 'string', default: SERIES.join(',') },
  programs: { type: 'string', default: '*' },
  devices: { type: 'string', default: 'tahiti,fiji,vega10,vega20' },
  size: { type: 'string', default: 'default' },
  rounds: { type: 'string', default: '5' },
  json: { type: 'string' },
  document: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

const PAGE = join(root, 'docs', 'instruction-sets-measured.md');

async function verdictsOf(
  runs: Runs,
  programs: readonly BenchProgram[],
  devices: readonly string[],
): Promise<Verdicts> {
  const table: Record<string, Record<string, string>> = {};
  for (const program of programs) {
    const row: Record<string, string> = {};
    for (const device of devices) {
      const { verdict, reason } = await runs.run(program, 'small', device, true);
      row[device] = verdict === 'PASS' ? 'verified' : `${verdict}: ${reason}`;
    }
    table[program.name] = row;
    console.log(verdictsText(program.name, row));
  }
  return table;
}

interface Plan {
  readonly devices: readonly string[];
  readonly size: string;
  readonly rounds: number;
}

async function speedOf(runs: Runs, programs: readonly BenchProgram[], { devices, size, rounds }: Plan): Promise<Speed> {
  const table: Record<string, Record<string, { kernels: number; cpu: number }>> = {};
  for (const program of programs.filter(({ sizes }) => sizes[size])) {
    const row: Record<string, { kernels: number; cpu: number }> = {};
    // The caches are filled before the measured rounds: translations by one, and by a second one those that it had
    // left to later runs.
    for (let round = -1; round <= rounds; round++) {
      if (round === 1) runs.compileKept();
      for (const device of devices) {
        const { verdict, reason, kernelSeconds, cpuSeconds } = await runs.run(program, size, device, false);
        if (verdict !== 'PASS') throw new Error(`${program.name} on ${device}: ${reason}`);
        if (round < 1) continue;
        const fastest = row[device] ?? { kernels: Number.POSITIVE_INFINITY, cpu: Number.POSITIVE_INFINITY };
        row[device] = { kernels: Math.min(fastest.kernels, kernelSeconds), cpu: Math.min(fastest.cpu, cpuSeconds) };
      }
    }
    table[program.name] = row;
    console.log(speedText({ [program.name]: row }, devices).split('\n')[1]);
  }
  return table;
}

function before(file: string | undefined): Partial<IsaReport> {
  try {
    return file === undefined ? {} : (JSON.parse(readFileSync(file, 'utf8')) as IsaReport);
  } catch {
    return {};
  }
}

async function main(): Promise<void> {
  byOwnNode();
  const { values } = parseArgs({ options: OPTIONS });
  if (values.help) return console.log(USAGE);
  if (values.document !== undefined) {
    const report = JSON.parse(readFileSync(values.document, 'utf8')) as IsaReport;
    return writeFileSync(PAGE, documentText(report));
  }
  const series = values.series.split(',').map((name) => {
    const series = SERIES.find((each) => each === name);
    if (!series) throw new Error(`unknown series '${name}': there are ${SERIES.join(', ')}`);
    return series;
  });
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new Error(`--rounds takes a whole number above 0, not '${values.rounds}'`);
  const devices = values.devices.split(',');
  const manifest = readManifest(join(root, 'benchmarks', 'manifest.json'));
  const programs = selectPrograms(manifest, { names: values.programs.split(','), tags: [] });
  const runs = new Runs();
  try {
    const has = (name: Series): boolean => series.includes(name);
    const old = before(values.json);
    const speed = has('speed') ? await speedOf(runs, programs, { devices, size: values.size, rounds }) : {};
    const verdicts = has('programs') ? await verdictsOf(runs, programs, devices) : {};
    const report: IsaReport = {
      schema: 'atoll-isa-benchmark-1',
      release,
      commit: commitOf(),
      rounds: has('speed') ? rounds : (old.rounds ?? rounds),
      size: has('speed') ? values.size : (old.size ?? values.size),
      machine: machineInfo(),
      lines: has('lines')
        ? { southernIslands: linesBefore(), components: linesByComponent(), chips: await rowsByChip() }
        : old.lines,
      verdicts: { ...old.verdicts, ...verdicts },
      speed: { ...old.speed, ...speed },
    };
    if (has('speed')) console.log(speedText(report.speed, devices));
    if (has('lines')) console.log(JSON.stringify(report.lines, null, 1));
    if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
  } finally {
    runs.close();
  }
}

try {
  await main();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  process.exitCode = 1;
}
