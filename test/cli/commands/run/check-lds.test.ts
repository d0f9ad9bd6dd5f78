// `atoll run --check-lds`: accesses beyond a kernel's local memory are named, and change nothing.

import test from 'ava';
import { compile, kernelProgram, run } from '../../atoll.js';

/**
 * The argument has 100 bytes, of which hardware makes 256: place 25 is behind the end, place 63 is the last that
 * exists.
 */
const KERNEL = `kernel void k(global int* p, local int* a) { int i = get_local_id(0); a[i] = i; if (i < 63) a[i + 1] = i + 1;
  barrier(CLK_LOCAL_MEM_FENCE); p[i] = a[i]; }`;
const ARGUMENT = 'clSetKernelArg(kernel, 0, sizeof buffer, &buffer);';
const PROGRAM = kernelProgram(KERNEL).replace(ARGUMENT, `${ARGUMENT} clSetKernelArg(kernel, 1, 100, nullptr);`);
const GOOD = 'build 0\nenqueue 0\nwait 0 execution 0\nread 0 value 1';

test('accesses beyond the local memory are reported once for each instruction', async (t) => {
  const guest = compile(t, PROGRAM);
  const plain = await run([guest]);
  t.is(plain.stdout, GOOD);
  t.notRegex(String(plain.stderr), /local memory/);
  for (const engine of ['interp', 'oracle']) {
    const { stdout, stderr } = await run([guest], ['--check-lds', '--engine', engine]);
    t.is(stdout, GOOD);
    const lines = String(stderr)
      .split('\n')
      .filter((line) => line.includes('local memory'));
    t.true(lines.length >= 2 && lines.length <= 3, String(stderr));
    t.true(
      lines.some((line) =>
        /^atoll: kernel k at \+0x\w+: 'ds_write\w+ .*' .* has 100 bytes; within the 256 .* lane 63$/.test(line),
      ),
      String(stderr),
    );
  }
  const refused = await run([guest], ['--check-lds', '--engine', 'jit']);
  t.is(refused.exitCode, 64);
});

test('--check-lds reports accesses that the hardware drops', async (t) => {
  const guest = compile(t, PROGRAM.replace('a[i + 1]', 'a[i + 64]').replace('i < 63', 'i < 64'));
  const { stderr } = await run([guest], ['--check-lds']);
  t.regex(
    String(stderr),
    /has 100 bytes; beyond the 256 that the hardware allocates: nothing is written; .* lane 63$/m,
  );
});
