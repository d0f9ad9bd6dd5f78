// A program for the HSA runtime itself, where the distribution's is installed.

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { root } from '../../../src/util/paths.js';
import { run, scratchFolder } from '../../cli/atoll.js';
import { CHIPS } from './rocm.js';

const hasRuntime = existsSync('/usr/include/hsa/hsa.h');
/** The program initialises the runtime anew for each. */
const ROUNDS = 3;
const WHAT = ['copies', 'boxes', 'barriers', 'errors'];

test('this is tested where the runtime is', (t) => {
  t.log(hasRuntime ? 'libhsa-runtime-dev is installed' : 'libhsa-runtime-dev is not installed: nothing is tested');
  t.false(process.env['ATOLL_ROCM'] !== undefined && !hasRuntime);
});

(hasRuntime ? test : test.skip)('queues, signals and copies of a program without HIP', async (t) => {
  const program = join(scratchFolder(t), 'hsa');
  execFileSync('gcc', ['-O1', join(root, 'test/driver/kfd/hsa.c'), '-o', program, '-lhsa-runtime64']);
  for (const device of Object.keys(CHIPS)) {
    const without = device === 'fiji' ? ['boxes'] : [];
    const { stdout, stderr, exitCode } = await run([program, ...without], ['--device', device]);
    const lines = WHAT.filter((name) => !without.includes(name)).map((name) => `${name}: 0`);
    t.deepEqual(String(stdout).split('\n'), Array.from({ length: ROUNDS }, () => lines).flat(), `${device}: ${stderr}`);
    t.is(exitCode, 0);
  }
});
