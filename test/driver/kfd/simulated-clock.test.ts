// Time stamps of packets where launches take the time of a simulated chip.

import test from 'ava';
import { SimulatedClock } from '../../../src/driver/kfd/aql/simulated-clock.js';

test('simulated time: a waiting packet begins at the end of the launch before it, until the queue is empty', (t) => {
  let host = 1000n;
  const clock = new SimulatedClock(() => host);
  t.is(clock.begin(), 1000n);
  // A launch of 10 ns that takes us a second.
  host += 1_000_000_000n;
  clock.ended(1010n, true);
  t.is(clock.begin(), 1010n);
  // A barrier takes no time, the next launch 5 ns.
  clock.ended(1010n, false);
  clock.ended(1015n, true);
  host += 1_000_000_000n;
  t.is(clock.begin(host), 1015n);
  clock.empty();
  t.is(clock.begin(), host);
});

test('without a simulated chip the clock of the host counts', (t) => {
  const clock = new SimulatedClock(() => 7n);
  clock.ended(5n, false);
  t.is(clock.begin(), 7n);
  t.is(clock.begin(6n), 6n);
});
