// The start-up measurement runs, and its results are plausible. Times are not asserted on.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import test from 'ava';
import { root } from '../../src/util/paths.js';

interface Report {
  readonly commit: string | null;
  readonly measured: readonly { readonly name: string; readonly least: number; readonly median: number }[];
}

test('one round measures starts, programs, launches and memory', (t) => {
  const main = join(root, 'dist/benchmarks/startup/main.js');
  const text = execFileSync(process.execPath, [main, '--rounds', '1', '--json', '-'], { encoding: 'utf8' });
  const { commit, measured } = JSON.parse(text) as Report;
  t.true(commit === null || /^[0-9a-f]{40}\+?$/.test(commit));
  const minimumOf = (name: string): number => measured.find((each) => each.name.startsWith(name))!.least;
  t.true(minimumOf('node -e 0') > 0);
  // The guest's first instruction comes before its end, and Node itself takes some memory.
  t.true(minimumOf('Reduction --verify, built before') > 0);
  t.true(minimumOf('empty kernel, enqueue to completion') > 0);
  t.true(minimumOf('Reduction: memory of Atoll') > 20);
});

test('a wrong number of rounds is refused', (t) => {
  const main = join(root, 'dist/benchmarks/startup/main.js');
  const error = t.throws(() => execFileSync(process.execPath, [main, '--rounds', 'x'], { stdio: 'pipe' }));
  t.regex(String((error as { stderr?: Buffer }).stderr), /--rounds takes a whole number above 0, not 'x'/);
});
