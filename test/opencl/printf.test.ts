// printf in every form: Atoll's output is pocl's, for programs that are built and for those that are linked.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { execa } from 'execa';
import { root, runtimeFolders } from '../../src/util/paths.js';
import { compile, kernelProgram, run } from '../cli/atoll.js';
import { ownPoclCache } from '../pocl.js';

ownPoclCache('printf');

const FOLDER = join(root, 'build', 'test-opencl');
const PROGRAM = join(FOLDER, 'printf-forms');

test.before(async () => {
  mkdirSync(FOLDER, { recursive: true });
  const source = join(root, 'test', 'opencl', 'printf-forms.cc');
  await execa('g++', ['-std=c++17', '-O1', source, '-o', PROGRAM, '-lOpenCL']);
});

const LINE = 'a line of text that is longer than most';
const linesOf = (text: unknown): string[] =>
  String(text)
    .split('\n')
    .filter((line) => line.startsWith(LINE));

test.serial('a burst of 40 MB of many work-items arrives whole, each line once', async (t) => {
  const items = 1 << 18;
  const body = `for (int i = 0; i < 3; i++) printf("${LINE}: %d\\n", (int)get_global_id(0) * 3 + i); p[get_global_id(0)] = 42;`;
  const guest = compile(t, kernelProgram(`kernel void k(global int* p) { ${body} }`, items));
  const { stdout, stderr, exitCode } = await run([guest], [], { maxBuffer: 1 << 28 });
  t.is(exitCode, 0);
  t.is(String(stderr), '');
  const numbers = new Set(linesOf(stdout).map((line) => Number(line.slice(LINE.length + 2))));
  t.is(linesOf(stdout).length, 3 * items);
  t.is(numbers.size, 3 * items);
});

test.serial('printf output beyond the buffer is reported', async (t) => {
  const body = `for (int i = 0; i < 1 << 18; i++) if (get_global_id(0) == 0) printf("${LINE}: %d\\n", i); p[get_global_id(0)] = 42;`;
  const guest = compile(t, kernelProgram(`kernel void k(global int* p) { ${body} }`, 64));
  const { stdout, stderr, exitCode } = await run([guest]);
  t.is(exitCode, 0);
  const lines = linesOf(stdout);
  t.true(lines.length > 10_000 && lines.length < 1 << 18);
  // A record has an id and a word.
  t.regex(
    String(stderr),
    /^atoll: a kernel printed 2097152 bytes, its printf buffer \(CL_DEVICE_PRINTF_BUFFER_SIZE\) has 1048576.* --printf-buffer/m,
  );
  const enough = await run([guest], ['--printf-buffer', '2.5'], { maxBuffer: 1 << 28 });
  t.deepEqual([enough.exitCode, String(enough.stderr)], [0, '']);
  t.is(linesOf(enough.stdout).length, 1 << 18);
});

for (const way of ['build', 'link']) {
  test.serial(`printf of a program by ${way}: the same text as pocl`, async (t) => {
    t.timeout(600_000);
    const patient = { timeout: 600_000 };
    const [atoll, pocl] = await Promise.all([run([PROGRAM, way], [], patient), execa(PROGRAM, ['build'], patient)]);
    t.is(atoll.exitCode, 0, String(atoll.stderr));
    t.true(pocl.stdout.length > 5000);
    t.deepEqual(String(atoll.stdout).split('\n'), pocl.stdout.split('\n'));
  });
}

/** Programs of both widths, where there are libraries for both; the seeds of each. */
const narrow = runtimeFolders().find((folder) => folder.endsWith('i386'));
const SEEDS = process.env['ATOLL_LONG'] ? Array.from({ length: 40 }, (_, seed) => seed + 1) : [1];
for (const bits of narrow ? [64, 32] : [64]) {
  test.serial(
    `printf as glibc prints it, ${bits} bits: flags, widths, precisions, lengths, vectors, strings, pointers`,
    async (t) => {
      t.timeout(600_000);
      const program = join(FOLDER, `printf-glibc-${bits}`);
      const source = join(root, 'test', 'opencl', 'printf-glibc.cc');
      const flags = bits === 32 ? ['-m32', `-L${narrow}`] : [];
      await execa('g++', ['-std=c++17', '-O1', source, '-o', program, ...flags, '-lOpenCL']);
      for (const seed of SEEDS) {
        const { stdout, stderr, exitCode } = await run([program, String(seed + bits)], [], { timeout: 600_000 });
        t.is(exitCode, 0, String(stderr));
        const [kernel = '', host = ''] = String(stdout).split('=====\n');
        t.true(host.split('\n').length > 100);
        t.deepEqual(kernel.trimEnd().split('\n'), host.trimEnd().split('\n'), `seed ${seed + bits}`);
      }
    },
  );
}
