// The counter from which threads take work-groups.

import test from 'ava';
import { GroupCursor } from '../../src/emulator/index.js';

test('repeated requests for work-groups after the last one get none', (t) => {
  const [total, batch] = [10_000, 5000];
  const cursor = new GroupCursor(total, batch);
  const firstGroups = Array.from({ length: 2 ** 20 }, () => cursor.take()).filter((first) => first !== -1);
  t.deepEqual(firstGroups, [0, batch]);
  t.is(cursor.taken, total);
});

test('as many work-groups as 32 bits count are taken once each', (t) => {
  const total = 2 ** 32 - 1;
  const cursor = new GroupCursor(total, 2);
  const other = new GroupCursor(total, 2, cursor.buffer);
  new Uint32Array(cursor.buffer)[0] = total - 5;
  const taken = [cursor, other, cursor, other, cursor, other].map((each) => each.take());
  t.deepEqual(taken, [total - 5, total - 3, total - 1, -1, -1, -1]);
  t.is(cursor.taken, total);
});
