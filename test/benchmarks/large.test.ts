// The table of large kernels: its counts, and that a signal keeps earlier measurements. Times are not asserted on.

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import test from 'ava';
import { costsOf } from '../../benchmarks/large/measure.js';
import { root } from '../../src/util/paths.js';
import { scratchFolder } from '../cli/atoll.js';

const MAIN = join(root, 'dist/benchmarks/large/main.js');

test('least and median are those of each number, memory is the most', (t) => {
  const run = (wall: number, user: number, system: number, memory: number) => ({ wall, user, system, memory });
  const { least, median } = costsOf([run(3, 1, 5, 10), run(1, 2, 9, 30), run(2, 3, 7, 20)]);
  t.deepEqual(least, run(1, 1, 5, 30));
  t.deepEqual(median, run(2, 2, 7, 30));
});

test('accounting waits for surviving descendants, counts them, and keeps the status of the command', (t) => {
  const folder = scratchFolder(t);
  const [account, costs] = [join(folder, 'account'), join(folder, 'costs')];
  execFileSync('g++', ['-std=c++17', '-O1', join(root, 'benchmarks/large/account.cpp'), '-o', account]);
  // It works for 0.3 s of its processor time, in its own session, and keeps 30 MB meanwhile.
  const busy = 'const a = Buffer.alloc(3e7, 1); while (process.cpuUsage().user < 3e5) a[5]++;';
  const script = `setsid "${process.execPath}" -e '${busy}' & exit 7`;
  const { status } = spawnSync(account, [costs, 'sh', '-c', script]);
  t.is(status, 7);
  const [wall, user, system, kilobytes] = readFileSync(costs, 'utf8').trim().split(' ').map(Number);
  t.true(wall! >= 0 && system! >= 0);
  t.true(user! >= 0.3, String(user));
  t.true(kilobytes! > 30_000, String(kilobytes));
});

test('a signal ends a measurement, and earlier results are written', async (t) => {
  const child = spawn(process.execPath, [MAIN, '--size', '0', '--kind', 'hash', '--rounds', '1', '--json', '-'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  child.stdout.on('data', (text: Buffer) => {
    out += text.toString();
  });
  // The first kernel is complete when the first run of the second one is reported.
  let lastLine = '';
  for await (const line of createInterface(child.stderr)) {
    lastLine = line;
    if (/^hash \d+ some: interp 1 of 1: user/.test(line)) break;
  }
  child.kill('SIGTERM');
  const [status, signal] = await once(child, 'close');
  t.is(signal, null);
  t.is(status, 128 + 15, lastLine);
  const { measured } = JSON.parse(out) as { measured: { name: string }[] };
  t.deepEqual(
    measured.map(({ name }) => name),
    ['hash 150 once'],
  );
});
