// The same launch on two devices: what is equal passes, and code that does something else on one of them is found.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { binaries, build } from '../benchmarks/programs.js';
import { atoll, compile, kernelProgram, run, scratchFolder } from '../cli/atoll.js';

const PAIR = ['--lockstep', 'jit,opencl:pocl'];

/** One element is another one in code for the simulated chip: to who compares results, that is a miscompilation. */
const PLANTED = `__kernel void k(__global int* out) {
  int i = get_global_id(0);
  out[i] = 3 * i;
#ifdef __AMDGCN__
  if (i == 37) out[i] += 1;
#endif
}`;

test.before('make builds the programs', async (t) => {
  t.timeout(600_000);
  await build(['DwtHaar1D', 'MatrixMultiplication', 'SimpleImage']);
});

test.serial('a planted miscompilation stops the run, is named, and is recorded', async (t) => {
  const cwd = scratchFolder(t);
  const { stdout, stderr } = await run([compile(t, kernelProgram(PLANTED))], PAIR, { cwd });
  t.regex(
    String(stderr),
    /kernel k: the devices differ in argument 0 'out' at index 37: 112 here, 111 on the board\n\s+recorded: atoll replay (\S+)/,
  );
  t.notRegex(String(stdout), /wait 0 execution 0/);
  const file = /atoll replay (\S+)/.exec(String(stderr))![1]!;
  t.true(existsSync(file));
  const replayed = await atoll(['replay', file]);
  t.is(replayed.exitCode, 0, String(replayed.stderr));
});

test.serial('atoll verify goes on, and says how many launches differ', async (t) => {
  const cwd = scratchFolder(t);
  const { exitCode, stdout, stderr } = await atoll(['verify', ...PAIR, '--', compile(t, kernelProgram(PLANTED))], {
    cwd,
  });
  t.is(exitCode, 1);
  t.regex(String(stdout), /wait 0 execution 0/);
  t.regex(String(stderr), /at index 37: 112 here, 111 on the board/);
  t.regex(String(stderr), /│ k +│ +1 │ +0 │ +1 │ +0 │ +0 │/);
});

for (const name of ['DwtHaar1D', 'MatrixMultiplication', 'SimpleImage'])
  test.serial(`${name} is the same on both devices, within the tolerance`, async (t) => {
    const argv = [join(binaries, name), '-verify', '-q'];
    const { exitCode, stdout, stderr } = await atoll(['verify', ...PAIR, '--', ...argv]);
    t.is(exitCode, 0, String(stderr));
    t.regex(String(stdout), /Passed!/);
    t.regex(String(stderr), /largest ulp/);
    for (const [, launches, equal] of String(stderr).matchAll(/│ \w+ +│ +(\d+) │ +(\d+) │ +0 │ +0 │ +\d+ │/g))
      t.is(equal, launches);
  });

test.serial('a tolerance that is none, or two boards, are refused', async (t) => {
  const wrong = await run(['true'], [...PAIR, '--tolerance', 'much']);
  t.regex(String(wrong.stderr), /'much' is none\n.*ulp:N/);
  const two = await run(['true'], ['--lockstep', 'opencl,opencl:pocl']);
  t.regex(String(two.stderr), /compares an engine with one other OpenCL/);
});
