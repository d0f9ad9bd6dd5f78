// Promises that no code waits for: a rejection is reported with the name of the work.

import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { root } from '../../src/util/paths.js';

const MODULE = join(root, 'dist/src/util/detach.js');
const runDetached = (work: string) =>
  spawnSync(
    process.execPath,
    ['--input-type=module', '-e', `import { detach } from ${JSON.stringify(MODULE)}; detach(${work}, 'closing');`],
    { encoding: 'utf8' },
  );

test('a rejection of detached work ends the process with the name and the cause', (t) => {
  const { status, stderr } = runDetached("Promise.reject(new RangeError('no such context'))");
  t.not(status, 0);
  t.regex(stderr, /Error: closing failed: no such context/);
  t.regex(stderr, /\[cause\]: RangeError: no such context/);
});

test('detached work that succeeds has no message', (t) => {
  const { status, stderr } = runDetached('Promise.resolve(3)');
  t.deepEqual({ status, stderr }, { status: 0, stderr: '' });
});

/** Biome takes `void` for the handling of a promise: statements of that form are not allowed in src, bodies are. */
const VOID_STATEMENT = /^\s*void [^;]*\(/;
/** Texts of C functions; and the first module, which loads no other one: Node reports a rejection there. */
const EXEMPT = [/^src\/jit\/(records\/sums-code|linear\/run)\.ts$/, /^src\/cli\/start\.cts$/];

test('promises without a waiter go through detach', (t) => {
  const files = execFileSync('git', ['ls-files', 'src/*.ts', 'src/*.cts'], { cwd: root, encoding: 'utf8' });
  const starts = files
    .trim()
    .split('\n')
    .filter((file) => !EXEMPT.some((each) => each.test(file)))
    .flatMap((file) => {
      const lines = readFileSync(join(root, file), 'utf8').split('\n');
      const isStatement = (line: string, n: number): boolean =>
        VOID_STATEMENT.test(line) && !lines[n - 1]!.endsWith('=>');
      return lines.flatMap((line, n) => (isStatement(line, n) ? [`${file}:${n + 1}: ${line.trim()}`] : []));
    });
  t.deepEqual(starts, []);
});
