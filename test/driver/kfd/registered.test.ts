// Memory of the program's own is bounded: the driver keeps a copy of it.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import test from 'ava';
import { root } from '../../../src/util/paths.js';
import { run, scratchFolder } from '../../cli/atoll.js';
import { drmHeader } from './rocm.js';

test('a program registers as much host memory as the driver supports; more is refused', async (t) => {
  const folder = scratchFolder(t);
  const program = join(folder, 'registered');
  drmHeader(folder);
  execFileSync('gcc', ['-O1', '-I', folder, join(root, 'test/driver/kfd/registered.c'), '-o', program]);
  const { stdout, stderr, exitCode } = await run([program], ['--device', 'vega10']);
  t.is(String(stdout), '0 1 0 0', String(stderr));
  t.is(exitCode, 0);
});
