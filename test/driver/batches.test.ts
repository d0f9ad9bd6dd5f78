// How many work-groups a thread takes at a time.

import test from 'ava';
import { groupsAtATime, WORTH_NS } from '../../src/driver/core/processor/batches.js';

const MILLISECOND = 1e6;
const batchesOf = (total: number, threads: number, expectedNs?: number): number =>
  Math.ceil(total / groupsAtATime(total, threads, expectedNs));

test('an unshared launch is a few batches, however many work-groups it has', (t) => {
  for (const total of [2, 64, 1000, 262_144])
    for (const expected of [0, WORTH_NS - 1]) {
      const batches = batchesOf(total, 2, expected);
      t.true(batches <= 20 && batches >= Math.min(total, 4), `${total} work-groups in ${batches} batches`);
    }
});

test('long launches: every thread gets many batches, and not one for each few work-groups', (t) => {
  for (const threads of [1, 2, 16, 64])
    for (const expected of [undefined, 20 * MILLISECOND]) {
      const batches = batchesOf(262_144, threads, expected);
      t.true(batches >= 8 * threads, `${batches} batches for ${threads} threads`);
      t.true(batches <= 65 * threads, `${batches} batches for ${threads} threads`);
    }
});

test('a launch of less than a millisecond is not cut into batches of a few microseconds, and each thread has some', (t) => {
  const batches = batchesOf(65_536, 2, MILLISECOND / 2);
  t.true(batches >= 16 && batches <= 30, `${batches} batches`);
});

test('however many threads there are, batches stay as large as the counter needs them', (t) => {
  t.is(groupsAtATime(8192, 64), 64);
  t.is(groupsAtATime(1024, 64, MILLISECOND), 8);
  t.is(groupsAtATime(1, 64), 1);
});
