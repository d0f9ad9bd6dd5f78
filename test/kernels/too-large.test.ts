// Kernels that are too much for clang: the engine `native` reports it at once, and has the JIT execute them.

import test from 'ava';
import { compile, kernelProgram, run, scratchFolder } from '../cli/atoll.js';

/** Each line accesses private memory six times, at places that are known only when it runs. */
const LINES = Array.from(
  { length: 60 },
  (_, j) =>
    `a[(i * ${j} + b[${j}]) & 63] += b[a[(i + ${j}) & 63] & 63] * ${j}; b[(a[${j}] + i) & 63] ^= a[b[(i ^ ${j}) & 63] & 63];`,
);
const KERNEL = `kernel void k(global int* out) {
  int i = get_global_id(0), a[64], b[64], sum = 0;
  for (int j = 0; j < 64; j++) { a[j] = out[(i + j) & 63]; b[j] = j; }
  ${LINES.join('\n  ')}
  for (int j = 0; j < 64; j++) sum += a[j] ^ b[j];
  out[i] = sum;
}`;

test('a kernel full of private memory is executed by another engine, with the reason', async (t) => {
  const program = compile(t, kernelProgram(KERNEL));
  const flags = ['--cache-dir', scratchFolder(t)];
  const expected = await run([program], flags);
  t.regex(String(expected.stdout), /read 0 value/);
  const { exitCode, stdout, stderr } = await run([program], [...flags, '--engine', 'native']);
  t.is(exitCode, 0, String(stderr));
  t.is(stdout, expected.stdout);
  t.regex(
    String(stderr),
    /^atoll: a kernel is too large .* bytes of LLVM IR, the limit is .*: the engine jit executes it$/,
  );
});
