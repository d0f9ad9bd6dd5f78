// How quickly things start, how quickly an empty kernel comes back, and how much memory Atoll takes itself, beside
// pocl. `node dist/benchmarks/startup/main.js [--rounds N] [--starts] [--json FILE]`; on a machine that does nothing
// else.

import { writeFileSync } from 'node:fs';
import { commitOf, machineInfo } from '../../src/bench/machine-info.js';
import { release } from '../../src/util/paths.js';
import { countOf, runCommand } from '../command.js';
import { StartupBench, type StartupMeasurement } from './measure.js';

const USAGE = `usage: main.js [options]
  --rounds N    measurements of each number (default 15)
  --starts      only the starts, by the clock and in processor time: a second a round
  --json FILE   write the results ('-': to standard output, instead of the table)`;

const number = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));

function tableText(measured: readonly StartupMeasurement[]): string {
  return measured
    .map(({ name, unit, least, median, limit }) => {
      const target = limit === undefined ? '' : `  (target: ${number(limit)})`;
      return `${name.padEnd(56)} ${number(least).padStart(7)} ${number(median).padStart(7)} ${unit}${target}`;
    })
    .join('\n');
}

function report(rounds: number, json: string | undefined, starts: boolean): void {
  const bench = new StartupBench(rounds);
  try {
    const measured = starts ? bench.onlyStarts() : bench.all();
    const report = {
      schema: 'atoll-startup-benchmark-1',
      release,
      commit: commitOf(),
      rounds,
      machine: machineInfo(),
      measured,
    };
    const text = `${JSON.stringify(report, null, 2)}\n`;
    if (json === '-') return void process.stdout.write(text);
    if (json !== undefined) writeFileSync(json, text);
    console.log(`${' '.repeat(56)}   least  median\n${tableText(measured)}`);
  } finally {
    bench.close();
  }
}

await runCommand({
  usage: USAGE,
  options: {
    rounds: { type: 'string', default: '15' },
    starts: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
  failed: 1,
  run: ({ rounds, starts, json }) => report(countOf('rounds', rounds), json, starts),
});
