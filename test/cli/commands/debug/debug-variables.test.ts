// Variables of the source in a real program: by name, by lane, in private memory and in structures; at the prompt and
// in an editor. Each value is known from the kernel's own arithmetic, and the program gives the same result as without.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { compile, kernelProgram, run, scratchFolder } from '../../atoll.js';
import { Editor } from './editor.js';

const KERNEL = `typedef struct { int a; float b[3]; } S;
__attribute__((noinline)) int twice(int *p, int n) {
  return p[n & 7] * 2;
}
kernel void k(global int* p) {
  int id = get_global_id(0);
  int cube = id * id * id + p[id];
  int table[8];
  for (int i = 0; i < 8; i++)
    table[(i + p[0]) & 7] = cube + i;
  S s;
  s.a = cube - 1; s.b[0] = id; s.b[1] = id * 0.5f; s.b[2] = p[1];
  float4 v = (float4)(id, s.b[1], s.b[2], 4.0f);
  p[id] = twice(table, id) + cube;
  if (id & 1)
    p[id] += twice(table, 1) + (int)(v.y + v.w) + id + s.a;
}`;

const PROGRAM = kernelProgram(KERNEL);
/** Built once for all tests of this file. */
const ended: (() => void)[] = [];
const GUEST = compile({ teardown: (fn: () => void) => ended.push(fn) }, PROGRAM);
test.after.always(() => {
  for (const end of ended) end();
});
/** Output without a debugger. */
const plainly = run([GUEST]);
const FLAGS = ['--debug-variables'];

interface Session {
  readonly stdout: string;
  readonly stderr: string;
  readonly outputOf: (command: string) => string;
}

async function debug(t: ExecutionContext, commands: readonly string[], flags = FLAGS): Promise<Session> {
  const file = join(scratchFolder(t), 'commands');
  writeFileSync(file, commands.map((line) => `${line}\n`).join(''));
  const { stdout, stderr } = await run([GUEST], ['--break', 'program.cl:3', '--break-commands', file, ...flags]);
  const text = String(stderr);
  const outputOf = (command: string): string => text.split(`(atoll) ${command}\n`)[1]?.split('(atoll)')[0] ?? '';
  return { stdout: String(stdout), stderr: text, outputOf };
}

test('variables by name and by lane, in private memory and in registers; the program continues as without', async (t) => {
  const inside = [
    'p n @7',
    'p p[2] @7',
    'p *p @3',
    'info args',
    'display n @2',
    'delete 1',
    'break program.cl:16',
    'c',
  ];
  const behind = [
    'p id @lanes',
    'p id',
    'lane 9',
    'p table[0]',
    'p table @7',
    'p table[9]',
    'p s',
    'p id @4',
    'info locals',
  ];
  const { stdout, outputOf } = await debug(t, [...inside, ...behind, 'delete', 'undisplay', 'c']);
  t.is(outputOf('p n @7'), 'n = 7\n');
  // A pointer into private memory: table[2] of lane 7 is 7 * 7 * 7 + 2.
  t.is(outputOf('p p[2] @7'), 'p[2] = 345\n');
  t.is(outputOf('p *p @3'), '*p = 27\n');
  t.regex(outputOf('info args'), /^p = private 0x[0-9a-f]+\nn = 0\n$/);
  t.is(outputOf('display n @2'), '1: n = 2\n');
  const odd = Array.from({ length: 32 }, (_, i) => `[${2 * i + 1}] ${2 * i + 1}`).join(' ');
  t.is(outputOf('p id @lanes').replace(/\s+/g, ' ').trim(), `id = ${odd}`);
  // The first lane that is switched on.
  t.is(outputOf('p id'), 'id = 1\n');
  t.is(outputOf('lane 9'), 'lane 9\n');
  t.is(outputOf('p table[0]'), 'table[0] = 729\n');
  t.is(outputOf('p table @7'), 'table = {343, 344, 345, 346, 347, 348, 349, 350}\n');
  t.regex(outputOf('p table[9]'), /table has 8 elements/);
  // Older compilers than 19 leave a way to compute s.a.
  t.regex(outputOf('p s'), /^s = (<optimized out>|\{a = 728, b = <optimized out>\})\n$/);
  t.is(outputOf('p id @4'), 'id = 4  (the lane is inactive)\n');
  t.regex(outputOf('info locals'), /^id = 9$/m);
  t.regex(outputOf('info locals'), /^table = \{729, 730, /m);
  t.regex(stdout, /^build 0\nenqueue 0\nwait 0 execution 0\n/);
  const plain = await plainly;
  t.is(stdout, String(plain.stdout));
});

/** The program's output for element 1. */
const elementOne = (stdout: string): number => Number(/value (-?\d+)/.exec(stdout)?.[1]);

test('variables are changed where they are, in a register and in private memory, and the program computes with it', async (t) => {
  const inside = ['set n @1 = 3', 'p n @1', 'p n @3', 'delete 1', 'break program.cl:16', 'c'];
  const behind = [
    'set variable table[1] @1 = 1000',
    'p table @1',
    'p table[1] @3',
    'set table @1 = 5',
    'set table[1] = 1.5',
    'set s.a = 1',
    'set variable nothing = 1',
    'set table[0] @lanes = -3',
    'p table[0] @lanes',
  ];
  const { stdout, outputOf } = await debug(t, [...inside, ...behind, 'delete', 'c']);
  t.is(outputOf('set n @1 = 3'), 'n = 3\n');
  t.is(outputOf('p n @1'), 'n = 3\n');
  t.is(outputOf('p n @3'), 'n = 3\n');
  t.is(outputOf('set variable table[1] @1 = 1000'), 'table[1] = 1000\n');
  t.is(outputOf('p table @1'), 'table = {1, 1000, 3, 4, 5, 6, 7, 8}\n');
  t.is(outputOf('p table[1] @3'), 'table[1] = 28\n');
  t.regex(outputOf('set table @1 = 5'), /table has members/);
  t.regex(outputOf('set table[1] = 1.5'), /'1\.5' is not a value of 32 bits/);
  t.regex(outputOf('set s.a = 1'), /s\.a is (optimized out|computed from other values)/);
  t.regex(outputOf('set variable nothing = 1'), /'nothing' is not a variable here/);
  const [cells = ''] = outputOf('p table[0] @lanes').split('\n');
  t.regex(cells, /^table\[0\] = \[1\] -3 {2}\[3\] -3 /);
  const plain = await plainly;
  // twice(table, 3) in place of twice(table, 1) the first time, and 1000 in place of 2 the second time.
  t.is(elementOne(stdout), elementOne(String(plain.stdout)) + 2 * (4 - 2) + 2 * (1000 - 2));
});

/** Of one size and alignment, of others, and in an order that is not that of their places. */
const LDS_KERNEL = `typedef struct { int a; float b[3]; } S;
kernel void k(global int* p) {
  local int later[4];
  local S s[4];
  local int before[4];
  local float4 tile[64];
  local char c;
  local int flag;
  local short odd[3];
  local int unused[7];
  int l = get_local_id(0);
  if (l == 0) { flag = p[0] + 7; c = p[1] + 3; }
  if (l < 3) odd[l] = p[l] + 40 + l;
  if (l < 4) { before[l] = p[l] + l; later[l] = p[l] + 100 + l; }
  tile[l] = (float4)(p[l] + l * 2, 1, 2, 3);
  s[l&3].a = p[l] + (l & 3); s[l&3].b[1] = 3.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  p[l] = tile[63-l].x + s[(l+1)&3].b[l&1] + s[l&3].a + flag + c + odd[(l&1)+1] + before[l&3] + later[(l+1)&3];
}`;

test('variables that a kernel declares in LDS have their places there, and can be changed', async (t) => {
  const folder = scratchFolder(t);
  const [file, program] = [join(folder, 'commands'), compile(t, kernelProgram(LDS_KERNEL))];
  const lines = [
    'p later',
    'p s',
    'p before',
    'p tile[63]',
    'p c',
    'p flag',
    'p odd',
    'p unused',
    'p/x later',
    'p/t flag',
    'p/x s[1].b[1]',
    'p &flag',
    'p &l',
    'p later[l + 1] @2',
    'p later[1..2]',
    'p tile[l].x @3',
    'p later[l] @lanes',
    'p/x p[0..1]',
    'p nothing',
    'p/q flag',
    'p $pc',
    'set flag = 1007',
    'c',
  ];
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  const words = ['--break', 'program.cl:18', '--break-commands', file, ...FLAGS];
  const { stdout, stderr } = await run([program], words);
  const outputOf = (command: string): string => String(stderr).split(`(atoll) ${command}\n`)[1]?.split('\n')[0] ?? '';
  t.is(outputOf('p later'), 'later = {100, 101, 102, 103}', String(stderr));
  t.is(outputOf('p s'), `s = {${[0, 1, 2, 3].map((a) => `{a = ${a}, b = {0.0, 3.0, 0.0}}`).join(', ')}}`);
  t.is(outputOf('p before'), 'before = {0, 1, 2, 3}');
  t.is(outputOf('p tile[63]'), 'tile[63] = (126.0, 1.0, 2.0, 3.0)');
  t.is(outputOf('p c'), 'c = 3');
  t.is(outputOf('p flag'), 'flag = 7');
  t.is(outputOf('p odd'), 'odd = {40, 41, 42}');
  t.is(outputOf('p unused'), 'unused = <optimized out>');
  t.is(outputOf('p/x later'), 'later = {0x64, 0x65, 0x66, 0x67}');
  t.is(outputOf('p/t flag'), 'flag = 111');
  t.is(outputOf('p/x s[1].b[1]'), 's[1].b[1] = 0x40400000');
  t.regex(outputOf('p &flag'), /^&flag = local 0x[0-9a-f]+$/);
  t.regex(outputOf('p &l'), /l is in a register, which has no address: v\d+\[0\]/);
  t.is(outputOf('p later[l + 1] @2'), 'later[l + 1] = 103');
  t.is(outputOf('p later[1..2]'), 'later[1..2] = {101, 102}');
  t.is(outputOf('p tile[l].x @3'), 'tile[l].x = 6.0');
  t.regex(outputOf('p later[l] @lanes'), /\[3\] 103 {2}\[4-63\] <later has 4 elements>/);
  t.is(outputOf('p/x p[0..1]'), 'p[0..] = 0x0  0x0');
  t.regex(outputOf('p nothing'), /'nothing' is not a register, argument or variable here/);
  t.regex(outputOf('p/q flag'), /'\/q' is not supported/);
  t.regex(outputOf('p $pc'), /^pc = 0x[0-9a-f]{8}$/);
  const plain = await run([program]);
  t.is(elementOne(String(stdout)), elementOne(String(plain.stdout)) + 1000);
});

test('without variables: info names the build option', async (t) => {
  const { outputOf } = await debug(t, ['info locals', 'delete', 'c'], ['-g']);
  t.regex(outputOf('info locals'), /--debug-variables/);
});

test('an editor shows variables as a scope, with their members', async (t) => {
  const editor = new Editor(t);
  await editor.begin({ program: GUEST, options: FLAGS });
  await editor.customRequest('setFunctionBreakpoints', { breakpoints: [{ name: 'k' }] });
  await editor.configurationDoneRequest();
  await editor.stopped();
  const command = (expression: string) => editor.evaluateRequest({ expression, context: 'repl' });
  await command('break program.cl:16');
  await command('continue');
  await editor.stopped();
  const [frame] = (await editor.stackTraceRequest({ threadId: 1 })).body.stackFrames;
  const { scopes } = (await editor.scopesRequest({ frameId: frame!.id })).body;
  const { variablesReference } = scopes.find(({ name }) => name === 'Locals')!;
  const { variables } = (await editor.variablesRequest({ variablesReference })).body;
  t.like(
    variables.find(({ name }) => name === 'id'),
    { value: '1', evaluateName: 'id' },
  );
  const table = variables.find(({ name }) => name === 'table')!;
  const elements = (await editor.variablesRequest({ variablesReference: table.variablesReference })).body.variables;
  t.deepEqual(
    elements.map(({ name, value }) => [name, value]),
    Array.from({ length: 8 }, (_, i) => [`[${i}]`, String(1 + i)]),
  );
  const watch = await editor.evaluateRequest({ expression: 'table[3] @3', frameId: frame!.id, context: 'watch' });
  t.is(watch.body.result, '30');
  const change = (reference: number, name: string, value: string) =>
    editor.setVariableRequest({ variablesReference: reference, name, value });
  t.is((await change(table.variablesReference, '[2]', '77')).body.value, '77');
  t.regex((await command('p table @1')).body.result, /\{1, 2, 77, 4, /);
  await t.throwsAsync(change(variablesReference, 's', '1'), {
    message: /s is (optimized out|computed from other values)/,
  });
  await t.throwsAsync(change(variablesReference, 'table', '1'), { message: /table has members/ });
  await editor.customRequest('terminate', {});
  await editor.next('terminated');
});
