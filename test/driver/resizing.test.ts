// A guest that changes the size of its device's file harms only itself: pages that are not there would end the
// simulator.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import test from 'ava';
import { root } from '../../src/util/paths.js';
import { compile, kernelProgram, run, scratchFolder } from '../cli/atoll.js';

const GOOD = 'kernel void k(global int* p) { p[get_global_id(0)] = 40 + 2 * (int)get_global_id(0); }';
const OPENS = process.env['ATOLL_LONG'] ? 20_000 : 300;

for (const backend of ['notify', 'trace']) {
  test(`a thread that resizes all files of its program, with the back end ${backend}`, async (t) => {
    t.timeout(300_000);
    const program = join(scratchFolder(t), 'resizing');
    const source = join(root, 'test/driver/resizing-guest.cc');
    execFileSync('g++', [
      '-std=c++17',
      '-O1',
      '-w',
      '-pthread',
      `-I${join(root, 'runtime/generated')}`,
      source,
      '-o',
      program,
    ]);
    const good = compile(t, kernelProgram(GOOD));
    const script = `"$0" ${OPENS}; echo "status $?"; "$1"`;
    const { stdout, stderr, exitCode } = await run(['sh', '-c', script, program, good], ['--backend', backend]);
    t.regex(
      String(stdout),
      /^(never )?refused (never )?answered\nstatus 0\nbuild 0\n(.*\n)*.*value 42$/,
      String(stderr),
    );
    t.is(exitCode, 0);
    t.notRegex(String(stderr), /defect|has ended unexpectedly/);
  });
}
