// Short programs with large kernels whose lives overlap, on several simulators at a time: none dies, whatever its
// threads still do for programs that have ended. ATOLL_LONG: thousands of programs.

import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { compile, kernelProgram, run, scratchFolder } from '../cli/atoll.js';

const [SIMULATORS, PROGRAMS] = process.env['ATOLL_LONG'] ? [3, 700] : [2, 4];

/** A kernel of some ten kilobytes that is hot at once. */
const kernel = (salt: number): string => `kernel void k(global int* p) {
  int a = p[get_global_id(0)], b = ${salt};
  for (int i = 0; i < 20; i++) {
${Array.from({ length: 400 }, (_, n) => `    a = a * ${2 * n + 3} + (b ^ ${n + salt}); b += a >> ${(n % 7) + 1};`).join('\n')}
  }
  p[get_global_id(0)] = a + b;
}`;

test.serial('programs with large kernels that overlap and end', async (t) => {
  t.timeout(process.env['ATOLL_LONG'] ? 3_600_000 : 280_000);
  const guests = [1, 2, 3].map((salt) => compile(t, kernelProgram(kernel(salt), 65_536)));
  const folder = scratchFolder(t);
  const script = join(folder, 'loop');
  // Two at a time of each simulator; one of them is ended before its launch is over.
  const both = guests.map(
    (guest) => `${guest} >/dev/null & ( timeout -s KILL 0.3 ${guest} >/dev/null 2>&1 ) & wait %1 || exit 9; wait`,
  );
  writeFileSync(
    script,
    `#!/bin/sh\nset +m\ni=0\nwhile [ $i -lt ${PROGRAMS} ]; do i=$((i+1))\n${both.join('\n')}\ndone\necho done\n`,
  );
  chmodSync(script, 0o755);
  const cache = join(folder, 'cache');
  const flags = ['--workers', '3', '--cache-dir', cache];
  const ends = await Promise.all(
    Array.from({ length: SIMULATORS }, () =>
      run([script], flags, { timeout: process.env['ATOLL_LONG'] ? 3_500_000 : 270_000 }),
    ),
  );
  for (const { stdout, stderr, signal, exitCode } of ends) {
    t.is(signal, undefined, stderr as string);
    t.is(exitCode, 0, stderr as string);
    t.is(stdout, 'done');
  }
});
