// The same binaries under simulation: every program of the manifest verifies itself, and Debian's clinfo finds the
// device.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { run as runOnAtoll } from '../cli/atoll.js';
import { binaries, build, root } from './programs.js';

interface Program {
  readonly name: string;
  readonly sizes: Readonly<Record<string, readonly string[]>>;
  readonly pattern: string;
}

const { programs } = JSON.parse(readFileSync(join(root, 'benchmarks', 'manifest.json'), 'utf8')) as {
  programs: Program[];
};
/** The programs of the demonstration run at their full size, the others at a small one unless time does not matter. */
const FULL_SIZE = new Set(['VectorAdd', 'MatrixMultiplication', 'Reduction']);

test.before('make builds the programs', async (t) => {
  t.timeout(600_000);
  await build();
});

for (const { name, sizes, pattern } of programs) {
  const size = FULL_SIZE.has(name) || process.env['ATOLL_LONG'] ? 'default' : 'small';
  test.serial(`${name} verifies itself at its ${size} size`, async (t) => {
    t.timeout(600_000);
    const argv = [join(binaries, name), '-verify', '-q', ...sizes[size]!];
    const { exitCode, stdout, stderr } = await runOnAtoll(argv, [], { timeout: 600_000 });
    t.is(exitCode, 0, String(stderr));
    t.regex(String(stdout), new RegExp(pattern, 'm'));
    t.is(stderr, '');
  });
}

test.serial('a program that fails its own check reports it under simulation too', async (t) => {
  const { exitCode } = await runOnAtoll([join(binaries, 'VectorAdd'), '--no-such-flag']);
  t.not(exitCode, 0);
});

test.serial("Debian's clinfo lists one platform with one GPU", async (t) => {
  const { exitCode, stdout, stderr } = await runOnAtoll(['clinfo']);
  t.is(exitCode, 0, String(stderr));
  const text = String(stdout);
  t.regex(text, /^Number of platforms\s+1$/m);
  t.regex(text, /^Number of devices\s+1$/m);
  t.regex(text, /Device Name\s+Tahiti$/m);
  t.regex(text, /Device Type\s+GPU$/m);
  t.regex(text, /Max compute units\s+32$/m);
  t.notRegex(text, /error -\d+/);
});

test.serial('32-bit and 64-bit programs have their own limits', async (t) => {
  const { stdout } = await runOnAtoll(['clinfo', '-l'], ['--devices', 'tahiti,capeverde,hainan']);
  t.deepEqual(
    [...String(stdout).matchAll(/Device #\d+: (\w+)/g)].map((match) => match[1]),
    ['Tahiti', 'Capeverde', 'Hainan'],
  );
});
