// Programs that were linked with Multi2Sim's runtime wait in spinning threads and give them real-time priority where
// they may. They get none; other programs get the priorities that they would get without Atoll.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { root } from '../../src/util/paths.js';
import { run, scratchFolder } from '../cli/atoll.js';

const EPERM = 1;

function compileGuest(t: ExecutionContext, flags: readonly string[]): string {
  const program = join(scratchFolder(t), 'guest');
  const source = join(root, 'test/driver/real-time-guest.c');
  execFileSync('gcc', [...flags, '-static', '-O1', '-w', source, '-o', program, '-lpthread']);
  return program;
}

const REFUSED = [
  'open 1',
  `helper ${EPERM} policy 0`,
  `fifo -1 errno ${EPERM}`,
  `attributes -1 errno ${EPERM}`,
  'batch 0',
];

for (const [name, flags] of [
  ['x86-64', []],
  ['i386', ['-m32']],
] as const) {
  for (const backend of ['notify', 'trace']) {
    test(`no real-time threads for a program of Multi2Sim's runtime: ${name}, ${backend}`, async (t) => {
      const guest = compileGuest(t, flags);
      const { stdout, exitCode } = await run([guest], ['--backend', backend]);
      t.deepEqual(String(stdout).split('\n'), REFUSED);
      t.is(exitCode, 0);
    });
  }
}

test('a program of another device runs as without Atoll', async (t) => {
  const guest = compileGuest(t, []);
  const alone = execFileSync(guest, ['/dev/null'], { encoding: 'utf8' }).trimEnd();
  const { stdout } = await run([guest, '/dev/null']);
  t.is(String(stdout), alone);
});
