// Launches that stand still: the time is not theirs, and only what has been cancelled, or whose program has gone, has something to do.

import test from 'ava';
import { Crew } from '../../src/driver/core/processor/crew.js';
import type { Running } from '../../src/driver/core/processor/lane.js';
import type { Served } from '../../src/driver/core/processor/served.js';
import { Standstill } from '../../src/driver/core/processor/standstill.js';

const guest = (leaving: boolean, failure?: string): Served =>
  ({ leaving, runnings: [{ failure } as Running] }) as unknown as Served;

test('time that stands still is no time of a launch', async (t) => {
  const standstill = new Standstill(new Crew(() => undefined));
  const startNs = process.hrtime.bigint();
  const running = { startNs } as Running;
  standstill.hold(true, [{ running }]);
  await new Promise((resolve) => setTimeout(resolve, 30));
  standstill.hold(true, [{ running }]);
  t.is(running.startNs, startNs, 'it still stands');
  standstill.hold(false, [{ running }]);
  t.true(running.startNs - startNs >= 29_000_000n);
  t.true(running.startNs <= process.hrtime.bigint());
  const before = running.startNs;
  standstill.hold(false, [{ running }]);
  t.is(running.startNs, before);
});

test('what is cancelled comes to its end, all else waits', (t) => {
  const standstill = new Standstill(new Crew(() => undefined));
  t.true(standstill.lets(guest(false)));
  standstill.hold(true, []);
  t.false(standstill.lets(guest(false)));
  t.true(standstill.lets(guest(true)));
  t.true(standstill.lets(guest(false, 'stopped by a person')));
  standstill.hold(false, []);
  t.true(standstill.lets(guest(false)));
});
