// Measures the engines: `node dist/benchmarks/engine/main.js [--engine interp,jit] [--family regex] [--json FILE]`, and
// compares two runs: `... --compare BEFORE AFTER`.

import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { machineInfo } from '../../src/bench/machine-info.js';
import { ENGINE_NAMES, type EngineName } from '../../src/engines.js';
import { release } from '../../src/paths.js';
import { measureInstructions } from './instructions.js';
import { measureKernels, measureLaunches } from './kernels.js';
import { compareReports, parseReport, type Report } from './results.js';
import type { Effort } from './sampling.js';
import { changesText, reportText } from './tables.js';

const USAGE = `usage: main.js [options]
  --engine NAMES   ${ENGINE_NAMES.join(', ')}, separated by commas (default: interp,jit)
  --family REGEX   only what has such a name
  --repeats N      measurements of each number (default 15)
  --milliseconds N least time of one measurement of an instruction (default 1)
  --warmup N       milliseconds of launches before, that do not count (default 300)
  --json FILE      write the results ('-': to standard output, instead of the tables)
  --compare        two files of results: how the second differs from the first`;

const OPTIONS = {
  engine: { type: 'string', default: 'interp,jit' },
  family: { type: 'string', default: '' },
  repeats: { type: 'string', default: '15' },
  milliseconds: { type: 'string', default: '1' },
  warmup: { type: 'string', default: '300' },
  json: { type: 'string' },
  compare: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const SERIES = [measureInstructions, measureKernels, measureLaunches];

function enginesOf(text: string): readonly EngineName[] {
  return text.split(',').map((name) => {
    const engine = ENGINE_NAMES.find((known) => known === name);
    if (!engine) throw new Error(`unknown engine '${name}': there are ${ENGINE_NAMES.join(', ')}`);
    return engine;
  });
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} takes a positive number, not '${text}'`);
  return value;
}

function measure(engines: readonly EngineName[], filter: RegExp, effort: Effort): Report {
  const started = new Date().toISOString();
  const measurements = SERIES.flatMap((series) => engines.flatMap((engine) => series(engine, filter, effort)));
  const command = process.argv.slice(2);
  return {
    schema: 'atoll-engine-benchmark-1',
    release,
    started,
    command,
    effort,
    machine: machineInfo(),
    measurements,
  };
}

function main(): void {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  if (values.help) return console.log(USAGE);
  if (values.compare) {
    if (positionals.length !== 2) throw new Error('--compare takes two files');
    const [before, after] = positionals.map((file) => parseReport(readFileSync(file, 'utf8'), file));
    return console.log(changesText(compareReports(before!, after!)));
  }
  const effort = {
    repeats: Math.ceil(positive('repeats', values.repeats)),
    milliseconds: positive('milliseconds', values.milliseconds),
    warmup: positive('warmup', values.warmup),
  };
  const report = measure(enginesOf(values.engine), new RegExp(values.family, 'i'), effort);
  const json = `${JSON.stringify(report, null, 2)}\n`;
  if (values.json === '-') return void process.stdout.write(json);
  if (values.json !== undefined) writeFileSync(values.json, json);
  console.log(reportText(report));
}

try {
  main();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  process.exitCode = 1;
}
