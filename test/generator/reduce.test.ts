// An interrupted reduction prints its result so far, and leaves nothing behind.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { execa } from 'execa';
import { root } from '../../src/util/paths.js';
import { HANG_MS, updateBundle } from '../cli/atoll.js';

const MAIN = join(root, 'dist', 'test', 'generator', 'main.js');

test.before(() => updateBundle());

test('a reduction that is ended prints the program so far, ends its runs and removes its folders', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-reduction-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  // A compiler that compiles nothing: every program fails.
  const words = ['--seed', '3', '--engines', 'pocl,interp', '--clang', '/bin/false', '--reduce'];
  const child = execa(process.execPath, [MAIN, ...words], {
    ...{ env: { TMPDIR: folder }, reject: false, timeout: HANG_MS },
  });
  let errorOutput = '';
  child.stderr!.on('data', (data: Buffer) => {
    errorOutput += String(data);
    // The first step is done, the next one runs.
    if (/ characters\n/.test(errorOutput)) child.kill('SIGTERM');
  });
  const { exitCode, stdout, stderr } = await child;
  t.is(exitCode, 1, String(stderr));
  t.regex(String(stdout), /^\/\/ seed 3, interp: /);
  t.notRegex(String(stderr), /Error|ENOTEMPTY/);
  t.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('atoll-generator')),
    [],
  );
});
