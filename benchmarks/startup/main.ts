// How quickly things start, how quickly an empty kernel comes back, and how much memory Atoll takes itself, beside pocl.
// `node dist/benchmarks/startup/main.js [--rounds N] [--json FILE]`; on a machine that does nothing else.

import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { commitOf, machineInfo } from '../../src/bench/machine-info.js';
import { release } from '../../src/util/paths.js';
import { Bench, type Measured } from './measure.js';

const USAGE = `usage: main.js [options]
  --rounds N    measurements of each number (default 15)
  --json FILE   write the results ('-': to standard output, instead of the table)`;

const number = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));

function tableText(measured: readonly Measured[]): string {
  return measured
    .map(({ name, unit, least, median, limit }) => {
      const wanted = limit === undefined ? '' : `  (wanted: ${number(limit)})`;
      return `${name.padEnd(56)} ${number(least).padStart(7)} ${number(median).padStart(7)} ${unit}${wanted}`;
    })
    .join('\n');
}

async function main(): Promise<void> {
  const options = {
    rounds: { type: 'string', default: '15' },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  } as const;
  const { values } = parseArgs({ options });
  if (values.help) return console.log(USAGE);
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new Error(`--rounds takes a whole number above 0, not '${values.rounds}'`);
  const bench = new Bench(rounds);
  try {
    const measured = bench.all();
    const report = {
      schema: 'atoll-startup-benchmark-1',
      release,
      commit: commitOf(),
      rounds,
      machine: machineInfo(),
      measured,
    };
    const json = `${JSON.stringify(report, null, 2)}\n`;
    if (values.json === '-') return void process.stdout.write(json);
    if (values.json !== undefined) writeFileSync(values.json, json);
    console.log(`${' '.repeat(56)}   least  median\n${tableText(measured)}`);
  } finally {
    bench.close();
  }
}

try {
  await main();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  process.exitCode = 1;
}
