// No false finding: every program of the suite, and kernels in AMD Catalyst's convention, give none; what they print
// stays.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { binaries, build, root } from '../benchmarks/programs.js';
import { atoll, scratchFolder } from '../cli/atoll.js';
import { catalystImage, catalystKernel } from '../driver/catalyst-kernel.js';

interface Program {
  readonly name: string;
  readonly sizes: Readonly<Record<string, readonly string[]>>;
  readonly pattern: string;
}

const { programs } = JSON.parse(readFileSync(join(root, 'benchmarks', 'manifest.json'), 'utf8')) as {
  programs: Program[];
};

test.before('make builds the programs', async (t) => {
  t.timeout(600_000);
  await build();
});

for (const { name, sizes, pattern } of programs) {
  test.serial(`${name} gives no finding`, async (t) => {
    t.timeout(600_000);
    const argv = ['check', '--', join(binaries, name), '-verify', '-q', ...sizes['small']!];
    const { exitCode, stdout, stderr } = await atoll(argv, { timeout: 600_000 });
    t.is(stderr, 'atoll: nothing found');
    t.is(exitCode, 0);
    t.regex(String(stdout), new RegExp(pattern, 'm'));
  });
}

/** Runs a kernel of AMD's convention over 128 work-items, each of which writes a word. */
async function checkCatalyst(t: ExecutionContext, body: string): Promise<{ status: number | undefined; text: string }> {
  const folder = scratchFolder(t);
  const [guest, image] = [join(folder, 'guest'), join(folder, 'kernel.bin')];
  execFileSync('g++', ['-std=c++17', '-O1', join(root, 'test/driver/catalyst-guest.cc'), '-o', guest, '-lOpenCL']);
  writeFileSync(image, catalystImage(catalystKernel({ body })));
  const { exitCode, stderr } = await atoll(['check', '--', guest, 'run', image, 'k', '1', '0', '128', '64']);
  return { status: exitCode, text: String(stderr) };
}

test.serial(
  "kernels in AMD Catalyst's convention give findings where they are wrong, and none where they are right",
  async (t) => {
    const right = await checkCatalyst(t, 'v_mov_b32 v2, v0');
    t.deepEqual(right, { status: 0, text: 'atoll: nothing found' });
    const wrong = await checkCatalyst(t, 'v_mov_b32 v2, v0\n v_add_i32 v1, vcc, 4, v1');
    t.is(wrong.status, 1);
    t.regex(
      wrong.text,
      /out-of-bounds: write of 4 bytes directly after the end of argument 'result', a buffer of .* bytes/,
    );
  },
);
