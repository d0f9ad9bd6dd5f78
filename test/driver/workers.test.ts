// Several threads on one launch: the same results and the same counts, faults and time limits included.

import { join } from 'node:path';
import test from 'ava';
import { root } from '../../src/util/paths.js';
import { build } from '../benchmarks/programs.js';
import { compile, kernelProgram, run } from '../cli/atoll.js';

const PROGRAM = join(root, 'build', 'benchmarks', 'MatrixMultiplication');

test.before('make builds the program', async (t) => {
  t.timeout(300_000);
  await build(['MatrixMultiplication']);
});

test.serial('a launch that executors join gives the same result and counts', async (t) => {
  t.timeout(300_000);
  const counts = [];
  for (const workers of ['1', '2', '4']) {
    const { stdout, stderr } = await run([PROGRAM, '-verify', '-q', '-x', '448'], ['--summary', '--workers', workers]);
    t.is(stdout, 'Passed!', String(stderr));
    counts.push(/([\d,]+) wavefronts, ([\d,]+) wave-instructions/.exec(String(stderr))?.slice(1));
  }
  t.truthy(counts[0]);
  t.deepEqual(counts[1], counts[0]);
  t.deepEqual(counts[2], counts[0]);
});

// Long enough that executors are at work when the last work-group goes wrong.
const LATE_FAULT = `kernel void k(global int* p) {
  int sum = 0;
  for (int i = 0; i < 20000; i++) sum += i ^ (int)get_global_id(0);
  p[get_global_id(0) + (get_group_id(0) == get_num_groups(0) - 1 ? 0x10000000 : 0)] = sum;
}`;

test.serial('a fault in one of the threads fails the launch once', async (t) => {
  const { stdout, stderr } = await run([compile(t, kernelProgram(LATE_FAULT, 16384))], ['--workers', '3']);
  t.regex(String(stdout), /wait -14 execution -\d+\nread -5/);
  t.is([...String(stderr).matchAll(/GPU fault in kernel k/g)].length, 1, String(stderr));
});

test.serial('a time limit stops all threads', async (t) => {
  const endless = 'kernel void k(global volatile int* p) { while (p[0] == 0) p[1]++; }';
  const { stdout, stderr } = await run(
    [compile(t, kernelProgram(endless, 4096))],
    ['--workers', '3', '--timeout', '1'],
  );
  t.regex(String(stdout), /wait -14 execution -\d+/);
  t.regex(String(stderr), /stopped after 1000 ms/);
});
