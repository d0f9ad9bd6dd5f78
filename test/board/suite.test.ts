// The table of the suite: of runs on pocl, and in its place in a document; and the measurement of what a board adds.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { execa } from 'execa';
import { type BoardSuiteRow, isEqual } from '../../benchmarks/board/suite.js';
import { suiteTable, withTable } from '../../benchmarks/board/table.js';
import { root } from '../benchmarks/programs.js';
import { HANG_MS, scratchFolder } from '../cli/atoll.js';

const PLACE = 'before\n<!-- table of the suite: begin -->\nold\n<!-- table of the suite: end -->\nafter\n';
const command = (name: string, words: readonly string[]) =>
  execa(process.execPath, [join(root, 'dist/benchmarks/board', name), ...words], { reject: false, timeout: HANG_MS });

test('programs run on a board and in lock step, and the table goes into a document', async (t) => {
  const folder = scratchFolder(t);
  const [document, json] = [join(folder, 'document.md'), join(folder, 'rows.json')];
  writeFileSync(document, PLACE);
  const words = ['VectorAdd', 'SimpleImage', '--json', json, '--write', document];
  const { exitCode, stdout, stderr } = await command('main.js', words);
  t.is(exitCode, 0, stderr);
  t.regex(stderr, /2 of 2 programs pass, with all launches equal/);
  t.regex(stdout, /\| SimpleImage \| passes \| copy2D \| 1 \| 1 \| 0 \| 0 \|/);
  t.is(
    readFileSync(document, 'utf8'),
    `${PLACE.slice(0, PLACE.indexOf('\nold'))}\n\n${stdout}\n\n${PLACE.slice(PLACE.lastIndexOf('<!--'))}`,
  );
  const { rows } = JSON.parse(readFileSync(json, 'utf8')) as { rows: BoardSuiteRow[] };
  t.true(rows.every(isEqual));
});

test('suite result: failed, different and uncompared programs are not equal, and the table gives the reason', (t) => {
  const passes = { verdict: 'PASS', reason: '' } as const;
  const kernel = { kernel: 'k', launches: 2, equal: 2, different: 0, notCompared: 0, ulp: 3, apart: 1e-7 };
  const row: BoardSuiteRow = {
    program: 'P',
    board: passes,
    lockstep: passes,
    kernels: [kernel],
    differences: [],
    problems: [],
  };
  t.true(isEqual(row));
  t.regex(suiteTable([row]), /\| P \| passes \| k \| 2 \| 2 \| 3 \| 1\.0e-7 \|/);
  const failed = { ...row, board: { verdict: 'FAIL', reason: 'a | b' } } as const;
  t.false(isEqual(failed));
  t.regex(suiteTable([failed]), /\| P \| FAIL: a \/ b \|/);
  t.false(isEqual({ ...row, kernels: [] }));
  const differs = {
    ...row,
    kernels: [{ ...kernel, equal: 1, different: 1 }],
    differences: ['kernel k: the devices differ'],
  };
  t.false(isEqual(differs));
  t.regex(suiteTable([differs]), /- P: kernel k: the devices differ/);
  t.throws(() => withTable('no place', 'table'), { message: /has no lines/ });
});

test('options: an unknown one is refused', async (t) => {
  for (const name of ['main.js', 'numbers.js']) t.is((await command(name, ['--none'])).exitCode, 64);
  t.is((await command('main.js', ['NoSuchProgram'])).exitCode, 64);
});

test('the launch probe counts the requested events', (t) => {
  const probe = join(scratchFolder(t), 'probe');
  execFileSync('g++', ['-O1', '-std=c++17', join(root, 'benchmarks/board/probe.cpp'), '-o', probe, '-lOpenCL']);
  for (const name of ['launches', 'unchanged', 'work']) {
    const lines = execFileSync(probe, [name, '4', '65536'], { encoding: 'utf8' }).trim().split('\n');
    t.is(lines.length, 4, name);
    t.true(lines.every((line) => Number(line) > 0));
  }
});
