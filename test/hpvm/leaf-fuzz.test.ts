// Random leaves give the same results on the CPU, the simulated GPU and pocl; 3,000 of them with ATOLL_LONG.

import test from 'ava';
import { compareLeaves } from './leaf-fuzz/campaign.js';

const PROGRAMS = process.env['ATOLL_LONG'] ? 250 : 1;

test('random leaves are equal on the CPU, the simulated GPU and pocl', async (t) => {
  t.timeout(PROGRAMS * 300_000);
  for (let seed = 1; seed <= PROGRAMS; seed++) t.deepEqual(await compareLeaves(seed), []);
});
