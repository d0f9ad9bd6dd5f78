// Requirements of HSA of a platform, by a program with two agents, and the page that lists them.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { root } from '../../../src/util/paths.js';
import { run, scratchFolder } from '../../cli/atoll.js';
import { runtimeTest } from '../runtime.js';
import { brig, build } from './hsa-program.js';

const LINES = [
  'atomics: right, numbers each once',
  'coherency: 0 of 200 wrong',
  'time stamps: in order, frequency known',
  'user-mode queues: 7680 work-items, 120 packets',
  'kernels enqueue: 64 work-items',
  'agents: 2, 0 of 200 wrong',
];

for (const devices of ['fiji,fiji', 'vega10,vega20'])
  runtimeTest(`atomics, coherency, time stamps, queues and agents on ${devices}`, async (t) => {
    const folder = scratchFolder(t);
    const argv = [build(folder, 'requirements'), brig(folder, 'requirements')];
    const { stdout, stderr, exitCode } = await run(argv, ['--devices', devices]);
    t.deepEqual(String(stdout).split('\n'), LINES, String(stderr));
    t.is(exitCode, 0);
  });

test('each requirement of docs/hsa.md names a test that exists', (t) => {
  const rows = readFileSync(join(root, 'docs/hsa.md'), 'utf8')
    .split('\n')
    .filter((line) => /^\| [IVX ]*\|/.test(line))
    .slice(1);
  const numbers = rows.flatMap((row) => /^\| ([IVX]+) /.exec(row)?.[1] ?? []);
  t.deepEqual(numbers, ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X']);
  for (const row of rows) {
    const files = [...row.matchAll(/`(test\/[^`]+)`/g)].map(([, file]) => file!);
    t.true(files.length > 0, row);
    for (const file of files) t.true(existsSync(join(root, file)), file);
  }
});
