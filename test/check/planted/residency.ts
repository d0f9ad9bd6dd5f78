// Launches that need more work-groups at once than the chip holds: on hardware they hang.

import { cases } from './case.js';

/** It has five compute units. */
export const CHIP = 'hainan';

/** A compute unit has 64 KiB of LDS: two of these work-groups. */
export const TILE = 'local int tile[8192]; int l = get_local_id(0); tile[l] = l; barrier(1);';
export const BARRIER = (count: string) =>
  `if (!l) { atomic_inc(n); while (atomic_cmpxchg(n, -1, -1) < ${count}); } barrier(3);`;

export const HANGING = cases('residency', [
  [
    'meets_all',
    'a barrier of all work-groups',
    [768, 64],
    'zero 4, zero 4',
    `(global int *n, global int *p) { ${TILE} BUG(${BARRIER('12')},) if (!l) atomic_add(p, tile[1]); }`,
  ],
  [
    'waits_for_last',
    'all others wait for a flag of the last work-group',
    [1536, 128],
    'zero 4, zero 4',
    `(global int *n, global int *p) {
      ${TILE}
      if (get_group_id(0) == 11) { if (!l) atomic_xchg(n, 1); }
      else BUG(while (atomic_add(n, 0) == 0);,)
      barrier(3);
      if (!l) atomic_add(p, tile[1]);
    }`,
  ],
]);
