// The table of docs/checking.md: mistakes of Oclgrind's own tests, and Atoll's findings.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { root } from '../../../src/util/paths.js';
import { FOUND_TOO, NOT_FOUND } from './oclgrind.js';
import { check, runner } from './run.js';

/** A launch that reads at NULL ends with a fault, and with it the program's queue: it has a separate run. */
const FATAL = 'dereference_null';

test('the mistakes that Oclgrind finds are found', async (t) => {
  const program = runner(t);
  const others = FOUND_TOO.filter(({ name }) => name !== FATAL);
  const { stdout, stderr, findings } = await check(t, program, others, true);
  t.is(stdout, 'done', stderr);
  const kindsOf = (kernel: string): string[] =>
    findings.filter((each) => each.kernel === kernel).map(({ kind }) => kind);
  for (const { name, kind } of others) t.true(kindsOf(name).includes(kind), `${name}: ${kind} in ${kindsOf(name)}`);
  const fatal = FOUND_TOO.filter(({ name }) => name === FATAL);
  t.is(fatal.length, 1);
  const ended = await check(t, program, fatal, true);
  t.deepEqual(
    ended.findings.map(({ kernel, kind }) => `${kernel} ${kind}`),
    [`${FATAL} ${fatal[0]!.kind}`],
  );
});

test('without their bugs they give no finding, nor do the others', async (t) => {
  const program = runner(t);
  const { stdout, stderr, findings } = await check(t, program, [...FOUND_TOO, ...NOT_FOUND], false);
  t.is(stdout, 'done', stderr);
  t.deepEqual(
    findings.filter(({ kind }) => kind !== 'nan').map(({ kernel, kind, message }) => `${kernel}: ${kind}: ${message}`),
    [],
  );
});

test('the table of the page is that', (t) => {
  const page = readFileSync(join(root, 'docs/checking.md'), 'utf8');
  const [, section = ''] = page.split('## Comparison with Oclgrind');
  const rows = [...section.matchAll(/^\| `([a-z_]+)` \| (.*) \|$/gm)].map(([, name, text]) => [name, text]);
  t.deepEqual(rows, [
    ...FOUND_TOO.map(({ name, kind }) => [name, `\`${kind}\``]),
    ...NOT_FOUND.map(({ name, why }) => [name, `nothing: ${why}`]),
  ]);
});
