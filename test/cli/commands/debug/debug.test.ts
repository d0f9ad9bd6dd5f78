// The debugger on a program with source lines: a scripted session for each command, and its messages when a kernel has
// none.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { atoll, compile, kernelProgram, run, scratchFolder } from '../../atoll.js';

const KERNEL = `static int square(int x) {
  int y = x * x;
  return y + 1;
}
kernel void k(global int* p, local int* a, int n) {
  int i = get_local_id(0);
  a[i] = square(i + n);
  barrier(CLK_LOCAL_MEM_FENCE);
  p[get_global_id(0)] = a[63 - i] + 37;
}`;
const ARGUMENT = 'clSetKernelArg(kernel, 0, sizeof buffer, &buffer);';
const MORE = `${ARGUMENT} clSetKernelArg(kernel, 1, 256, nullptr); int n = 2; clSetKernelArg(kernel, 2, sizeof n, &n);`;
const PROGRAM = kernelProgram(KERNEL, 128)
  .replace(ARGUMENT, MORE)
  .replace('nullptr, &global, nullptr', 'nullptr, &global, new size_t(64)');

interface Session {
  readonly stdout: string;
  readonly stderr: string;
  /** Output of a command, without the prompt behind it. */
  readonly outputOf: (command: string) => string;
}

async function debug(
  t: ExecutionContext,
  places: string,
  commands: readonly string[],
  flags: readonly string[] = ['-g'],
): Promise<Session> {
  const file = join(scratchFolder(t), 'commands');
  writeFileSync(file, commands.map((line) => `${line}\n`).join(''));
  const guest = compile(t, PROGRAM);
  const result = await run([guest], ['--break', places, '--break-commands', file, ...flags]);
  const stderr = String(result.stderr);
  const outputOf = (command: string): string => stderr.split(`(atoll) ${command}\n`)[1]?.split('(atoll)')[0] ?? '';
  return { stdout: String(result.stdout), stderr, outputOf };
}

const GOOD = /^build 0\nenqueue 0\nwait 0 execution 0\nread 0 value \d+/;

test('breakpoints at lines, the stack of inlined functions, source, arguments', async (t) => {
  const { stdout, stderr, outputOf } = await debug(t, 'program.cl:2', [
    'bt',
    'source 3',
    'args',
    'p n',
    'p p[3]',
    'delete',
    'c',
  ]);
  t.regex(
    stderr,
    /breakpoint 1 {2}program\.cl:2, 1 hit\nprogram\.cl:2:13 in square, inlined at program\.cl:7:10 in k\n2\t {2}int y = x \* x;\n/,
  );
  t.regex(outputOf('bt'), /^#0 {2}square at program\.cl:2:13\n#1 {2}k at program\.cl:7:10 \(inlined call\)\n/);
  t.is(
    outputOf('source 3'),
    'program.cl:2:13\n      1  static int square(int x) {\n=>    2    int y = x * x;\n      3    return y + 1;\n',
  );
  t.regex(outputOf('args'), /^0 {2}int\* p: 512 bytes at 0x[0-9a-f]{8}\n1 {2}int\* a: LDS from 0 on\n2 {2}int n = 2\n/);
  t.is(outputOf('p n'), 'n = 2\n');
  t.is(outputOf('p p[3]'), 'p[3] = 0\n');
  t.regex(stdout, GOOD);
});

test('step goes from line to line, next over inlined functions, finish out of them', async (t) => {
  const lines = await debug(t, 'program.cl:2', ['delete', 'finish', 'finish', 'c']);
  t.regex(lines.outputOf('finish'), /^kernel k.*\nprogram\.cl:\d+:\d+ in k\n/);
  t.regex(lines.stderr, /\(atoll\) finish\nno call was inlined here\n/);
  const places = async (command: string): Promise<string[]> => {
    const { stderr } = await debug(t, 'k', ['delete', ...Array(12).fill(command), 'c']);
    return [...stderr.matchAll(/^program\.cl:(\d+)(?::\d+)? in (\w+)/gm)].map(([, line, name]) => `${name} ${line}`);
  };
  const [step, next] = [await places('step'), await places('next')];
  t.true(step.includes('square 2') && step.includes('k 9'), step.join());
  t.true(
    step.every((place, i) => place !== step[i - 1]),
    step.join(),
  );
  t.true(next.includes('k 9') && !next.slice(1).some((place) => place.startsWith('square')), next.join());
});

test('barrier, group and other', async (t) => {
  const { outputOf } = await debug(t, 'k', ['barrier', 'wavefront', 'group', 'other', 'c']);
  t.regex(outputOf('wavefront'), /1 barriers passed/);
  t.regex(outputOf('group'), /work-group 1 \(1, 0, 0\)/);
});

test('watched elements, LDS words, and conditions over lanes', async (t) => {
  const watched = await debug(t, 'k', ['delete', 'watch p[70]', 'c', 'p p[70]', 'c']);
  t.regex(watched.stderr, /watchpoint 2 {2}p\[70\]: store by lane 6 at 0x[0-9a-f]{8}/);
  t.is(watched.outputOf('p p[70]'), `p[70] = ${(63 - 6 + 2) ** 2 + 1 + 37}\n`);
  const lds = await debug(t, 'k', ['delete', 'rwatch a[63]', 'watch lds 8', 'breakpoints', 'c', 'c', 'delete', 'c']);
  t.regex(
    lds.outputOf('breakpoints'),
    /^2 {2}read a\[63\], 4 bytes of LDS at 0x000000fc, 0 hits\n3 {2}write lds 8, 4 bytes of LDS at 0x00000008, 0 hits\n/,
  );
  t.regex(
    lds.stderr,
    /watchpoint 3 {2}lds 8: store by lane 2 at 0x00000008[\s\S]*watchpoint 2 {2}a\[63\]: load by lane 0 /,
  );
  const session = await debug(t, 'k', ['delete', 'break 9 if gid0 == 100 && n == 2', 'c', 'c']);
  t.regex(session.stderr, /breakpoint 2 {2}k:9, if gid0 == 100 && n == 2, 1 hit\n/);
  t.regex(session.stderr, /\(atoll\) c\nkernel k, work-group 1 \(1, 0, 0\)/);
});

test('going back: by instruction, by line, to a breakpoint, to the beginning; and on again', async (t) => {
  const commands = [
    'delete',
    'stepi 6',
    'p exec',
    'reverse-stepi 2',
    'reverse-stepi',
    'stepi 3',
    'restart',
    'barrier',
    'p a[5]',
    'reverse-step',
    'c',
  ];
  const { stdout, stderr, outputOf } = await debug(t, 'k', commands);
  const pcs = [...stderr.matchAll(/^=> 0x[0-9a-f]{8} \+(0x[0-9a-f]+)/gm)].map(([, offset]) => offset);
  const [start, six, four, three, again, restarted] = pcs;
  t.is(start, restarted);
  t.is(six, again);
  t.true(Number(three) < Number(four) && Number(four) < Number(six), pcs.join(' '));
  t.is(outputOf('p a[5]'), `a[5] = ${7 * 7 + 1}\n`);
  t.regex(outputOf('reverse-step'), /program\.cl:\d+/);
  t.regex(stdout, GOOD);
  const back = await debug(t, 'k:9', ['c', 'delete 1', 'break 7', 'reverse-continue', 'rc', 'delete', 'c']);
  t.regex(back.outputOf('reverse-continue'), /work-group 0 [^\n]*\n(.*\n)?program\.cl:7/);
  t.regex(back.outputOf('rc'), /work-group 0 .*\nthis is the beginning of the launch\n/);
  t.regex(back.stdout, GOOD);
});

test('a result is the same after going back, and another one when memory is changed', async (t) => {
  const plain = await debug(t, 'k', ['delete', 'c']);
  const back = await debug(t, 'program.cl:9', ['delete', 'restart', 'stepi 5', 'rsi 2', 'c']);
  t.is(back.stdout, plain.stdout);
  const changed = await debug(t, 'k', ['delete', 'barrier', 'set a[62] = 1000', 'c']);
  t.regex(changed.stdout, /value 1037/);
});

test('from a fault one can go back', async (t) => {
  const guest = compile(
    t,
    kernelProgram('kernel void k(global int* p) {\n  int i = get_global_id(0);\n  p[i * 1000000] = i;\n}'),
  );
  const file = join(scratchFolder(t), 'commands');
  writeFileSync(file, 'stepi\nreverse-stepi\np exec\nc\nc\n');
  const { stderr, stdout } = await run([guest], ['-g', '--break', 'other', '--break-commands', file]);
  t.regex(
    String(stderr),
    /\(atoll\) stepi\nthe kernel has faulted: continue reports the fault to the program, reverse-stepi goes back/,
  );
  t.regex(
    String(stderr),
    /\(atoll\) reverse-stepi\nkernel k[\s\S]*\(atoll\) p exec\nEXEC 0xffffffffffffffff[\s\S]*\(atoll\) c\n[\s\S]*GPU fault/,
  );
  t.regex(String(stdout), /wait -14/);
});

test('without source lines: a message, and steps by instruction', async (t) => {
  const { stderr, outputOf } = await debug(t, 'k,program.cl:7', ['source', 'break 7', 'step', 'c'], []);
  t.regex(
    stderr,
    /kernel k has no source lines \(build it with -g, or run with atoll run -g\): breakpoint 2 {2}program\.cl:7/,
  );
  t.notRegex(stderr, /no such kernel/);
  t.is(outputOf('source'), 'the kernel was built without -g: no lines\n');
  t.regex(outputOf('break 7'), /built without -g/);
  t.regex(outputOf('step'), /^( {3}.*\n)*=> 0x[0-9a-f]{8} \+0x[48] /);
});

test('atoll debug builds with -g and stops at the first kernel', async (t) => {
  const file = join(scratchFolder(t), 'commands');
  writeFileSync(file, 'bt\ndelete\nc\n');
  const { stdout, stderr } = await atoll(['debug', '--break-commands', file, '--', compile(t, PROGRAM)]);
  t.regex(String(stderr), /breakpoint 1 {2}\*, 1 hit\n[\s\S]*\(atoll\) bt\n#0 {2}k at program\.cl:\d+/);
  t.regex(String(stdout), GOOD);
});

test('mistakes at the prompt are reported and have no effect', async (t) => {
  const mistakes: readonly (readonly [string, RegExp])[] = [
    ['break error:clNothing', /'clNothing' is neither a call nor an error of OpenCL/],
    ['break error clCreateBufer', /did you mean clCreateBuffer/],
    ['break 9 if', /the condition after if is missing/],
    ['break 9 nonsense', /is neither group n nor wave n/],
    ['watch p[0..500]', /p has 128 elements/],
    ['watch p[3..1]', /the first index must not exceed the last/],
    ['watch 0x10 4 5', /watch needs an element/],
    ['watch 0x10', /4 bytes at 0x00000010 are not all allocated/],
    ['watch lds 99999', /the work-group has 256 bytes of LDS/],
    ['delete 99', /there is no breakpoint 99/],
    ['ignore', /ignore needs a breakpoint/],
    ['continue 3', /continue: '3' is unexpected; write continue/],
    ['stepi 3 4', /stepi: '4' is unexpected; write stepi \[n\]/],
    ['restart now', /restart: 'now' is unexpected/],
    ['info breakpoints x', /breakpoints: 'x' is unexpected/],
    ['memory s[0:1] 99999999', /bytes are too many: at most 65536 are shown/],
    ['display nobody', /'nobody' is not a variable here/],
    ['help nothing', /there is no command 'nothing'/],
  ];
  const remarks: readonly (readonly [string, RegExp])[] = [
    ['break k:999', /^breakpoint 2 at k:999; k has no code for that line\n/],
    ['break 9 group 7', /^breakpoint 3 at k:9; this launch has work-groups 0 to 1\n/],
    ['break kk', /^breakpoint 4 at kk; did you mean k\?\n/],
    ['delete 2 3 4', /^$/],
    ['watch p', /^watchpoint 5 {2}write p, 512 bytes at/],
    ['delete 5', /^$/],
    ['bl', /^1 {2}k, 1 hit\n$/],
    ['display', /^$/],
    ['help step', /^step \[n\].*\n$/],
  ];
  const all = [...mistakes, ...remarks];
  const { outputOf, stdout } = await debug(t, 'k', [...all.map(([command]) => command), 'c']);
  for (const [command, answer] of all) t.regex(outputOf(command), answer, command);
  t.regex(stdout, GOOD);
});
