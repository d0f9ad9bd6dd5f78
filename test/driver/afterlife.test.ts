// Threads that come late: what they still hold of a guest that has gone stays accessible, and what they need goes with
// the order.

import { fileURLToPath } from 'node:url';
import test from 'ava';
import { execa } from 'execa';

test('an executor makes a kernel ready whose program has ended and whose memory was given back', async (t) => {
  const child = fileURLToPath(new URL('./afterlife-run.js', import.meta.url));
  const { stdout, stderr, exitCode, signal } = await execa(process.execPath, [child], {
    reject: false,
    timeout: 120_000,
  });
  t.is(signal, undefined, `died of ${signal}`);
  t.is(exitCode, 0, stderr);
  const report = JSON.parse(stdout);
  t.deepEqual(report, { orders: ['meet', 'prepare', 'forget'], prepared: 1, whole: true, touched: [0] });
});
