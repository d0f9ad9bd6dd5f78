// Sampling of launches: the first ones are simulated, the others estimated, and the error is reported.

import test from 'ava';
import { readConfiguration } from '../../src/timing/config/configuration.js';
import { LaunchSampler } from '../../src/timing/levels/launches.js';
import { simulate } from '../../src/timing/model/simulate.js';
import { type Recorded, read, record } from './recorded.js';

const chip = readConfiguration('tahiti');
const kernel = (times: number): Recorded =>
  record(
    `v_lshlrev_b32 v1, 2, v0\n s_mov_b32 s20, 0\n again: buffer_load_dword v2, v1, s[4:7], 0 offen\n s_waitcnt vmcnt(0)
     v_rcp_f32 v2, v2\n s_add_u32 s20, s20, 1\n s_cmp_lt_u32 s20, ${times}\n s_cbranch_scc1 again`,
    { globalSize: [64 * 16, 1, 1], localSize: [64, 1, 1] },
  );

test('similar launches are simulated first, and then now and then; others are estimated, near their simulated time', (t) => {
  const sampler = new LaunchSampler(2);
  const simulated: number[] = [];
  const [some, more, many] = [kernel(30), kernel(33), kernel(120)];
  for (let n = 1; n <= 9; n++)
    read(n % 2 === 0 ? more : some, (records) => {
      const detailed = (): number => simulate(records, chip).executionCycles;
      const estimate = sampler.time(records, chip.name, chip.values, () => {
        simulated.push(n);
        return detailed();
      });
      if (!estimate) return;
      t.true(Math.abs(estimate.executionCycles / detailed() - 1) < 0.05);
      t.true(estimate.error! > 0 && estimate.error! < 0.05);
      t.is(estimate.simulated, simulated.length);
    });
  t.deepEqual(simulated, [1, 2, 4, 8]);
  // Of the same size, but not of the same work.
  read(many, (records) =>
    t.is(
      sampler.time(records, chip.name, chip.values, () => 1),
      undefined,
    ),
  );
});

test('launches of the same work with other times in the interval model are not alike', (t) => {
  const apart = (shift: number): Recorded =>
    record(
      `v_lshlrev_b32 v1, ${shift}, v0\n ${'buffer_load_dword v2, v1, s[4:7], 0 offen\n v_add_i32 v1, vcc, 0x1000, v1\n'.repeat(16)} s_waitcnt vmcnt(0)`,
      { globalSize: [64 * 64, 1, 1], localSize: [64, 1, 1] },
    );
  const sampler = new LaunchSampler(1);
  const estimated = [2, 2, 2, 6].map((shift) =>
    read(apart(shift), (records) => {
      const detailed = (): number => simulate(records, chip).executionCycles;
      return sampler.time(records, chip.name, chip.values, detailed) !== undefined;
    }),
  );
  // The second one of a group is checked.
  t.deepEqual(estimated, [false, false, true, false]);
});
