// Binary traces, ranges and classes of traces, and `atoll trace diff`: alike on every engine, the first difference
// where it is known.

import { closeSync, ftruncateSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { atoll, compile, kernelProgram, run, scratchFolder } from '../../atoll.js';

/** Two work-groups of four wavefronts. The second one multiplies by the factor. */
const kernel = (factor: number): string => `kernel void k(global int* p) { local int tile[256]; int i = get_local_id(0);
  tile[i] = i * 3; barrier(CLK_LOCAL_MEM_FENCE); int sum = 0; for (int n = 0; n <= (i & 3); n++) sum += tile[255 - i];
  if (get_group_id(0) == 1) { barrier(CLK_LOCAL_MEM_FENCE); sum = mul24(sum, ${factor}); } p[get_global_id(0)] = sum; }`;
const guestOf = (t: ExecutionContext, factor = 7): string => compile(t, kernelProgram(kernel(factor), 512));

async function trace(t: ExecutionContext, guest: string, flags: readonly string[]): Promise<string> {
  const file = join(scratchFolder(t), 'trace');
  const { exitCode, stderr } = await run([guest], ['--trace-isa', file, ...flags]);
  t.is(exitCode, 0, String(stderr));
  return file;
}

const headersOf = (file: string): string[] => readFileSync(file, 'utf8').match(/^k #.*$/gm) ?? [];

test('the binary form has 8 bytes an instruction, and is alike on every engine', async (t) => {
  const guest = guestOf(t);
  const text = await trace(t, guest, []);
  const count = headersOf(text).length;
  const binary = await trace(t, guest, ['--trace-format', 'binary']);
  // Beside them: header, one launch with its code, work-groups that take turns.
  const rest = statSync(binary).size - 8 * count;
  t.true(rest > 0 && rest < 2048, `${count} instructions, ${rest} bytes more`);
  for (const flags of [
    ['--engine', 'oracle'],
    ['--lockstep', 'interp,oracle'],
  ]) {
    const other = await trace(t, guest, ['--trace-format', 'binary', ...flags]);
    t.deepEqual(readFileSync(other), readFileSync(binary), flags.join(' '));
  }
  const shown = await atoll(['trace', 'show', binary]);
  const one = /\+0x[0-9a-f]+ .*?((?:s|v|ds|buffer)_\w+.*)$/gm;
  const mnemonics = (lines: string): string[] => [...lines.matchAll(one)].map((match) => match[1]!);
  t.is(mnemonics(String(shown.stdout)).length, count);
  t.deepEqual(mnemonics(String(shown.stdout)), mnemonics(readFileSync(text, 'utf8')));
  const alike = await atoll(['trace', 'diff', binary, binary]);
  t.is(alike.stdout, 'the traces are equal');
  t.is(alike.exitCode, 0);
});

test('the first difference is found in both forms, with the states of both in text', async (t) => {
  const [one, other] = [guestOf(t, 7), guestOf(t, 9)];
  for (const form of ['text', 'binary']) {
    const files = [await trace(t, one, ['--trace-format', form]), await trace(t, other, ['--trace-format', form])];
    const { stdout, exitCode } = await atoll(['trace', 'diff', ...files]);
    t.is(exitCode, 1);
    const text = String(stdout);
    t.regex(text, /^first difference after \d+ wave-instructions$/m);
    t.regex(text, /kernel k, global size 512 1 1, local size 256 1 1/);
    if (form === 'binary') {
      t.regex(text, /^A: work-group 1 w\d .*v_mul_i32_i24[^\n]* 7,/m);
      t.regex(text, /^B: work-group 1 w\d .*v_mul_i32_i24[^\n]* 9,/m);
      continue;
    }
    t.regex(text, /^A: k #1 \(1, 0, 0\) w\d 0x.*v_mul_i32_i24[^\n]* 7,/m);
    t.regex(text, /^B: k #1 \(1, 0, 0\) w\d 0x.*v_mul_i32_i24[^\n]* 9,/m);
    t.regex(text, /^state before it, as far as the traces name it:\n(?: {2}both .*\n?)+$/m);
    const names = [...text.matchAll(/^ {2}both (s\d+|s\[\d+:\d+\])=/gm)].map((match) => match[1]);
    t.false(names.includes('s0') && names.includes('s[0:1]'), 'one word has one value');
  }
});

/** The same code, and another argument. */
const argumentProgram = (value: number): string =>
  kernelProgram('kernel void k(global int* p, int n) { p[get_global_id(0)] = get_local_id(0) * n; }', 128).replace(
    'size_t global',
    `cl_int n = ${value}; clSetKernelArg(kernel, 1, sizeof n, &n); size_t global`,
  );

test('runs of one code differ from the first read of different data; values come from a trace of that instruction', async (t) => {
  const guests = [compile(t, argumentProgram(5)), compile(t, argumentProgram(6))];
  const flags = ['--trace-format', 'binary'];
  const files = [await trace(t, guests[0]!, flags), await trace(t, guests[1]!, flags)];
  const { stdout } = await atoll(['trace', 'diff', ...files]);
  const text = String(stdout);
  t.regex(text, /^A: .*s_(buffer_)?load_dword/m, text);
  const again = /--trace-format text (.*)$/m.exec(text)![1]!.split(' ');
  const [a, b] = [await trace(t, guests[0]!, again), await trace(t, guests[1]!, again)];
  t.regex(readFileSync(a, 'utf8'), /out {2}.*0x0*5\b/);
  t.regex(readFileSync(b, 'utf8'), /out {2}.*0x0*6\b/);
  t.is(headersOf(a).length, 1);
});

test('ranges, classes and omitted parts', async (t) => {
  const guest = guestOf(t);
  const all = headersOf(await trace(t, guest, []));
  const of = async (...flags: string[]): Promise<string[]> => headersOf(await trace(t, guest, flags));
  const offset = (line: string): number => Number(/\+(0x[0-9a-f]+)/.exec(line)![1]);
  t.deepEqual(await of('--trace-skip', '5', '--trace-count', '3'), all.slice(5, 8));
  t.deepEqual(
    await of('--trace-wave', '1-2', '--trace-group', '0-1'),
    all.filter((line) => / w[12] /.test(line)),
  );
  t.deepEqual(
    await of('--trace-pc', '0x8-0x20'),
    all.filter((line) => offset(line) >= 8 && offset(line) <= 32),
  );
  const local = await of('--trace-class', 'lds,barrier');
  t.deepEqual(
    local,
    all.filter((line) => / (ds_|s_barrier)/.test(line)),
  );
  t.true(local.length > 0);
  t.deepEqual(await of('--trace-launch', '2-9'), []);
  t.deepEqual(await of('--trace-launch', '1'), all);
});

for (const [flags, reason] of [
  [['--trace-launch', '3-1'], /--trace-launch: '3-1' is not a number or first-last/],
  [['--trace-pc', 'here'], /--trace-pc: 'here'/],
  [['--trace-class', 'valu,gpu'], /no class 'gpu'[\s\S]*classes: salu, valu/],
  [['--trace-format', 'xml'], /xml/],
] as const)
  test(`refused before the program starts: ${flags.join(' ')}`, async (t) => {
    const { stdout, stderr, exitCode } = await run(['echo', 'started'], ['--trace-isa', '/dev/null', ...flags]);
    t.is(exitCode, 64);
    t.is(stdout, '');
    t.regex(String(stderr), reason);
  });

test('traces that are damaged, cut off, absent or of different forms are named', async (t) => {
  const guest = guestOf(t);
  const binary = await trace(t, guest, ['--trace-format', 'binary']);
  const text = await trace(t, guest, ['--trace-count', '5']);
  const refused = async (files: readonly string[], reason: RegExp): Promise<void> => {
    const { exitCode, stderr } = await atoll(['trace', 'diff', ...files]);
    t.is(exitCode, 125);
    t.regex(String(stderr), reason);
  };
  await refused([binary, text], /in binary format, .* in text format/);
  await refused([binary, '/no/trace'], /cannot read \/no\/trace: ENOENT/);
  const whole = readFileSync(binary);
  const damaged = join(scratchFolder(t), 'damaged');
  writeFileSync(damaged, Buffer.from(whole).fill(9, 8, 9));
  await refused([damaged, binary], /offset 8: version 9/);
  writeFileSync(damaged, Buffer.from(whole).fill(0xff, 16, 24));
  await refused([damaged, binary], /offset 16: there is no record of kind 15/);
  writeFileSync(damaged, whole);
  const fd = openSync(damaged, 'r+');
  ftruncateSync(fd, 20);
  closeSync(fd);
  await refused([damaged, damaged], /offset 16: the trace is truncated/);
});
