// OpenCL C compiled for GCN3 and GFX9: programs of the manifest verify themselves on these chips too. Quickly a few,
// which need LDS, scratch, images, doubles, atomics, bytes; with ATOLL_LONG every program on every chip, in lock step.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { DEVICE_MODELS } from '../../src/driver/device-models.js';
import { run } from '../cli/atoll.js';
import { binaries, build, root } from './programs.js';

interface Program {
  readonly name: string;
  readonly sizes: { readonly small: readonly string[] };
  readonly pattern: string;
}

const { programs } = JSON.parse(readFileSync(join(root, 'benchmarks', 'manifest.json'), 'utf8')) as {
  programs: readonly Program[];
};
const chips = DEVICE_MODELS.filter(({ kfd }) => kfd !== undefined);
const long = Boolean(process.env['ATOLL_LONG']);

const QUICK: Readonly<Record<string, readonly string[]>> = {
  vega10: ['AESEncryptDecrypt', 'FFT', 'Histogram', 'MatrixMultiplication', 'Reduction', 'SimpleImage'],
  fiji: ['AESEncryptDecrypt', 'BlackScholes', 'RadixSort'],
  vega20: ['ScanLargeArrays'],
  carrizo: ['Reduction'],
  tonga: ['FFT'],
  raven: ['MatrixMultiplication'],
};

test.before('make builds the programs', async (t) => {
  t.timeout(600_000);
  await build();
});

for (const { id } of chips)
  for (const { name, sizes, pattern } of programs.filter((program) => long || QUICK[id]!.includes(program.name)))
    test.serial(`${name} on ${id}`, async (t) => {
      t.timeout(600_000);
      const argv = [join(binaries, name), '-verify', '-q', ...sizes.small];
      const flags = ['--device', id, ...(long ? ['--lockstep', 'jit,interp'] : [])];
      const { exitCode, stdout, stderr } = await run(argv, flags, { timeout: 600_000 });
      t.is(exitCode, 0, String(stderr));
      t.regex(String(stdout), new RegExp(pattern, 'm'));
    });

test.serial("Debian's clinfo shows each chip by its own numbers", async (t) => {
  const { stdout } = await run(['clinfo'], ['--devices', chips.map(({ id }) => id).join()]);
  const all = (field: RegExp): (string | undefined)[] => [...String(stdout).matchAll(field)].map((match) => match[1]);
  t.deepEqual(
    all(/^\s+Device Name\s+(.*)$/gm).slice(0, chips.length),
    chips.map(({ name }) => name),
  );
  t.deepEqual(
    all(/^\s+Max compute units\s+(\d+)$/gm),
    chips.map(({ computeUnits }) => String(computeUnits)),
  );
  t.deepEqual(
    all(/^\s+Max clock frequency\s+(\d+)MHz$/gm),
    chips.map(({ clockMHz }) => String(clockMHz)),
  );
});
