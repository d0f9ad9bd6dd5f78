// A guest that writes garbage into the shared control window harms nobody but itself: another guest of the same run goes on.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { root } from '../../src/paths.js';
import { compile, kernelProgram, run, scratchFolder } from '../cli/atoll.js';

const GOOD = 'kernel void k(global int* p) { p[get_global_id(0)] = 40 + 2 * (int)get_global_id(0); }';
const GOOD_OUTPUT = 'build 0\nenqueue 0\nwait 0 execution 0\nread 0 value 42';
const SEEDS = process.env['ATOLL_LONG'] ? 50 : 3;

function compileVandal(t: ExecutionContext): string {
  const program = join(scratchFolder(t), 'vandal');
  const source = join(root, 'test/driver/ring-guest.cc');
  execFileSync('g++', ['-std=c++17', '-O1', '-w', `-I${join(root, 'runtime/generated')}`, source, '-o', program]);
  return program;
}

for (const [mode, expected] of [
  ['indices', /^lost$/m],
  ['packets', /^done$/m],
  ['everything', /^shrink -1 grow -1\ndone$/m],
] as const) {
  test(`${mode} full of garbage: that guest ends, the next one is served`, async (t) => {
    t.timeout(300_000);
    const vandal = compileVandal(t);
    const good = compile(t, kernelProgram(GOOD));
    for (let seed = 1; seed <= SEEDS; seed++) {
      const script = `"$0" ${mode} ${seed}; echo "status $?"; "$1"`;
      const { stdout, exitCode } = await run(['sh', '-c', script, vandal, good]);
      t.regex(String(stdout), expected, `seed ${seed}`);
      t.regex(String(stdout), /^status 0$/m);
      t.true(String(stdout).endsWith(GOOD_OUTPUT), String(stdout));
      t.is(exitCode, 0);
    }
  });
}
