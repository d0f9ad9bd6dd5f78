// Words of gdb at the prompt, and arguments of the kernel that the compiler has left out: buffers of structures by their fields.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { compile, kernelProgram, run, scratchFolder } from './atoll.js';

const KERNEL = `typedef struct { int a; float b; } S;
kernel void k(global S* q, int n) {
  int i = get_global_id(0);
  S s = q[i & 31];
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (i < 32) {
    q[i].a = s.a + i * n;
    q[i].b = s.b + 0.5f;
  }
}`;
const ARGUMENT = 'clSetKernelArg(kernel, 0, sizeof buffer, &buffer);';
const PROGRAM = kernelProgram(KERNEL).replace(
  ARGUMENT,
  `${ARGUMENT} int n = 3; clSetKernelArg(kernel, 1, sizeof n, &n);`,
);
/** Built once for all tests of this file. */
const ended: (() => void)[] = [];
const GUEST = compile({ teardown: (fn: () => void) => ended.push(fn) }, PROGRAM);
test.after.always(() => {
  for (const end of ended) end();
});
const LAUNCHED = String.raw`  \(as the launch gave it\)\n`;

async function debug(t: ExecutionContext, place: string, commands: readonly string[]) {
  const file = join(scratchFolder(t), 'commands');
  writeFileSync(file, commands.map((line) => `${line}\n`).join(''));
  const flags = ['--debug-variables', '--break', place, '--break-commands', file];
  const { stdout, stderr } = await run([GUEST], flags);
  const said = (command: string): string => String(stderr).split(`(atoll) ${command}\n`)[1]?.split('(atoll)')[0] ?? '';
  return { stdout: String(stdout), said };
}

test('arguments that no register holds any more have what the launch gave; structures behind them are read, watched and changed', async (t) => {
  const commands = [
    'watch q[4].a',
    'watch s.a',
    'delete 1',
    'c',
    'p n',
    'p q',
    'p q[4]',
    'p q[4].a',
    'set n = 9',
    'set q[4].a = 77',
  ];
  const { stdout, said } = await debug(t, 'program.cl:5', [...commands, 'p q->b', 'c']);
  t.regex(said('watch q[4].a'), /^watchpoint 2 {2}write q\[4\]\.a, 4 bytes at 0x[0-9a-f]{8}, 0 hits\n$/);
  t.regex(said('watch s.a'), /^s\.a is in no memory that work-items share\n$/);
  t.regex(said('c'), /watchpoint 2 {2}q\[4\]\.a: store by lane 4 at/);
  t.is(said('p q[4].a'), 'q[4].a = 12\n');
  t.regex(said('p q[4]'), /^q\[4\] = \{a = 12, b = 0\.[05]\}\n$/);
  t.is(said('set q[4].a = 77'), 'q[4].a = 77\n');
  t.regex(said('p q->b'), /^q->b = 0\.[05]\n$/);
  t.regex(said('p n'), new RegExp(`^n = 3${LAUNCHED}$`));
  t.regex(said('p q'), new RegExp(`^q = 0x[0-9a-f]+${LAUNCHED}$`));
  t.is(said('set n = 9'), 'n is optimized out\n');
  t.regex(stdout, /wait 0 execution 0/);
});

test('x with a format, info, thread, types as OpenCL C calls them', async (t) => {
  const commands = ['set v0[1] = 1.5f', 'print v0[1] float', 'set q[0].a = -2', 'set q[0].b = 1.5'];
  const memory = ['x/2xw s[4:5]', 'x/dw s[4:5]', 'x/2fw s[4:5]', 'x/2q s[4:5]', 'lds 0 1 float'];
  const infos = [
    'info breakpoints',
    'i r',
    'info threads',
    'thread 0',
    'info frame',
    'info locals',
    'info nonsense',
    'p/x n',
  ];
  const { stdout, said } = await debug(t, 'k', [...commands, 'args', ...memory, ...infos, 'c']);
  t.is(said('print v0[1] float'), 'v0[1] = 1.5\n');
  const address = /at (0x[0-9a-f]+)/.exec(said('args'))![1]!;
  const { said: second } = await debug(t, 'k', [
    'set q[0].a = -2',
    'set q[0].b = 1.5',
    `x/2xw ${address}`,
    `x/dw ${address}`,
    `x/2fw ${address}`,
    'c',
  ]);
  t.is(second(`x/2xw ${address}`), `${address}  0xfffffffe  0x3fc00000\n`);
  t.is(second(`x/dw ${address}`), `${address}  -2\n`);
  t.regex(second(`x/2fw ${address}`), / {2}1\.5\n$/);
  t.regex(said('x/2q s[4:5]'), /'\/2q' is not known here/);
  t.regex(said('info breakpoints'), /^1 {2}k, 1 hit\n$/);
  t.regex(said('i r'), /^s0=0x[\s\S]*EXEC/);
  t.is(said('info threads'), said('thread 0'));
  t.regex(said('info frame'), /^#0 {2}k at program\.cl:\d+/);
  t.regex(said('info nonsense'), /^info takes locals, args, breakpoints/);
  t.regex(said('p/x n'), /^n = 0x3 /);
  t.regex(stdout, /wait 0 execution 0/);
});
