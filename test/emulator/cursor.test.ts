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

test('a batch is small enough that all threads may overrun the counter', (t) => {
  const total = 2 ** 31 - 2 ** 20;
  const cursor = new GroupCursor(total, total);
  const words = new Int32Array(cursor.buffer);
  words[0] = total - 1;
  // A thread that has read the counter before another one moves it.
  for (let thread = 0; thread < 64; thread++) Atomics.add(words, 0, cursor.batch);
  t.is(cursor.take(), -1);
  t.is(cursor.taken, total);
});
