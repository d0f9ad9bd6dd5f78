// Several threads on one launch: the same results and the same counts, faults and time limits included.

import { join } from 'node:path';
import test from 'ava';
import { root } from '../../src/util/paths.js';
import { build } from '../benchmarks/programs.js';
import { compile, kernelProgram, run } from '../cli/atoll.js';

const PROGRAM = join(root, 'build', 'benchmarks', 'MatrixMultiplication');

/** Machine code from the first launch on: threads without JavaScript take part. */
const ASSISTED = ['--engine', 'native'];

test.before('make builds the program', async (t) => {
  t.timeout(300_000);
  await build(['MatrixMultiplication']);
});

test.serial('a launch that executors join gives the same result and counts', async (t) => {
  t.timeout(300_000);
  const counts = [];
  for (const options of [['1'], ['2'], ['4'], ['3', ...ASSISTED]]) {
    const { stdout, stderr } = await run(
      [PROGRAM, '-verify', '-q', '-x', '448'],
      ['--summary', '--workers', ...options],
    );
    t.is(stdout, 'Passed!', String(stderr));
    counts.push(/([\d,]+) wavefronts, ([\d,]+) wave-instructions/.exec(String(stderr))?.slice(1));
  }
  t.truthy(counts[0]);
  for (const others of counts) t.deepEqual(others, counts[0]);
});

// Long enough that executors are at work when the last work-group goes wrong.
const LATE_FAULT = `kernel void k(global int* p) {
  int sum = 0;
  for (int i = 0; i < 20000; i++) sum += i ^ (int)get_global_id(0);
  p[get_global_id(0) + (get_group_id(0) == get_num_groups(0) - 1 ? 0x10000000 : 0)] = sum;
}`;

for (const engine of [[], ASSISTED])
  test.serial(`a fault in one of the threads fails the launch once ${engine.join(' ')}`, async (t) => {
    const program = compile(t, kernelProgram(LATE_FAULT, 16384));
    const { stdout, stderr } = await run([program], ['--workers', '3', ...engine]);
    t.regex(String(stdout), /wait -14 execution -\d+\nread -5/);
    t.is([...String(stderr).matchAll(/GPU fault in kernel k/g)].length, 1, String(stderr));
  });

/**
 * Each work-item fills private memory of so many words, goes through it for some time, and adds up its contents.
 */
const privateWords = (words: number): string => `kernel void k(global int* p) {
  int own[${words}], id = get_global_id(0), sum = 0;
  for (int i = 0; i < ${words}; i += ${words / PLACES}) own[i] = id * 7 + i;
  for (int turn = 1; turn <= ${TURNS}; turn++)
    for (int i = 0; i < ${words}; i += ${words / PLACES}) sum += own[(i * 5 + id * ${words / PLACES}) % ${words}] * turn;
  atomic_add(p + 1, sum);
}`;
const [ITEMS, PLACES, TURNS] = [8192, 64, 20];

function privateSum(words: number): number {
  let total = 0;
  for (let id = 0; id < ITEMS; id++)
    for (let i = 0; i < words; i += words / PLACES) total = (total + (id * 7 + i) * ((TURNS * (TURNS + 1)) / 2)) | 0;
  return total;
}

// A work-group of the second kernel takes 24 MiB: five of them find room, fewer than there are threads.
const LONG = process.env['ATOLL_LONG'];
for (const [what, words] of [...(LONG ? [['little', 64] as const] : []), ['much', 24_576] as const])
  test.serial(`many threads with ${what} private memory do not share it`, async (t) => {
    const workers = LONG ? '64' : '7';
    const { stdout } = await run([compile(t, kernelProgram(privateWords(words), ITEMS))], ['--workers', workers]);
    t.true(String(stdout).endsWith(`read 0 value ${privateSum(words)}`), String(stdout));
  });

for (const engine of [[], ASSISTED])
  test.serial(`a time limit stops all threads ${engine.join(' ')}`, async (t) => {
    const endless = 'kernel void k(global volatile int* p) { while (p[0] == 0) p[1]++; }';
    const program = compile(t, kernelProgram(endless, 4096));
    const { stdout, stderr } = await run([program], ['--workers', '3', '--timeout', '1', ...engine]);
    t.regex(String(stdout), /wait -14 execution -\d+/);
    t.regex(String(stderr), /stopped after 1000 ms/);
  });
