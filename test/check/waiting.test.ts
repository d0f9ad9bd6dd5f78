// Work-groups that wait for one another: each gets its turns, as on hardware, which holds many at a time.

import test from 'ava';
import { cases } from './planted/case.js';
import { check, runner } from './planted/run.js';

/** A barrier for all work-groups, as programs write it; ROUND counts from 1. */
const MEET = (round: string) =>
  `{ barrier(3); if (!get_local_id(0)) { atomic_inc(n); while (atomic_cmpxchg(n, -1, -1) < (${round}) * (int)get_num_groups(0)); } barrier(3); }`;

const WAITING = cases('race', [
  [
    'waits_for_all',
    'values of another work-group, behind a barrier for all of them',
    [1280, 128],
    'zero 4, zero 5120, zero 5120',
    `(global int *n, global int *p, global int *q) {
      local int tile[128];
      int i = get_global_id(0), l = get_local_id(0);
      for (int round = 1; round <= 3; round++) {
        tile[l] = round;
        p[i] = round + l;
        BUG(, ${MEET('2 * round - 1')})
        q[i] = p[(i + 128) % 1280] + tile[127 - l];
        ${MEET('BUG(round, 2 * round)')}
      }
    }`,
  ],
  [
    'waits_for_the_last',
    'a store behind what the other work-group waits for',
    [640, 64],
    'zero 4, zero 2560',
    `(global int *n, global int *p) {
      local int tile[64];
      int group = get_group_id(0), l = get_local_id(0);
      int own[8];
      for (int k = 0; k < 8; k++) own[(k * 3 + group) & 7] = k + l;
      tile[l] = l;
      barrier(1);
      if (group < 9 && !l) while (atomic_cmpxchg(n, -1, -1) != 9 - group);
      barrier(1);
      p[get_global_id(0)] = tile[63 - l] + own[l & 7];
      barrier(3);
      if (!l) atomic_inc(n);
      barrier(3);
      BUG(p[(get_global_id(0) + 576) % 640] = -1,);
    }`,
  ],
]);

test('launches whose work-groups wait for one another end, and their mistakes are found', async (t) => {
  const program = runner(t);
  const clean = await check(t, program, WAITING, false);
  t.deepEqual([clean.status, clean.stdout], [0, 'done'], clean.stderr);
  const { status, stdout, stderr, findings } = await check(t, program, WAITING, true, ['race']);
  t.deepEqual([status, stdout], [1, 'done'], stderr);
  t.deepEqual(
    [...new Set(findings.map(({ kernel, kind }) => `${kernel}: ${kind}`))],
    WAITING.map(({ name, kind }) => `${name}: ${kind}`),
  );
});

const FLAG = cases('mixed-atomic', [
  [
    'reads_flag',
    'an ordinary store, which an atomic of another work-group changes or only reads',
    [128, 64],
    'zero 4, zero 512',
    `(global int *p, global int *q) {
      if (get_global_id(0) == 0) *(volatile global int *)p = 1;
      q[get_global_id(0)] = BUG(atomic_or(p, 2), atomic_add(p, 0));
    }`,
  ],
]);

test('an ordinary store that an atomic only reads is no finding, one that an atomic changes is', async (t) => {
  const program = runner(t);
  const clean = await check(t, program, FLAG, false);
  t.deepEqual([clean.status, clean.findings], [0, []], clean.stderr);
  const { status, stderr, findings } = await check(t, program, FLAG, true);
  t.is(status, 1, stderr);
  t.true(findings.length > 0 && findings.every(({ kind }) => kind === 'mixed-atomic'), stderr);
});
