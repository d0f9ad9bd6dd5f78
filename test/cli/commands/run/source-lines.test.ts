// With -g, all output about instructions names their source: traces and the check of local memory.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { compile, kernelProgram, run, scratchFolder } from '../../atoll.js';

const KERNEL = `static int twice(int x) {
  return x * x;
}
kernel void k(global int* p, local int* a) {
  int i = get_local_id(0);
  a[i + 64] = twice(i);
  p[i] = 40 + 2 * a[i];
}`;
const ARGUMENT = 'clSetKernelArg(kernel, 0, sizeof buffer, &buffer);';
const PROGRAM = kernelProgram(KERNEL).replace(ARGUMENT, `${ARGUMENT} clSetKernelArg(kernel, 1, 256, nullptr);`);

test('traces name the place whenever it changes, with calls that were inlined', async (t) => {
  const file = join(scratchFolder(t), 'trace');
  const guest = compile(t, PROGRAM);
  await run([guest], ['-g', '--trace-isa', file]);
  const lines = readFileSync(file, 'utf8').split('\n');
  const places = lines.filter((line) => line.startsWith('# program.cl'));
  t.true(places.includes('# program.cl:2:12 in twice, inlined at program.cl:6:15 in k'), places.join('\n'));
  t.true(places.some((line) => /^# program\.cl:7:\d+ in k$/.test(line)));
  t.true(places.every((line, i) => line !== places[i - 1]));
  const multiply = lines.findIndex((line) => /v_mul_/.test(line));
  t.is(lines[multiply - 1], '# program.cl:2:12 in twice, inlined at program.cl:6:15 in k');
  await run([guest], ['--trace-isa', file]);
  t.notRegex(readFileSync(file, 'utf8'), /program\.cl|no source line/);
});

test('the check of local memory names the line', async (t) => {
  const guest = compile(t, PROGRAM);
  const { stderr } = await run([guest], ['-g', '--check-lds']);
  t.regex(String(stderr), /local memory at .* lane \d+; program\.cl:6:13 in k$/m);
});
