// Programs that end, and queues and memory that go, while kernels run: the driver continues, for others and for what is
// left of them. `npm run test:long` makes it a campaign.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import test from 'ava';
import { root } from '../../../src/util/paths.js';
import { run, scratchFolder } from '../../cli/atoll.js';
import { count } from '../../isa/campaign.js';
import { drmHeader } from './rocm.js';

const SEEDS = 2;
/** For each seed: every way to end, two at a time. */
const PROGRAMS = count(14, 560);

test('programs that end in the middle of everything', async (t) => {
  const folder = scratchFolder(t);
  const program = join(folder, 'ending');
  drmHeader(folder);
  execFileSync('gcc', ['-O1', '-I', folder, join(root, 'test/driver/kfd/ending.c'), '-o', program]);
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { stdout, stderr, exitCode } = await run([program, String(seed), String(PROGRAMS)], ['--device', 'vega10']);
    t.is(String(stdout), `as meant ${PROGRAMS} sound 1`, `seed ${seed}: ${String(stderr).slice(-4000)}`);
    t.is(exitCode, 0, `seed ${seed}`);
    t.notRegex(String(stderr), /defect|Error:/, `seed ${seed}`);
  }
});
