// Measures the engines: `node dist/benchmarks/engine/main.js [--quick] [--json FILE]`, and compares two runs, of two
// commits say: `... --compare BEFORE AFTER`. docs/benchmarks.md describes its use.

import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { commitOf, machineInfo } from '../../src/bench/machine-info.js';
import { ENGINE_NAMES, type EngineName } from '../../src/threads/engines.js';
import { release } from '../../src/util/paths.js';
import { byOwnNode } from '../own-node.js';
import { measureInstructions } from './instructions.js';
import { measureKernels, measureLaunches } from './kernels.js';
import { measureBeside, measureScaling, PairedMeasurement } from './paired-runs.js';
import { compareReports, type EngineReport, isSlower, type Measurement, parseReport, SERIES } from './results.js';
import type { SamplingEffort } from './sampling.js';
import { changesText, reportText } from './tables.js';

const USAGE = `usage: main.js [options]
  --series NAMES    ${SERIES.join(', ')}, separated by commas (default: all)
  --engine NAMES    ${ENGINE_NAMES.join(', ')}, separated by commas (default: interp,jit)
  --family REGEX    only what has such a name
  --quick           less of everything: under a minute
  --repeats N       measurements of each number (default 15; quick 5)
  --milliseconds N  least time of one measurement of an instruction (default 1; quick 0.3)
  --warmup N        milliseconds of launches before, that do not count (default 300, kernels and programs 1500;
                    quick 30 and 300)
  --json FILE       write the results ('-': to standard output, instead of the tables)
  --compare         two files of results: how the second differs from the first; status 1 when something is slower
  --threshold N     per cent by which it has to be slower (default 20)`;

const OPTIONS = {
  series: { type: 'string', default: SERIES.join(',') },
  engine: { type: 'string', default: 'interp,jit' },
  family: { type: 'string', default: '' },
  quick: { type: 'boolean', default: false },
  repeats: { type: 'string' },
  milliseconds: { type: 'string' },
  warmup: { type: 'string' },
  json: { type: 'string' },
  compare: { type: 'boolean', default: false },
  threshold: { type: 'string', default: '20' },
  help: { type: 'boolean', default: false },
} as const;

/** Efforts, and sizes of the programs. Whole kernels begin cold and need more time to get warm. */
const FULL = { repeats: 15, milliseconds: 1, warmup: 300, coldWarmup: 1500, matrix: 512, groups: 100_000 };
const QUICK = { repeats: 5, milliseconds: 0.3, warmup: 30, coldWarmup: 300, matrix: 256, groups: 10_000 };

function namesOf<T extends string>(what: string, text: string, choices: readonly T[]): readonly T[] {
  return text.split(',').map((name) => {
    const choice = choices.find((each) => each === name);
    if (!choice) throw new Error(`unknown ${what} '${name}': there are ${choices.join(', ')}`);
    return choice;
  });
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new Error(`--${name} takes a positive number, not '${text}'`);
  return value;
}

interface Plan {
  readonly series: readonly Measurement['series'][];
  readonly engines: readonly EngineName[];
  readonly filter: RegExp;
  readonly effort: SamplingEffort;
  /** For whole kernels and programs, which need more time to get warm than a loop of one instruction. */
  readonly programEffort: SamplingEffort;
  readonly matrix: number;
  readonly groups: number;
}

const IN_PROCESS = { instruction: measureInstructions, kernel: measureKernels, launch: measureLaunches } as const;
const isInProcess = (name: string): name is keyof typeof IN_PROCESS => Object.hasOwn(IN_PROCESS, name);

function measurePrograms({ series, filter, programEffort, matrix, groups }: Plan): Measurement[] {
  if (!series.includes('beside') && !series.includes('scaling')) return [];
  const beside = new PairedMeasurement();
  try {
    for (const text of beside.missing) console.error(`left out: ${text}`);
    return [
      ...(series.includes('beside') ? measureBeside(beside, matrix, filter, programEffort) : []),
      ...(series.includes('scaling') ? measureScaling(beside, groups, filter, programEffort) : []),
    ];
  } finally {
    beside.close();
  }
}

function measure(plan: Plan): EngineReport {
  const { series, engines, filter, effort, programEffort } = plan;
  const started = new Date().toISOString();
  const inProcess = series
    .filter(isInProcess)
    .flatMap((name) =>
      engines.flatMap((engine) => IN_PROCESS[name](engine, filter, name === 'instruction' ? effort : programEffort)),
    );
  return {
    schema: 'atoll-engine-benchmark-1',
    release,
    commit: commitOf(),
    started,
    command: process.argv.slice(2),
    effort,
    machine: machineInfo(),
    measurements: [...inProcess, ...measurePrograms(plan)],
  };
}

/** Prints how two files differ; returns whether a measurement is slower. */
function compareFiles(files: readonly string[], thresholdPercent: number): boolean {
  if (files.length !== 2) throw new Error('--compare takes two files');
  const [before, after] = files.map((file) => parseReport(readFileSync(file, 'utf8'), file));
  const changes = compareReports(before!, after!);
  const slower = changes.filter((change) => isSlower(change, thresholdPercent));
  console.log(`${before!.commit ?? before!.release} -> ${after!.commit ?? after!.release}\n${changesText(changes)}`);
  for (const { after: now } of slower)
    console.log(`slower by more than ${thresholdPercent} %: ${now.name}, ${now.engine}`);
  return slower.length > 0;
}

function main(): void {
  byOwnNode();
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  if (values.help) return console.log(USAGE);
  if (values.compare) {
    if (compareFiles(positionals, positive('threshold', values.threshold))) process.exitCode = 1;
    return;
  }
  const preset = values.quick ? QUICK : FULL;
  const effortOf = (name: 'repeats' | 'milliseconds' | 'warmup'): number =>
    values[name] === undefined ? preset[name] : positive(name, values[name]);
  const effort: SamplingEffort = {
    repeats: Math.ceil(effortOf('repeats')),
    milliseconds: effortOf('milliseconds'),
    warmup: effortOf('warmup'),
  };
  const report = measure({
    series: namesOf('series', values.series, SERIES),
    engines: namesOf('engine', values.engine, ENGINE_NAMES),
    filter: new RegExp(values.family, 'i'),
    effort,
    programEffort: { ...effort, warmup: values.warmup === undefined ? preset.coldWarmup : effort.warmup },
    matrix: preset.matrix,
    groups: preset.groups,
  });
  const json = `${JSON.stringify(report, null, 2)}\n`;
  if (values.json === '-') return void process.stdout.write(json);
  if (values.json !== undefined) writeFileSync(values.json, json);
  console.log(reportText(report));
}

try {
  main();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  process.exitCode = 125;
}
