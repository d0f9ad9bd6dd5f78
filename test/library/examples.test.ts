// The examples of docs/library.md, unchanged, from a folder in which the package is installed: they print
// the output on the page.

import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { execa } from 'execa';
import { root } from '../../src/util/paths.js';
import { HANG_MS, scratchFolder } from '../cli/atoll.js';

/** A program, and the text behind it: ``prints `text` ``, or a block of text. */
const EXAMPLE = /```js\n(.*?)```\n\nprints(?: `([^`]*)`|\n\n```text\n(.*?)\n```)/gs;

const page = readFileSync(join(root, 'docs/library.md'), 'utf8');
const examples = [...page.matchAll(EXAMPLE)].map(([, code, line, lines]) => ({ code: code!, printed: line ?? lines! }));

const folder = scratchFolder({ teardown: (clean) => test.after.always('remove the folder', clean) });
test.before(() => {
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules', 'atoll-gpu'));
  symlinkSync(join(root, 'build'), join(folder, 'build'));
});

test('every program of the page is an example', (t) => {
  t.is(examples.length, page.split('```js').length - 1);
});

for (const [n, { code, printed }] of examples.entries())
  test(`example ${n + 1}: ${/from 'atoll-gpu'/.test(code) ? /\{ (.*) \}/.exec(code)![1] : ''}`, async (t) => {
    const file = join(folder, `example-${n + 1}.mjs`);
    writeFileSync(file, code);
    const { stdout, stderr } = await execa(process.execPath, [file], { cwd: folder, timeout: HANG_MS });
    t.is(stdout, printed, stderr);
  });
