// Ctrl-C and kill at any moment: no process is left behind.

import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import test from 'ava';
import { compile, kernelProgram, run } from './atoll.js';

/** Processes whose environment has a marker. */
function marked(marker: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(marker);
      } catch {
        return false;
      }
    })
    .map(Number);
}

async function gone(marker: string): Promise<number[]> {
  for (let attempt = 0; attempt < 100 && marked(marker).length > 0; attempt++) await sleep(50);
  return marked(marker);
}

const ENDLESS = 'kernel void k(global volatile int* p) { while (p[0] == 0) p[1]++; }';

for (const [signal, delays] of [
  ['SIGINT', [50, 400, 1500]],
  ['SIGTERM', [400, 1500]],
  ['SIGKILL', [50, 400, 1500]],
] as const) {
  test(`${signal} during start, build or an endless kernel leaves no process`, async (t) => {
    const guest = compile(t, kernelProgram(ENDLESS));
    for (const delay of delays) {
      const marker = `ATOLL_TEST_MARK=${signal}${delay}${process.pid}`;
      const [name, value] = marker.split('=') as [string, string];
      const child = run([guest], [], { env: { [name]: value }, detached: true });
      await sleep(delay);
      // As a terminal does it: the signal goes to the whole process group. SIGKILL hits atoll alone.
      process.kill(signal === 'SIGINT' ? -child.pid! : child.pid!, signal);
      const result = await child;
      t.true(result.exitCode !== 0, `${signal} after ${delay} ms`);
      t.deepEqual(await gone(marker), [], `${signal} after ${delay} ms`);
    }
  });
}
