// Recorded cases of the conformance suite through the HSAIL engine, as a table by category:
// `node dist/test/hsail/il/main.js FILE... [--engine interpreter|jit|oracle] [--only TEXT] [--except TEXT]
// [--every N]`.

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { readCases } from '../conformance/cases.js';
import { CaseMachine, type IlCaseResult } from './cases.js';
import { ENGINES } from './harness.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    engine: { type: 'string', default: 'interpreter' },
    only: { type: 'string', default: '' },
    except: { type: 'string' },
    every: { type: 'string', default: '1' },
    failures: { type: 'string', default: '20' },
  },
});

const textOf = (file: string): string => {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1');
};

const machine = new CaseMachine(ENGINES[values.engine]!);
const table = new Map<string, Record<IlCaseResult['status'], number>>();
let shown = 0;
for (const file of positionals)
  for (const [index, each] of readCases(textOf(file))
    .filter(({ name }) => name.includes(values.only) && !(values.except && name.includes(values.except)))
    .entries()) {
    if (index % Number(values.every) !== 0) continue;
    const { name, status, detail } = machine.execute(each);
    const category = name.split('/').slice(1, 4).join('/');
    const row = table.get(category) ?? { passed: 0, failed: 0, refused: 0, missing: 0 };
    row[status]++;
    table.set(category, row);
    if ((status === 'failed' || status === 'refused') && shown++ < Number(values.failures))
      process.stdout.write(`${status} ${name}: ${detail}\n`);
  }
for (const [category, { passed, failed, refused, missing }] of table)
  process.stdout.write(`${category}: ${passed} passed, ${failed} failed, ${refused} refused, ${missing} not run\n`);
