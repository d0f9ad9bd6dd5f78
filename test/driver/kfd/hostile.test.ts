// Requests that mean nothing are the guest's own mistake: the driver continues, for it and for others.
// `npm run test:long` makes it a campaign.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import test from 'ava';
import { root } from '../../../src/util/paths.js';
import { run, scratchFolder } from '../../cli/atoll.js';
import { count } from '../../isa/campaign.js';

const REQUESTS = count(12_000, 1_000_000);
const SEEDS = 4;

test('requests with random fields and pointers', async (t) => {
  const program = join(scratchFolder(t), 'hostile');
  execFileSync('gcc', ['-O1', join(root, 'test/driver/kfd/hostile.c'), '-o', program]);
  for (let seed = 1; seed <= SEEDS; seed++) {
    const argv = [program, String(seed), String(Math.ceil(REQUESTS / SEEDS))];
    const { stdout, stderr, exitCode } = await run(argv, ['--device', 'vega10']);
    t.is(String(stdout), 'good 1 refused 1 version 0 1', `seed ${seed}: ${stderr}`);
    t.is(exitCode, 0, `seed ${seed}`);
    t.notRegex(String(stderr), /ioctl|defect|Error:/, `seed ${seed}`);
  }
});
