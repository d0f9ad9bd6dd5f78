// Windows are shared where that is faster, which is tried now and then.

import test from 'ava';
import { Pace } from '../../src/timing/model/thread-benefit.js';

/** How many of some windows were shared, where they take so long. */
function shared(windows: number, alone: number, together: number): number {
  const pace = new Pace();
  let [now, count] = [0, 0];
  for (let n = 0; n < windows; n++) {
    const own = pace.next(() => now);
    count += own ? 1 : 0;
    now += own ? together : alone;
  }
  return count;
}

test('pace: the faster way is found, and the slower one is hardly tried', (t) => {
  t.true(shared(20_000, 2, 1) > 19_000);
  t.true(shared(20_000, 1, 2) < 1500);
  t.true(shared(2000, 1, 1) < 800);
});

test('pace: a single delayed stretch decides nothing', (t) => {
  const pace = new Pace();
  let [now, late] = [0, 0];
  for (let n = 0; n < 2000; n++) {
    const own = pace.next(() => now);
    now += (own ? 1 : 2) + (n === 541 ? 20 : 0);
    late += n >= 672 && own ? 1 : 0;
  }
  t.true(late > 1150, String(late));
});

test('pace: a move to another processor at a change of the way decides nothing', (t) => {
  const pace = new Pace();
  let [now, late, before] = [0, 0, 0];
  let way: boolean | undefined;
  for (let n = 0; n < 2000; n++) {
    const own = pace.next(() => now);
    before = own === way ? before + 1 : 0;
    way = own;
    now += (own ? 1 : 2) + (own && before < 4 ? 20 : 0);
    late += n >= 200 && own ? 1 : 0;
  }
  t.true(late > 1500, String(late));
});

test('a launch begins as the one before it has ended', (t) => {
  const pace = new Pace();
  let now = 0;
  for (let n = 0; n < 2000; n++) now += pace.next(() => now) ? 2 : 1;
  pace.launch();
  t.deepEqual(
    Array.from({ length: 512 }, () => pace.next(() => now)).filter((own) => own),
    [],
  );
});

test('pace: a way that becomes faster is found later', (t) => {
  const pace = new Pace();
  let [now, late] = [0, 0];
  for (let n = 0; n < 30_000; n++) {
    const own = pace.next(() => now);
    now += own === n > 10_000 ? 1 : 2;
    late += n >= 20_000 && own ? 1 : 0;
  }
  t.true(late > 9500, String(late));
});
