// `atoll run --trace-isa` on real programs: complete, repeatable, the same from every engine, bounded.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { compile, kernelProgram, run, scratchFolder } from '../../atoll.js';

/** With 512 work-items: two work-groups of four wavefronts, LDS, a barrier, a branch. */
const KERNEL = `kernel void k(global int* p) { local int tile[256]; int i = get_local_id(0); tile[i] = i * 3;
  barrier(CLK_LOCAL_MEM_FENCE); int sum = 0; for (int n = 0; n <= (i & 3); n++) sum += tile[255 - i];
  p[get_global_id(0)] = sum; }`;
const guestOf = (t: ExecutionContext): string => compile(t, kernelProgram(KERNEL, 512));
const GOOD = 'build 0\nenqueue 0\nwait 0 execution 0\nread 0 value 1524';

test('a trace is complete and repeatable, whatever the engine', async (t) => {
  const [guest, folder] = [guestOf(t), scratchFolder(t)];
  const trace = async (name: string, flags: readonly string[]): Promise<{ text: string; stderr: string }> => {
    const file = join(folder, name);
    const { stdout, stderr } = await run([guest], ['--trace-isa', file, '--summary', ...flags]);
    t.is(stdout, GOOD, String(stderr));
    return { text: readFileSync(file, 'utf8'), stderr: String(stderr) };
  };
  const first = await trace('first', []);
  t.is((await trace('second', [])).text, first.text);
  t.is((await trace('oracle', ['--engine', 'oracle'])).text, first.text);
  t.is((await trace('both', ['--lockstep', 'interp,oracle'])).text, first.text);

  t.regex(first.text, /^# launch 1 of guest 1: kernel k, global size 512 1 1, local size 256 1 1\n/);
  const headers = [
    ...first.text.matchAll(
      /^k #1 \((\d), 0, 0\) w(\d) 0x[0-9a-f]{8} \+0x[0-9a-f]+ {2}[0-9a-f ]{8,17} +[sv]_|^k #1.*$/gm,
    ),
  ];
  const executed = /8 wavefronts, (\d+) wave-instructions/.exec(first.stderr);
  t.is(headers.length, Number(executed?.[1]));
  t.deepEqual([...new Set(headers.map((match) => /\((\d)/.exec(match[0])![1]))], ['0', '1']);
  t.regex(first.text, /s_barrier\n/);
  t.regex(first.text, /mem {2}store global 32 bits: address/);
  t.regex(first.text, /mem {2}store lds 32 bits: address .*value lane\*0x3\n/);
});

test('filters choose kernel, work-group and wavefront; the count bounds the file', async (t) => {
  const [guest, file] = [guestOf(t), join(scratchFolder(t), 'trace')];
  const headers = (): string[] => readFileSync(file, 'utf8').match(/^k #.*$/gm) ?? [];
  await run([guest], ['--trace-isa', file, '--trace-kernel', 'k', '--trace-group', '1,0,0', '--trace-wave', '2']);
  const [one] = [headers()];
  t.true(one.length > 10 && one.every((line) => line.startsWith('k #1 (1, 0, 0) w2 ')));
  await run([guest], ['--trace-isa', file, '--trace-group', '1', '--trace-wave', '2', '--trace-count', '3']);
  t.deepEqual(headers(), one.slice(0, 3));
  t.regex(readFileSync(file, 'utf8'), /# the trace ends after 3 wave-instructions \(--trace-count\)\n$/);
  await run([guest], ['--trace-isa', file, '--trace-kernel', 'other']);
  t.deepEqual(headers(), []);
});

test('a fault is the last thing in a trace', async (t) => {
  const guest = compile(t, kernelProgram('kernel void k(global int* p) { p[get_global_id(0) + 0x10000000] = 1; }'));
  const file = join(scratchFolder(t), 'trace');
  const { stdout } = await run([guest], ['--trace-isa', file]);
  t.regex(String(stdout), /wait -14/);
  t.regex(
    readFileSync(file, 'utf8'),
    /buffer_store_dword[^\n]*\n(?: {4}[^\n]*\n)+# GPU fault in kernel k at pc [^\n]*\n$/,
  );
});

for (const [flags, reason, status = 64] of [
  [['--trace-wave', '1'], /--trace-wave needs --trace-isa/],
  [['--trace-isa', '/no/such/folder/trace'], /\/no\/such\/folder\/trace/, 125],
  [['--trace-isa', '/dev/null', '--trace-group', '1,2'], /--trace-group: '1,2'/],
  [['--trace-isa', '/dev/null', '--trace-wave', 'x'], /--trace-wave: 'x'/],
  [['--lockstep', 'interp'], /two engines/],
  [['--trace-isa', '/dev/null', '--engine', 'jit'], /jit cannot be observed instruction by instruction[\s\S]*interp/],
  [['--lockstep', 'interp,steam'], /steam/],
  [['--lockstep', 'native,jit'], /cannot compare native with jit[\s\S]*interp or oracle/],
] as const) {
  test(`refused before the program starts: ${flags.join(' ')}`, async (t) => {
    const { stdout, stderr, exitCode } = await run(['echo', 'started'], flags);
    t.is(exitCode, status);
    t.is(stdout, '');
    t.regex(String(stderr), reason);
  });
}

test('a disk that is full ends the trace, not the program', async (t) => {
  const { stdout, stderr, exitCode } = await run([guestOf(t)], ['--trace-isa', '/dev/full']);
  t.is(stdout, GOOD);
  t.regex(String(stderr), /trace \/dev\/full ends early/);
  t.is(exitCode, 125, 'the program itself has succeeded');
});
