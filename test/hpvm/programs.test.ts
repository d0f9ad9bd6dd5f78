// Programs that `atoll hpvm cc` makes: on the simulated GPU, on the CPU, and on pocl, without an option of the program.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { execa } from 'execa';
import { findToolchain } from '../../src/compiler/clang/toolchain.js';
import { hpvmLibrary, root } from '../../src/util/paths.js';
import { atoll, HANG_MS, run, scratchFolder } from '../cli/atoll.js';
import { poclCache } from '../pocl.js';
import { compiled, PROGRAMS } from './compiled.js';

const STATISTICS = { ATOLL_HPVM_STATISTICS: '1' };

const native = (program: string, args: readonly string[], env: NodeJS.ProcessEnv) =>
  execa(program, args, { reject: false, timeout: HANG_MS, env });

test('vectors: one kernel, each object copied once; the CPU copies nothing', async (t) => {
  const program = await compiled(t, 'vector_add.c', ['-O1', '-Wall', '-Werror']);
  const simulated = await run([program, '300'], [], { env: STATISTICS });
  t.is(simulated.exitCode, 0, String(simulated.stderr));
  t.is(String(simulated.stdout), '0 wrong of 300');
  t.regex(
    String(simulated.stderr),
    /to the device 3 copies of 3600 bytes, 0 spared; to the host 1 copies of 1200 bytes/,
  );
  const cpu = await native(program, ['300'], { ...STATISTICS, ATOLL_HPVM_MAP: 'add:cpu' });
  t.is(cpu.stdout, '0 wrong of 300');
  t.regex(cpu.stderr, /to the device 0 copies of 0 bytes/);
  const pocl = await native(program, ['300'], poclCache('hpvm'));
  t.is(pocl.stdout, '0 wrong of 300', pocl.stderr);
});

test('sgemm: work-groups with shared memory and barriers, equal on the GPU, on the CPU, and on pocl', async (t) => {
  const program = await compiled(t, 'sgemm.cc');
  const results = [
    await run([program]),
    await run([program], ['--device', 'vega10', '--engine', 'interp']),
    await native(program, [], { ATOLL_HPVM_MAP: '*:cpu' }),
    await native(program, [], poclCache('hpvm')),
  ];
  for (const { stdout, stderr } of results) t.is(String(stdout), '0 wrong of 4096', String(stderr));
  const checked = await atoll(['check', '--', program]);
  t.is(checked.exitCode, 0, String(checked.stderr));
});

test('check reports the race of a missing barrier at the lines of the source', async (t) => {
  const program = await compiled(t, 'sgemm.cc', ['-DWITHOUT_BARRIER']);
  const { exitCode, stderr } = await atoll(['check', '--', program]);
  t.not(exitCode, 0);
  t.regex(String(stderr), /race: (?:write|read) of 4 bytes .*sgemm\.cc:(?:9|29)\b/);
  t.regex(String(stderr), /kernel element at .*sgemm\.cc:(?:9|29)\b/);
});

test('leaves: what they may contain is the same on the GPU and on the CPU', async (t) => {
  const program = await compiled(t, 'leaves.c', ['-lm']);
  for (const { stdout, stderr } of [await run([program]), await native(program, [], poclCache('hpvm'))])
    t.is(String(stdout), '0 differ', String(stderr));
});

test('launches read values that the host writes after a request', async (t) => {
  const program = await compiled(t, 'tracker.c');
  const written = await native(program, ['write'], { ...STATISTICS, ...poclCache('hpvm') });
  t.is(written.stdout, '0 differ', written.stderr);
  // The last request changes nothing, so its launch copies nothing.
  t.regex(written.stderr, /to the device 3 copies of 147456 bytes, 3 spared; /);
  t.regex(
    written.stderr,
    /spared to the device 147456 bytes, to the host 2 copies of 98304 bytes; 1 copies at the end/,
  );
  const steps = await native(program, ['steps'], { ...STATISTICS, ...poclCache('hpvm') });
  t.regex(steps.stderr, /to the device 2 copies of 98304 bytes, 198 spared; to the host 2 copies of 98304 bytes/);
  t.regex(
    steps.stderr,
    /spared to the device 9732096 bytes, .*; 1 copies at the end of tracking, 0 after stale accesses/,
  );
});

test('the program reads or writes memory without a request: it gets the newest contents, and a message', async (t) => {
  const program = await compiled(t, 'tracker.c');
  const message = (verb: string): RegExp =>
    new RegExp(
      `^atoll hpvm: the program ${verb} byte \\d+ of the 49152 tracked bytes at 0x\\w+, whose newest contents`,
    );
  const run = (what: string, env: NodeJS.ProcessEnv = {}) => native(program, [what], { ...poclCache('hpvm'), ...env });
  const read = await run('read');
  t.is(read.stdout, '0 differ\n0 differ, 0.25', read.stderr);
  t.regex(read.stderr, message('reads'));
  const written = await run('stale-write');
  t.is(written.stdout, '0 differ, 77', written.stderr);
  t.regex(written.stderr, message('writes'));
  for (const what of ['handler-before', 'handler-after']) {
    const { stdout, stderr } = await run(what);
    t.is(stdout, '0 differ\n0 differ, 0.25\n2 faults of its own', `${what}: ${stderr}`);
  }
  t.is((await run('crash')).signal, 'SIGSEGV');
  const stopped = await run('read', { ATOLL_HPVM_STALE: 'stop' });
  t.deepEqual([stopped.exitCode, stopped.stdout], [1, '']);
  t.regex(stopped.stderr, message('reads'));
  const off = await run('read', { ATOLL_HPVM_STALE: 'off' });
  t.deepEqual([off.stdout, off.stderr], ['12288 differ\n12288 differ, -1', '']);
  t.regex((await run('read', { ATOLL_HPVM_STALE: 'no' })).stderr, /ATOLL_HPVM_STALE: 'no' is not copy, stop or off/);
});

test('inputs that are read at uniform places are in constant memory, as far as it reaches', async (t) => {
  const program = await compiled(t, 'uniform.c');
  t.true(readFileSync(program, 'latin1').includes(', HPVM_SPACE_2 char *weights_,'));
  const device = await run([program, '16384'], [], { env: STATISTICS });
  t.is(String(device.stdout), '0 wrong');
  t.notRegex(String(device.stderr), /global memory/);
  const large = await run([program, '17000'], [], { env: STATISTICS });
  t.is(String(large.stdout), '0 wrong');
  t.regex(String(large.stderr), /input 2 of weigh stays in global memory: 68000 bytes do not fit into constant memory/);
  const pocl = await native(program, [], poclCache('hpvm'));
  t.is(pocl.stdout, '0 wrong', pocl.stderr);
});

test('check reports a write to an input', async (t) => {
  const program = join(scratchFolder(t), 'forbidden');
  const include = join(root, 'runtime/hpvm/include');
  const libraries = [hpvmLibrary() ?? '', '-lstdc++', '-ldl', '-lpthread'];
  const { clang } = findToolchain().toolchain ?? {};
  await execa(clang ?? 'clang', ['-I', include, join(PROGRAMS, 'forbidden.c'), '-o', program, ...libraries]);
  const { exitCode, stderr } = await atoll(['check', '--', program]);
  t.not(exitCode, 0);
  t.regex(String(stderr), /forbidden-access: write of 4 bytes .*argument 'in', .* with CL_MEM_READ_ONLY/);
  t.regex(String(stderr), /kernel store at leaf\.c:42/);
});

test('vector code: the loops over the instances, by hint or by the mapping', async (t) => {
  const program = await compiled(t, 'vector.c');
  t.is((await native(program, [], {})).stdout, '0 wrong, vectors of 4');
  t.is((await native(program, [], { ATOLL_HPVM_MAP: '*:cpu' })).stdout, '0 wrong, vectors of 1');
  const device = await run([program], [], { env: { ATOLL_HPVM_MAP: '*:gpu' } });
  t.is(String(device.stdout), '0 wrong, vectors of 1', String(device.stderr));
  const leaves = await compiled(t, 'leaves.c', ['-lm']);
  const names = ['integers', 'floats', 'memory', 'overflows', 'tables', 'atomics', 'levels', 'source', 'sink'];
  const map = names.map((name) => `${name}_gpu:vector`).join();
  const mapped = await native(leaves, [], { ATOLL_HPVM_MAP: map });
  t.is(mapped.stdout, '0 differ', mapped.stderr);
});

test('bfs, tpacf and cutcp have the results of the CPU', async (t) => {
  const expected = {
    bfs: '0 wrong of 2683, 14 levels',
    tpacf: '0 wrong, 79800 pairs',
    cutcp: '13824 points, all equal',
  };
  for (const [name, text] of Object.entries(expected)) {
    const program = await compiled(t, `${name}.c`, ['-lm']);
    const simulated = await run([program]);
    t.is(String(simulated.stdout), text, String(simulated.stderr));
    for (const map of ['*:gpu', '*:cpu', '*:vector']) {
      const { stdout, stderr } = await native(program, [], { ATOLL_HPVM_MAP: map, ...poclCache('hpvm') });
      t.is(stdout, text, `${map}: ${stderr}`);
    }
  }
});

test('streams: items keep their order at each depth and mapping, with one or all of them in flight', async (t) => {
  const program = await compiled(t, 'stream.c');
  const maps = ['*:cpu', 'scale:gpu,*:cpu', 'total:gpu', '*:gpu'];
  for (const [n, map] of maps.entries()) {
    const env = { ATOLL_HPVM_MAP: map, ATOLL_HPVM_DEPTH: String([1, 2, 8, 1][n]), ...poclCache('hpvm') };
    for (const args of [[], ['one']]) {
      const { stdout, stderr } = await native(program, args, env);
      t.is(stdout, '0 wrong of 12', `${map} ${stderr}`);
    }
  }
  const simulated = await run([program]);
  t.is(String(simulated.stdout), '0 wrong of 12', String(simulated.stderr));
  const depth = await native(program, [], { ATOLL_HPVM_DEPTH: '0', ATOLL_HPVM_MAP: '*:cpu' });
  t.regex(depth.stderr, /ATOLL_HPVM_DEPTH: '0' is no number from 1 to 1000000/);
});

test('streams: stages of two simulated GPUs, and a GPU that does not exist', async (t) => {
  const program = await compiled(t, 'stream.c');
  const env = { ATOLL_HPVM_MAP: 'scale:gpu1,total:gpu,mark:gpu1' };
  const both = await run([program], ['--devices', 'tahiti,tahiti', '--summary'], { env });
  t.is(String(both.stdout), '0 wrong of 12', String(both.stderr));
  const absent = await run([program], [], { env });
  t.is(absent.exitCode, 1);
  t.regex(String(absent.stderr), /stage \w+ of stream: \w+ is mapped to gpu1: OpenCL has 1 GPUs/);
});

test('streams: the failure of a stage ends all stages, and pop returns null', async (t) => {
  const program = await compiled(t, 'stream_failure.c');
  const whole = await run([program]);
  t.is(String(whole.stdout), 'all items\nno error read\nafter the stream', String(whole.stderr));
  const read = await run([program, 'untracked', 'read']);
  const lines = String(read.stdout).split('\n');
  t.is(lines[0], 'ended early');
  t.regex(String(lines[1]), /^stage add_stage of stages: input 2 of add points to 0x\w+, which is not tracked/);
  t.deepEqual([lines[2], read.exitCode], ['after the stream', 0]);
  const ignored = await run([program, 'untracked']);
  t.deepEqual([String(ignored.stdout), ignored.exitCode], ['ended early\nno error read', 1]);
  t.regex(String(ignored.stderr), /the program has not read the error of its stream/);
  const outside = await run([program, 'outside', 'read']);
  t.regex(
    String(outside.stdout),
    /^ended early\nstage (?:add_stage of stages: the launch of add|finish of stages: a copy): error -\d+ of OpenCL/,
  );
});

test('mistakes at run time end the program with a message', async (t) => {
  const program = await compiled(t, 'mistakes.c');
  const expected: Readonly<Record<string, RegExp>> = {
    'before-init': /__hpvm__launch before __hpvm__init/,
    twice: /llvm_hpvm_track_mem\(0x\w+, 4\): a part is tracked already/,
    request: /llvm_hpvm_request_mem\(0x\w+, 256\): only 224 bytes are tracked from there/,
    untrack: /llvm_hpvm_untrack_mem\(0x\w+\): no tracked memory begins there/,
    'no-instances': /twice has 0 instances in dimension 0/,
    push: /__hpvm__push: the graph is not streaming/,
    wait: /__hpvm__wait of a graph that is not running/,
  };
  for (const [mistake, message] of Object.entries(expected)) {
    const { exitCode, stderr } = await native(program, [mistake], { ATOLL_HPVM_MAP: '*:cpu' });
    t.is(exitCode, 1, mistake);
    t.regex(stderr, message);
  }
  const untracked = await run([program, 'untracked']);
  t.is(untracked.exitCode, 1);
  t.regex(String(untracked.stderr), /input 0 of twice points to 0x\w+, which is not tracked/);
  const mapped = await native(program, [], { ATOLL_HPVM_MAP: 'twice:tpu' });
  t.regex(mapped.stderr, /ATOLL_HPVM_MAP: 'twice:tpu' is not NAME:cpu, NAME:vector, NAME:gpu or NAME:gpuN/);
  const renamed = await native(program, [], { ATOLL_HPVM_MAP: 'thrice:cpu' });
  t.regex(renamed.stderr, /ATOLL_HPVM_MAP: the program has no node thrice/);
});

test('cc refuses by name what programs cannot have yet', async (t) => {
  const output = join(scratchFolder(t), 'program');
  const cc = (...args: string[]) => atoll(['hpvm', 'cc', ...args, '-o', output]);
  const object = await cc('-c', join(PROGRAMS, 'stream.c'));
  t.deepEqual([object.exitCode, /-c: atoll hpvm cc writes executables only/.test(String(object.stderr))], [64, true]);
  const source = join(scratchFolder(t), 'wrong.c');
  const code = [
    '#include <hpvm.h>',
    'void once(long n) { __hpvm__hint(CPU_TARGET); __hpvm__return(1, n); }',
    'void still(long n) { __hpvm__hint(CPU_TARGET); __hpvm__bindIn(__hpvm__createNodeND(0, once), 0, 0, 0); }',
    'void pair(long n) { __hpvm__hint(CPU_TARGET); void *a = __hpvm__createNodeND(1, once, n);',
    '  __hpvm__bindIn(a, 0, 0, 0); __hpvm__edge(a, __hpvm__createNodeND(1, once, n), 0, 0, 0, 0); }',
    '__attribute__((noinline)) static long helper(long x) { return x * x; }',
    'static int table[4] = {1, 2, 3, 4};',
    '#define LEAF(name, value) void name(int *out, size_t bytes, long n) { __hpvm__hint(GPU_TARGET); \\',
    '  __hpvm__attributes(0, 1, out); out[n] = (value); } void name##_root(int *out, size_t bytes, long n) { \\',
    '  __hpvm__hint(CPU_TARGET); void *node = __hpvm__createNodeND(0, name); \\',
    '  for (unsigned i = 0; i < 3; i++) __hpvm__bindIn(node, i, i, 0); }',
    'LEAF(calls, helper(n))',
    'LEAF(reads, table[n & 3]++)',
    'void go(void *a) { __hpvm__launch(0, calls_root, a); __hpvm__launch(0, reads_root, a);',
    '  __hpvm__launch(1, still, a); __hpvm__launch(0, pair, a); }',
    'int main(void) { return 0; }',
  ];
  writeFileSync(source, `${code.join('\n')}\n`);
  const wrong = await cc(source);
  t.is(wrong.exitCode, 1);
  t.regex(
    String(wrong.stderr),
    /wrong\.c:13:\d+: error: reads: .*: the variable table is not a parameter, and not constant/,
  );
  t.regex(String(wrong.stderr), /wrong\.c:12:\d+: error: calls: .*: helper is not inlined/);
  t.regex(String(wrong.stderr), /wrong\.c:3:\d+: error: still: the launch is streaming, and the binding is not/);
  t.regex(
    String(wrong.stderr),
    /wrong\.c:5:\d+: error: pair: programs cannot have one-to-one edges between nodes with/,
  );
});
