// The table of the suite: `node dist/benchmarks/engine/suite.js RESULTS... [--json FILE]` reads result files of `atoll
// bench` and gives kernel time of Atoll, and its ratio to each other target that ran the same program at the same size.

import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readResults } from '../../src/bench/results.js';
import { byOwnNode } from '../own-node.js';
import { COLUMNS, rowsOf, type SuiteRow } from './suite-rows.js';
import { suiteText } from './suite-table.js';

const USAGE = `usage: suite.js RESULTS... [options]
  RESULTS      result files of atoll bench; where several have what a ratio needs, the first counts
  --json FILE  write the rows ('-': to standard output, instead of the table)

Targets that are looked for: ${['atoll', ...COLUMNS.map(({ target }) => target)].join('; ')}`;

function main(): void {
  const options = { json: { type: 'string' }, help: { type: 'boolean', default: false } } as const;
  byOwnNode();
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help) return console.log(USAGE);
  if (positionals.length === 0) throw new Error('no result files are given');
  const files = positionals.map(readResults);
  const rows: SuiteRow[] = rowsOf(files);
  const sources = files.map(({ release, commit, started, machines }) => ({ release, commit, started, machines }));
  const json = `${JSON.stringify({ schema: 'atoll-suite-table-1', sources, rows }, null, 2)}\n`;
  if (values.json === '-') return void process.stdout.write(json);
  if (values.json !== undefined) writeFileSync(values.json, json);
  console.log(suiteText(rows));
}

try {
  main();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  process.exitCode = 125;
}
