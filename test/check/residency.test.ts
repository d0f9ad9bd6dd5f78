// Launches that need more work-groups at once than the chip holds: on hardware they hang.

import test from 'ava';
import { cases } from './planted/case.js';
import { BARRIER, CHIP, HANGING, TILE } from './planted/residency.js';
import { check, runner } from './planted/run.js';

/** Nothing of these waits for a work-group that the chip does not hold, though each runs for several turns. */
const ENDING = cases('residency', [
  [
    'meets_held',
    'as many work-groups as the chip holds',
    [640, 64],
    'zero 4, zero 4',
    `(global int *n, global int *p) { ${TILE} ${BARRIER('10')} if (!l) atomic_add(p, tile[1]); }`,
  ],
  [
    'waits_for_first',
    'work-groups in a chain, each waits for the one before',
    [768, 64],
    'zero 4, zero 4',
    `(global int *n, global int *p) {
      ${TILE}
      if (!l) {
        for (int k = 0; k < 30000; k++) tile[k & 63] += k;
        while (atomic_cmpxchg(n, -1, -1) != (int)get_group_id(0));
        atomic_inc(n);
        atomic_add(p, tile[1]);
      }
    }`,
  ],
  [
    'looks_at_flag',
    'long work that looks at a flag which the last work-group sets',
    [768, 64],
    'zero 4, zero 4',
    `(global int *n, global int *p) {
      ${TILE}
      if (get_group_id(0) == 11 && !l) atomic_xchg(n, 1);
      for (int k = 0; k < 12000 && atomic_add(n, 0) == 0; k++) tile[l] = tile[l] * 3 + k;
      if (!l) atomic_add(p, tile[1]);
    }`,
  ],
  [
    'counts_tries',
    'a barrier of all work-groups that counts its tries, whose state never repeats: it ends, without a finding',
    [768, 64],
    'zero 4, zero 4',
    `(global int *n, global int *p) {
      ${TILE}
      int tries = 0;
      if (!l) { atomic_inc(n); while (atomic_cmpxchg(n, -1, -1) < 12) tries++; }
      barrier(3);
      if (!l) atomic_add(p, tile[1] + tries);
    }`,
  ],
  [
    'bounded_tries',
    'gives up after some tries',
    [768, 64],
    'zero 4, zero 4',
    `(global int *n, global int *p) {
      ${TILE}
      if (!l) { atomic_inc(n); for (int k = 0; k < 30000 && atomic_cmpxchg(n, -1, -1) < 12; k++); }
      barrier(3);
      if (!l) atomic_add(p, tile[1]);
    }`,
  ],
]);

const DEVICE = ['--device', CHIP];

test('a launch whose work-groups wait for more than the chip holds is named, and ends', async (t) => {
  const program = runner(t);
  const clean = await check(t, program, [...HANGING, ...ENDING], false, undefined, DEVICE);
  t.deepEqual([clean.status, clean.stdout, clean.findings], [0, 'done', []], clean.stderr);
  const { status, stdout, stderr, findings } = await check(t, program, HANGING, true, ['residency'], DEVICE);
  t.deepEqual([status, stdout], [1, 'done'], stderr);
  t.deepEqual(
    findings.map(({ kernel, kind, count }) => [kernel, kind, count]),
    HANGING.map(({ name, kind }) => [name, kind, 1]),
  );
  for (const { message, workItem, other } of findings) {
    t.regex(
      message,
      /^waits for work-group \(1[01], 0, 0\) to write .*holds at most 10 of the 12 work-groups at a time$/,
    );
    t.true(workItem!.group[0] < 10 && other!.workItem.group[0] >= 10, message);
  }
});

test('a chip with more compute units holds all of them', async (t) => {
  const { status, stderr, findings } = await check(
    t,
    runner(t),
    HANGING,
    true,
    ['residency'],
    ['--device', 'capeverde'],
  );
  t.deepEqual([status, findings], [0, []], stderr);
});
