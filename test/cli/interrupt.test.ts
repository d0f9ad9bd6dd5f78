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

// Long enough for clang that it can be met at work.
const LONG_BUILD = `kernel void k(global int* p) {
${Array.from({ length: 3000 }, (_, i) => `  p[${i} & 63] = (int)(sin((float)p[${i * 7} & 63]) * ${i}.0f) ^ p[${i * 13} & 63];`).join('\n')}
}`;

/** The compilers that a process has started. */
const compilers = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'latin1');
        return /^Name:\s+clang/m.test(status) && status.includes(`PPid:\t${parent}\n`);
      } catch {
        return false;
      }
    })
    .map(Number);

test('a compiler that is killed fails the build with its signal, and leaves nothing', async (t) => {
  const guest = compile(t, kernelProgram(LONG_BUILD));
  const marker = `ATOLL_TEST_MARK=clang${process.pid}`;
  const [name, value] = marker.split('=') as [string, string];
  const child = run([guest], ['--no-cache'], { env: { [name]: value } });
  let killed = 0;
  for (let attempt = 0; attempt < 200 && killed === 0; attempt++) {
    await sleep(10);
    for (const pid of compilers(child.pid!)) {
      process.kill(pid, 'SIGKILL');
      killed++;
    }
  }
  const { stdout, exitCode } = await child;
  t.true(killed > 0);
  t.regex(String(stdout), /build -11[\s\S]*SIGKILL/);
  t.is(exitCode, 0);
  t.deepEqual(await gone(marker), []);
});
