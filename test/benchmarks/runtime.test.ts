// benchmarks/runtime: the probe runs under Atoll and on the system's platform, and its output can be read and
// printed.

import test from 'ava';
import { measureRuntime, parseRows, runtimeText } from '../../benchmarks/runtime/measure.js';
import { ownPoclCache } from '../pocl.js';

ownPoclCache('runtime');

test('all measurements are taken, and a launch to a device that works enters the kernel for nothing', (t) => {
  t.timeout(300_000);
  const report = measureRuntime({ rounds: 1, count: 60, mebibytes: 1 });
  const rows = report.results['atoll']!;
  t.is(rows.length, 13);
  for (const { name, unit, least, median, most } of rows) {
    t.true(least <= median && median <= most, name);
    if (unit !== 'calls') t.true(least > 0, name);
  }
  // No separate one: only a device that has fallen asleep meanwhile has to be woken.
  t.is(rows.find(({ name }) => name.includes('while the device works'))!.least, 0);
  t.is(rows.find(({ name }) => name.includes('idle device'))!.least <= 1, true);
  for (const other of Object.values(report.results))
    t.deepEqual(
      other.map(({ name }) => name),
      rows.map(({ name }) => name),
    );
  t.regex(runtimeText(report), /^empty kernel, enqueue to finish +[\d.]+ us/m);
});

test('a line that the probe did not write is refused', (t) => {
  t.throws(() => parseRows('no platform: -1001'), { message: /not a result: no platform/ });
});
