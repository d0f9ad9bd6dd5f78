// Paused launches: the time is not theirs, and only cancelled ones, or those whose program has ended, have
// something to do.

import test from 'ava';
import type { GuestContext } from '../../src/driver/core/processor/guest-context.js';
import type { ActiveLaunch } from '../../src/driver/core/processor/launch-slot.js';
import { PauseController } from '../../src/driver/core/processor/pause-controller.js';
import { WorkerPool } from '../../src/driver/core/processor/worker-pool.js';

const guest = (leaving: boolean, failure?: string): GuestContext =>
  ({ leaving, runnings: [{ failure } as ActiveLaunch] }) as unknown as GuestContext;

test('paused time is no time of a launch', async (t) => {
  const standstill = new PauseController(new WorkerPool(() => undefined));
  const startNs = process.hrtime.bigint();
  const running = { startNs } as ActiveLaunch;
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

test('cancelled launches end, all others wait', (t) => {
  const standstill = new PauseController(new WorkerPool(() => undefined));
  t.true(standstill.lets(guest(false)));
  standstill.hold(true, []);
  t.false(standstill.lets(guest(false)));
  t.true(standstill.lets(guest(true)));
  t.true(standstill.lets(guest(false, 'stopped by a person')));
  standstill.hold(false, []);
  t.true(standstill.lets(guest(false)));
});
