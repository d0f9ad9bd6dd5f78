// Windows are shared where that is quicker, which is tried now and then.

import test from 'ava';
import { Pace } from '../../src/timing/model/pace.js';

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

test('what is quicker is found out, and what is not is hardly tried', (t) => {
  t.true(shared(20_000, 2, 1) > 19_000);
  t.true(shared(20_000, 1, 2) < 400);
  t.true(shared(2000, 1, 1) < 200);
});

test('one stretch that took long because of others decides nothing', (t) => {
  const pace = new Pace();
  let [now, late] = [0, 0];
  for (let n = 0; n < 2000; n++) {
    const own = pace.next(() => now);
    now += (own ? 1 : 2) + (n === 4 ? 20 : 0);
    late += n >= 100 && own ? 1 : 0;
  }
  t.true(late > 1800, String(late));
});

test('what becomes quicker is found out later', (t) => {
  const pace = new Pace();
  let [now, late] = [0, 0];
  for (let n = 0; n < 30_000; n++) {
    const own = pace.next(() => now);
    now += own === n > 10_000 ? 1 : 2;
    late += n >= 20_000 && own ? 1 : 0;
  }
  t.true(late > 9500, String(late));
});
