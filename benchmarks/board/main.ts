// The suite on another OpenCL: `node dist/benchmarks/board/main.js [NAMES] [--write docs/board.md]` runs each program
// on a board, with its own check, and in lock step with it, and gives a table of launches that were equal, and of the
// largest distance by kernel.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPrograms } from '../../src/bench/build.js';
import { commitOf, machineInfo } from '../../src/bench/machine-info.js';
import { readManifest } from '../../src/bench/manifest.js';
import { selectPrograms, withSize } from '../../src/bench/select.js';
import { release, root } from '../../src/util/paths.js';
import { type OptionValues, runCommand } from '../command.js';
import { type BoardSuiteRow, isEqual, type SuiteOptions, suiteRow } from './suite.js';
import { suiteTable, withTable } from './table.js';

const USAGE = `usage: main.js [NAMES...] [options]
  NAMES              programs of benchmarks/manifest.json; none: all
  --size NAME        their size (default: small)
  --engine NAME      the board (default: opencl:pocl)
  --flag TEXT        a further option of atoll run; repeatable
  --time-limit N     seconds of one run (default: 600)
  --json FILE        write the rows
  --write DOCUMENT   put the table between the lines of this document that mark its place
Exit status: 0 when all programs pass and all launches are equal, 1 when not, 125 when nothing could be run.`;

const DIFFERENT = 1;

const OPTIONS = {
  size: { type: 'string', default: 'small' },
  engine: { type: 'string', default: 'opencl:pocl' },
  flag: { type: 'string', multiple: true },
  'time-limit': { type: 'string', default: '600' },
  json: { type: 'string' },
  write: { type: 'string' },
} as const;

async function measure(values: OptionValues<typeof OPTIONS>, names: readonly string[]): Promise<number> {
  const limitSeconds = Number(values['time-limit']);
  if (!(limitSeconds > 0)) throw new Error(`--time-limit takes seconds, not '${values['time-limit']}'`);
  const manifest = readManifest(join(root, 'benchmarks', 'manifest.json'));
  const programs = withSize(selectPrograms(manifest, { names, tags: [] }), values.size);
  await buildPrograms(manifest, programs);
  const suite: SuiteOptions = { size: values.size, engine: values.engine, flags: values.flag ?? [], limitSeconds };
  const rows: BoardSuiteRow[] = [];
  for (const program of programs) {
    const row = await suiteRow(program, suite);
    rows.push(row);
    console.error(`${isEqual(row) ? 'equal    ' : 'DIFFERENT'} ${program.name}`);
  }
  const table = suiteTable(rows);
  console.log(table);
  const report = { schema: 'atoll-board-suite-1', release, commit: commitOf(), machine: machineInfo(), ...suite, rows };
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
  if (values.write !== undefined) writeFileSync(values.write, withTable(readFileSync(values.write, 'utf8'), table));
  const equal = rows.filter(isEqual).length;
  console.error(`${equal} of ${rows.length} programs pass, with all launches equal`);
  return equal === rows.length ? 0 : DIFFERENT;
}

await runCommand({ usage: USAGE, options: OPTIONS, positionals: true, run: measure });
