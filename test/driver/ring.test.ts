// A guest that writes garbage into the shared control window harms only itself: another guest of the same run
// continues.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { root } from '../../src/util/paths.js';
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

test('a guest that releases the lock on its device has lost it, with a message', async (t) => {
  t.timeout(300_000);
  const { stdout, stderr, exitCode } = await run([compileVandal(t), 'unlock', '1']);
  t.is(String(stdout), 'lost');
  t.regex(String(stderr), /has released the lock on its device: device lost for this guest/);
  t.is(exitCode, 0);
});

test('200,000 packets of unknown programs are a few lines', async (t) => {
  t.timeout(300_000);
  const { stdout, stderr, exitCode } = await run([compileVandal(t), 'unknown', '1']);
  const lines = String(stderr).split('\n');
  t.is(String(stdout), 'done');
  t.true(lines.length < 40, `${lines.length} lines`);
  t.regex(lines[0]!, /packet names kernel 0 of program 1000000, which is not loaded/);
  t.regex(String(stderr), /repeated 200000 times/);
  t.is(exitCode, 0);
});

test('the text of a fault is that of the packet that has failed, and of no other one', async (t) => {
  const { stdout } = await run([compileVandal(t), 'text', '1']);
  t.deepEqual(String(stdout).split('\n'), [
    'failed: packet names kernel 0 of program 77, which is not loaded',
    'again: ',
    'again: ',
    'another packet: ',
  ]);
});

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
