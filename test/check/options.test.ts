// Options of `atoll check`: mistakes in them are errors before the program starts.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import type { Finding } from '../../src/check/finding.js';
import { parseSuppressions } from '../../src/check/suppressions.js';
import { atoll, scratchFolder } from '../cli/atoll.js';

const FINDING: Finding = {
  kind: 'race',
  number: 1,
  count: 1,
  kernel: 'k',
  message: '',
  place: { offset: 16, instruction: 'ds_write_b32 v0, v1', source: { file: 'a.cl', line: 3, column: 1 } },
  launch: '',
};

test('suppressions name kind, kernel and place; an omitted part matches anything', (t) => {
  const matches = (text: string): boolean => parseSuppressions(text, 'file')(FINDING);
  t.true(matches('race'));
  t.true(matches('# why\n\n  race k a.cl:3  '));
  t.true(matches('* k +0x10'));
  t.true(matches('race * *:3'));
  t.false(matches('race k a.cl:4'));
  t.false(matches('race k acl:3'), 'a point is a point');
  t.false(matches('uninitialised'));
  t.false(matches('race kk'));
  t.throws(() => matches('race k a.cl:3 more'), { message: /file:1: .* suppresses nothing/ });
  t.throws(() => matches('# x\nrases k'), { message: /file:2/ });
});

for (const [name, flags, message, status = 64] of [
  ['an unknown kind', ['--kinds', 'races'], /there is no kind 'races'.*race/s],
  ['a status that is none', ['--error-exitcode', '256'], /--error-exitcode: '256' is not a number from 0 to 255/],
  ['a memory that is none', ['--shadow-memory', 'much'], /--shadow-memory: 'much'/],
  [
    'suppressions that are not there',
    ['--suppressions', '/no/such/file'],
    /cannot read the suppressions \/no\/such\/file/,
    125,
  ],
  [
    'a folder that is not there',
    ['--json', '/no/such/folder/findings'],
    /cannot write the findings \/no\/such\/folder/,
    125,
  ],
  ['an engine that cannot be watched', ['--engine', 'jit'], /engine/],
] as const) {
  test(`refused before the program starts: ${name}`, async (t) => {
    const ran = join(scratchFolder(t), 'ran');
    const { exitCode, stderr } = await atoll(['check', ...flags, '--', 'touch', ran]);
    t.is(exitCode, status, String(stderr));
    t.regex(String(stderr), message);
    t.false(existsSync(ran));
  });
}

test("the exit status is the program's own, and files are written, where no kernel runs", async (t) => {
  const folder = scratchFolder(t);
  const [json, sarif] = [join(folder, 'json'), join(folder, 'sarif')];
  writeFileSync(json, 'old');
  const { exitCode, stderr } = await atoll(['check', '--json', json, '--sarif', sarif, '--', 'sh', '-c', 'exit 9']);
  t.is(exitCode, 9);
  // Nor is an empty result reported, since no launch was checked.
  t.is(stderr, 'atoll: nothing was checked: the program ended without a launch of a kernel');
  t.deepEqual(JSON.parse(readFileSync(json, 'utf8')).findings, []);
  t.deepEqual(JSON.parse(readFileSync(sarif, 'utf8')).runs[0].results, []);
});

test('the help lists the kinds of findings', async (t) => {
  const { exitCode, stdout } = await atoll(['check', '--help']);
  t.is(exitCode, 0);
  for (const flag of ['--kinds', '--suppressions', '--json', '--sarif', '--error-exitcode'])
    t.true(String(stdout).includes(flag));
});
