// Prints the table of builtins: `node dist/benchmarks/compiler/builtins.js [--samples N] [--group NAME] [--clang PATH]
// [--json]`. The status is 1 when a result was out of bounds.

import { parseArgs } from 'node:util';
import { byOwnNode } from '../own-node.js';
import { builtinsPage } from './builtins-table.js';
import { type BuiltinRow, buildProgram, GROUPS, runGroup } from './campaign.js';
import { knownErrors, recordErrors, withRecordedErrors } from './known-errors.js';

const OPTIONS = {
  samples: { type: 'string', default: '2000' },
  group: { type: 'string', multiple: true },
  'every-width': { type: 'boolean', default: false },
  clang: { type: 'string' },
  json: { type: 'boolean', default: false },
  record: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const USAGE = `usage: builtins.js [options]
  --samples N    random arguments for each builtin (default 2000)
  --every-width  all widths of vectors of the math functions, not the scalar and one more
  --group NAME   only this group (may be given again): ${GROUPS.map(({ name }) => name).join(', ')}
  --clang PATH   the compiler; default Atoll's choice
  --json         the rows instead of the page
  --record       keep the errors that are larger than those known (known-errors.json)`;

async function main(): Promise<number> {
  byOwnNode();
  const { values } = parseArgs({ options: OPTIONS });
  if (values.help) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  const program = await buildProgram();
  const rows: BuiltinRow[] = [];
  let broken = 0;
  for (const { name, weight } of GROUPS) {
    if (values.group && !values.group.includes(name)) continue;
    const samples = Math.ceil(Number(values.samples) / weight);
    const everyWidth = values['every-width'];
    const result = await runGroup({ group: name, samples, everyWidth, on: 'atoll', program, clang: values.clang });
    process.stderr.write(
      `${name}: ${result.rows.length} rows, status ${result.exitCode}${result.rest ? `\n${result.rest}` : ''}\n`,
    );
    if (result.exitCode !== 0) broken++;
    rows.push(...result.rows);
  }
  const command = `node dist/benchmarks/compiler/builtins.js ${process.argv.slice(2).join(' ')}`.trim();
  if (values.record) recordErrors(rows);
  const page = (): string => builtinsPage(withRecordedErrors(rows, knownErrors()), command);
  process.stdout.write(values.json ? `${JSON.stringify(rows, null, 2)}\n` : page());
  return broken > 0 ? 1 : 0;
}

process.exitCode = await main();
