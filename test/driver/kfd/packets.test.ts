// Packets that mean nothing fail the queue that they are in: the driver continues, for this program and for others.
// `npm run test:long` makes it a campaign.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import test from 'ava';
import { root } from '../../../src/util/paths.js';
import { run, scratchFolder } from '../../cli/atoll.js';
import { count } from '../../isa/campaign.js';
import { drmHeader } from './rocm.js';

/** In all, on each chip. */
const PACKETS = count(2000, 100_000);
const SEEDS = 4;

for (const device of ['vega10', 'fiji'])
  test(`packets of garbage, on ${device}`, async (t) => {
    const folder = scratchFolder(t);
    const program = join(folder, 'packets');
    drmHeader(folder);
    execFileSync('gcc', ['-O1', '-I', folder, join(root, 'test/driver/kfd/packets.c'), '-o', program]);
    for (let seed = 1; seed <= SEEDS; seed++) {
      const argv = [program, String(seed), String(PACKETS / SEEDS)];
      const { stdout, stderr, exitCode } = await run(argv, ['--device', device]);
      t.is(String(stdout), 'queues 1 errors 1 sound 1', `seed ${seed}: ${String(stderr).slice(-4000)}`);
      t.is(exitCode, 0, `seed ${seed}`);
      t.notRegex(String(stderr), /defect|Error:/, `seed ${seed}`);
    }
  });
