// Words of gdb at the prompt, and arguments of the kernel that the compiler has left out: buffers of structures by
// their fields.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { compile, kernelProgram, run, scratchFolder } from '../../atoll.js';

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
const LAUNCHED = String.raw`  \(value at the launch\)\n`;

async function debug(t: ExecutionContext, place: string, commands: readonly string[]) {
  const file = join(scratchFolder(t), 'commands');
  writeFileSync(file, commands.map((line) => `${line}\n`).join(''));
  const flags = ['--debug-variables', '--break', place, '--break-commands', file];
  const { stdout, stderr } = await run([GUEST], flags);
  const outputOf = (command: string): string =>
    String(stderr).split(`(atoll) ${command}\n`)[1]?.split('(atoll)')[0] ?? '';
  return { stdout: String(stdout), outputOf };
}

test('arguments without a register have the values of the launch; structures behind them are read, watched and changed', async (t) => {
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
  const { stdout, outputOf } = await debug(t, 'program.cl:5', [...commands, 'p q->b', 'c']);
  t.regex(outputOf('watch q[4].a'), /^watchpoint 2 {2}write q\[4\]\.a, 4 bytes at 0x[0-9a-f]{8}, 0 hits\n$/);
  t.regex(outputOf('watch s.a'), /^s\.a is not in memory that work-items share\n$/);
  t.regex(outputOf('c'), /watchpoint 2 {2}q\[4\]\.a: store by lane 4 at/);
  t.is(outputOf('p q[4].a'), 'q[4].a = 12\n');
  t.regex(outputOf('p q[4]'), /^q\[4\] = \{a = 12, b = 0\.[05]\}\n$/);
  t.is(outputOf('set q[4].a = 77'), 'q[4].a = 77\n');
  t.regex(outputOf('p q->b'), /^q->b = 0\.[05]\n$/);
  t.regex(outputOf('p n'), new RegExp(`^n = 3${LAUNCHED}$`));
  t.regex(outputOf('p q'), new RegExp(`^q = 0x[0-9a-f]+${LAUNCHED}$`));
  t.is(outputOf('set n = 9'), 'n is optimized out\n');
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
  const { stdout, outputOf } = await debug(t, 'k', [...commands, 'args', ...memory, ...infos, 'c']);
  t.is(outputOf('print v0[1] float'), 'v0[1] = 1.5\n');
  const address = /at (0x[0-9a-f]+)/.exec(outputOf('args'))![1]!;
  const { outputOf: second } = await debug(t, 'k', [
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
  t.regex(outputOf('x/2q s[4:5]'), /'\/2q' is not supported/);
  t.regex(outputOf('info breakpoints'), /^1 {2}k, 1 hit\n$/);
  t.regex(outputOf('i r'), /^s0=0x[\s\S]*EXEC/);
  t.is(outputOf('info threads'), outputOf('thread 0'));
  t.regex(outputOf('info frame'), /^#0 {2}k at program\.cl:\d+/);
  t.regex(outputOf('info nonsense'), /^info needs one of locals, args, breakpoints/);
  t.regex(outputOf('p/x n'), /^n = 0x3 /);
  t.regex(stdout, /wait 0 execution 0/);
});

test('lines of the program, code, and memory behind a named argument', async (t) => {
  const commands = [
    'list',
    'list k:3 1',
    'l 99',
    'list +0x0 1',
    'disas program.cl:5 1',
    'x/2i $pc',
    'x/2d q',
    'x/1x q+4',
  ];
  const { outputOf } = await debug(t, 'program.cl:5', [...commands, 'x/1q q', 'p missing', 'delete', 'c']);
  t.regex(outputOf('list'), /^ {6}1 {2}typedef struct .*\n(?:.*\n){3}=> {4}5 {4}barrier\(CLK_GLOBAL_MEM_FENCE\);\n/);
  t.is(outputOf('list k:3 1'), '      3    int i = get_global_id(0);\n');
  t.is(outputOf('l 99'), 'line 99 of program.cl is unknown\n');
  t.regex(outputOf('list +0x0 1'), /^ {3}0x[0-9a-f]{8} \+0x0 /);
  t.regex(outputOf('disas program.cl:5 1'), /^(?:.*\n)?=> 0x/);
  t.regex(outputOf('x/2i $pc'), /^=> 0x[^\n]*\n {3}0x[^\n]*\n$/);
  t.regex(outputOf('x/2d q'), /^0x[0-9a-f]{8} {2}.*\d\n$/);
  t.regex(outputOf('x/1x q+4'), /^0x[0-9a-f]{7}4 /);
  t.regex(outputOf('x/1q q'), /^'\/1q' is not supported/);
  t.is(outputOf('p missing'), "'missing' is not a register, argument or variable here\n");
});
