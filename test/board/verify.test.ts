// The same launch on two devices: equal results pass, and code that does something else on one of them is found.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { parseRunReport } from '../../src/report/run-report.js';
import { binaries, build } from '../benchmarks/programs.js';
import { atoll, compile, kernelProgram, run, scratchFolder } from '../cli/atoll.js';

const PAIR = ['--lockstep', 'jit,opencl:pocl'];

/** One element is another one in code for the simulated chip: a comparison of results shows it as a miscompilation. */
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

test.serial(
  'atoll verify goes on, and says how many launches differ, and how long they take on either side',
  async (t) => {
    const cwd = scratchFolder(t);
    const watched = ['--timing', '--report-json', 'r.json', '--report', 'r.html'];
    const guest = compile(t, kernelProgram(PLANTED));
    const { exitCode, stdout, stderr } = await atoll(['verify', ...PAIR, ...watched, '--', guest], { cwd });
    t.is(exitCode, 1);
    t.regex(String(stdout), /wait 0 execution 0/);
    t.regex(String(stderr), /at index 37: 112 here, 111 on the board/);
    t.regex(String(stderr), /│ k +│ +1 │ +0 │ +1 │ +0 │ +0 │/);

    // The timing model on this side, the clock of the device on the other.
    t.regex(String(stderr), /simulated and measured times:/);
    const [file, page] = ['r.json', 'r.html'].map((name) => join(cwd, name));
    const { agreement, launches } = parseRunReport(readFileSync(file!, 'utf8'), file!);
    const { measuredSeconds, simulatedSeconds } = launches[0]!;
    t.true(measuredSeconds! > 0 && simulatedSeconds! > 0);
    t.like(agreement, {
      correlation: null,
      kernels: [{ kernel: 'k', launches: 1, measuredSeconds, simulatedSeconds }],
    });
    t.regex(readFileSync(page!, 'utf8'), /<h2 id="agreement">Simulated and measured time<\/h2>/);
  },
);

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

test.serial('a program whose launches are not compared is no success', async (t) => {
  const { exitCode, stderr } = await atoll(['verify', ...PAIR, '--', 'true']);
  t.is(exitCode, 1);
  t.regex(String(stderr), /no kernel was launched: nothing was compared/);
});

test.serial('a tolerance that is none, or two boards, are refused', async (t) => {
  const wrong = await run(['true'], [...PAIR, '--tolerance', 'much']);
  t.regex(String(wrong.stderr), /'much' is none\n.*ulp:N/);
  const two = await run(['true'], ['--lockstep', 'opencl,opencl:pocl']);
  t.regex(String(two.stderr), /compares an engine with one other OpenCL/);
});
