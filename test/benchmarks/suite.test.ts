// Every program of the manifest passes on pocl: at its small size, with ATOLL_LONG at all sizes.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { ownPoclCache } from '../pocl.js';
import { binaries, build, root, run } from './programs.js';

ownPoclCache('suite');

interface Program {
  name: string;
  sizes: Record<string, string[]>;
  pattern: string;
}

const text = await readFile(join(root, 'benchmarks', 'manifest.json'), 'utf8');
const { programs } = JSON.parse(text) as { programs: Program[] };
const sizes = process.env['ATOLL_LONG'] ? ['small', 'default', 'large'] : ['small'];

test.before('make builds the programs', async (t) => {
  t.timeout(600_000);
  await build();
});

for (const { name, sizes: argumentsOf, pattern } of programs) {
  for (const size of sizes) {
    test.serial(`${name} passes at size ${size}`, async (t) => {
      t.timeout(300_000);
      const args = ['--verify', '-q', '-t', ...argumentsOf[size]!];
      const { exitCode, stdout, stderr } = await run(join(binaries, name), args);
      t.is(exitCode, 0, stderr);
      t.regex(stdout, new RegExp(pattern, 'm'));
      t.regex(stdout, /^kernel time: \S+ s in [1-9]\d* launches$/m);
    });
  }
}
