// The front end as the driver uses it: builds, compiles, links, logs, bad input.

import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { CHECK_MARKS } from '../../src/abi/check-marks.js';
import { IMPLICIT_ARGS } from '../../src/cal/convention.js';
import { readCalImage } from '../../src/cal/reader.js';
import { listingText } from '../../src/isa/disassemble.js';
import { disassemble } from '../isa/southern-islands.js';
import { build, bytes, image, kernel, newFrontEnd, temporaryFolder } from './setup.js';
import { SPOILING_CALL } from './spoiling-call.js';

const SIMPLE = '__kernel void k(__global int *p) { p[get_global_id(0)] += 1; }';

test('the same source gives the same bytes, from any front end', async (t) => {
  const other = newFrontEnd();
  const request = { kind: 'build', source: bytes(SIMPLE), options: '-DX=1 -g', device: 'tahiti' } as const;
  const [first, second] = await Promise.all([build(SIMPLE, '-DX=1 -g'), other.build(request)]);
  await other.dispose();
  t.is(first.status, 'success', first.log);
  t.deepEqual(first.binary, second.binary);
  t.is(first.binaryType, 'executable');
  t.is(readCalImage(first.binary!).compileOptions, '-DX=1 -g');
});

// Alone: the others must not see its directory of temporary files, nor it theirs.
test.serial('unwritable cache: builds work and leave no files behind', async (t) => {
  const folder = temporaryFolder(t);
  const [file, directory] = [join(folder, 'file'), join(folder, 'temporary')];
  writeFileSync(file, '');
  mkdirSync(directory);
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = directory;
  try {
    // Not even root can make a folder below a file.
    const frontEnd = newFrontEnd({ cacheDir: join(file, 'cache'), cache: true });
    const built = await frontEnd.build({ kind: 'build', source: bytes(SIMPLE), options: '', device: 'tahiti' });
    t.is(built.status, 'success', built.log);
    t.true(readdirSync(directory).some((name) => name.startsWith('atoll-library-')));
    await frontEnd.dispose();
    t.deepEqual(readdirSync(directory), []);
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
});

test('several kernels, one calling another, and one that does nothing', async (t) => {
  const { kernels } = await image(`__kernel void a(__global int *p) { p[0] = 1; }
    __kernel void b(__global int *p) { a(p + 1); } __kernel void empty(void) {}`);
  t.deepEqual(
    kernels.map((k) => k.name),
    ['a', 'b', 'empty'],
  );
  t.deepEqual([...kernels[2]!.code], [0, 0, 0x81, 0xbf]);
  t.is((await image('/* no kernel */')).kernels.length, 0);
});

test('errors and warnings of the source arrive with file, line and column', async (t) => {
  const failed = await build('__kernel void k(__global int *p) {\n  p[0] = nothing;\n}');
  t.is(failed.status, 'failure');
  t.is(failed.binary, undefined);
  t.is(failed.binaryType, 'none');
  t.regex(failed.log, /program\.cl:2:10: error: .*nothing/);
  const source = '__kernel void k(__global int *p) { if (p[0] = 1) p[1] = 2; }';
  const warned = await build(source);
  t.is(warned.status, 'success');
  t.regex(warned.log, /program\.cl:1:\d+: warning/);
  t.is((await build(source, '-w')).log, '');
  t.is((await build(source, '-Werror')).status, 'failure');
});

test('sloppy sources: CRLF, NULs, no last newline, math with integers', async (t) => {
  const crlf = await build('// x\r\n#define A \\\r\n 3\r\n__kernel void k(__global int *p) { p[0] = A; }//\0\0');
  t.is(crlf.status, 'success', crlf.log);
  const math = await build(
    '__kernel void k(__global float *p, int n) { p[0] = pow(n, 2) + sqrt(n) + pow(p[1], p[2]); }',
  );
  t.is(math.status, 'success', math.log);
  t.regex(math.log, /taken as float: pow, sqrt/);
});

test('options reach the source: macros, definitions, C++ for OpenCL', async (t) => {
  const two = await kernel('__kernel void k(__global int *p) { p[0] = N; }', '-D N=7');
  const literal = await kernel('__kernel void k(__global int *p) { p[0] = 7; }');
  t.deepEqual(two.code, literal.code);
  const macros = await build(
    `#if !defined(__IMAGE_SUPPORT__) || !defined(cl_khr_fp64) || !defined(cl_amd_fp64) || \\
    __OPENCL_C_VERSION__ != 120 || !defined(cl_khr_local_int32_base_atomics) || !defined(__FAST_RELAXED_MATH__)
    #error missing\n#endif\n`,
    '-cl-fast-relaxed-math',
  );
  t.is(macros.status, 'success', macros.log);
  const cpp = await build(
    'template <class T> T twice(T x) { return x + x; } __kernel void k(__global int *p) { p[0] = twice(p[1]); }',
    '-x clc++',
  );
  t.is(cpp.status, 'success', cpp.log);
  t.is((await build(SIMPLE, '-o x')).status, 'invalid-options');
  t.regex((await build(SIMPLE, '-save-temps')).log, /note: option '-save-temps' is ignored/);
});

test('line tables map every instruction to the source', async (t) => {
  const {
    debug: { lines },
    code,
  } = await kernel('__kernel void k(__global int *p) {\n  int g = get_global_id(0);\n  p[g] =\n    p[g] * 3;\n}', '-g');
  t.true(lines.length > 3);
  t.true(lines.every((row, i) => row.pc % 4 === 0 && row.pc < code.length && (i === 0 || row.pc > lines[i - 1]!.pc)));
  t.true(lines.every((row) => row.file === 'program.cl' && row.line >= 1 && row.line <= 5));
  t.true([2, 3, 4, 5].every((line) => lines.some((row) => row.line === line)));
  t.deepEqual((await kernel(SIMPLE)).debug.lines, []);
});

test('printf formats travel with the image', async (t) => {
  const { printfFormats, implicitArgOffset, kernargSize } = await kernel(`__kernel void k(__global float4 *f, uchar c) {
    printf("a:b %d\\t%5.2f|%v4hlf %s %%\\n", c, f[0].x, f[0], "text"); printf("only\\n"); }`);
  t.is(kernargSize, implicitArgOffset + IMPLICIT_ARGS.size);
  const long = printfFormats.find(({ format }) => format === 'a:b %d\t%5.2f|%v4hlf text %%\n');
  const short = printfFormats.find(({ format }) => format === 'only\n');
  t.is(printfFormats.length, 2);
  t.deepEqual(new Set(printfFormats.map((format) => format.id)), new Set([1, 2]));
  t.deepEqual(long?.sizes, [4, 8, 16]);
  t.deepEqual(short?.sizes, []);
  const backslash = await kernel('__kernel void k(int n) { printf("C:\\\\new\\n%d", n); }');
  t.is(backslash.printfFormats[0]?.format, 'C:\\new\n%d');
  const choice = await kernel('__kernel void k(int n) { printf("%5s|%s", "a%", n ? "x" : "y"); }');
  t.deepEqual(choice.printfFormats, [{ id: 1, sizes: [0xffff_ffff], format: '   a%%|%s' }]);
  t.regex(
    (await build('__kernel void k(__constant char *f) { printf(f); }')).log,
    /^program\.cl:1:39: error: the format of a printf is not a literal string\n/,
  );
});

test('headers: embedded, from a folder, changed on disk', async (t) => {
  const folder = temporaryFolder(t);
  const source = '#include "inc/value.h"\n__kernel void k(__global int *p) { p[0] = VALUE; }';
  const headers = [{ name: 'inc/value.h', source: bytes('#define VALUE 5') }];
  t.is((await build(source, '', { kind: 'compile', headers })).status, 'success');
  t.is((await build(source)).status, 'failure');
  t.is((await build(source, '', { headers: [{ name: '../../x.h', source: bytes('') }] })).status, 'failure');

  const front = newFrontEnd({ cacheDir: temporaryFolder(t), cache: true });
  const request = {
    kind: 'build',
    source: bytes(source.replace('inc/', '')),
    options: '-I .',
    device: 'tahiti',
    folder,
  } as const;
  writeFileSync(join(folder, 'value.h'), '#define VALUE 5');
  const first = await front.build(request);
  t.is(first.status, 'success', first.log);
  t.true((await front.build(request)).cached);
  writeFileSync(join(folder, 'value.h'), '#define VALUE 6');
  const changed = await front.build(request);
  t.false(changed.cached);
  t.notDeepEqual(changed.binary, first.binary);
  await front.dispose();
});

test('atomics that only read are marked in builds and links for a check, and in no others', async (t) => {
  const source = bytes('__kernel void k(volatile __global int *p) { p[1] = atomic_add(p, 0); }');
  const request = { options: '', device: 'tahiti', keepIr: true } as const;
  const marksOf = async (checked: boolean): Promise<readonly boolean[]> => {
    const front = newFrontEnd({ checked });
    const built = await front.build({ ...request, kind: 'build', source });
    const { binary, log } = await front.build({ ...request, kind: 'compile', source });
    t.truthy(binary, log);
    const linked = await front.build({ ...request, kind: 'link', inputs: [binary!] });
    await front.dispose();
    return [built, linked].map(({ ir, log: text }) => {
      t.truthy(ir, text);
      return ir!.includes(`s_nop ${CHECK_MARKS.atomicLoad}`);
    });
  };
  t.deepEqual(await marksOf(true), [true, true]);
  t.deepEqual(await marksOf(false), [false, false]);
});

test('compile and link: objects, libraries, missing and duplicate symbols', async (t) => {
  const compile = async (source: string): Promise<Uint8Array> => {
    const result = await build(source, '-cl-mad-enable', { kind: 'compile' });
    t.is(result.status, 'success', result.log);
    t.is(result.binaryType, 'compiled-object');
    return result.binary!;
  };
  const link = (inputs: Uint8Array[], options = '') => build('', options, { kind: 'link', inputs });
  const main = await compile(
    'int scaled(int); __kernel void k(__global int *p) { p[0] = scaled(p[1]); printf("%d", p[0]); }',
  );
  const scaled = await compile('__constant int table[4] = {1, 2, 3, 4}; int scaled(int x) { return table[x & 3]; }');
  const library = await link([scaled], '-create-library -enable-link-options');
  t.is(library.binaryType, 'library', library.log);
  const linked = await link([main, library.binary!]);
  t.is(linked.binaryType, 'executable', linked.log);
  const { kernels } = readCalImage(linked.binary!);
  t.is(kernels[0]!.printfFormats.length, 1);
  t.true(kernels[0]!.code.length > kernels[0]!.textSize);
  t.regex((await link([main])).log, /undefined function or variable 'scaled', needed by kernel 'k'/);
  t.regex((await link([main, scaled, scaled])).log, /input 3.*multiply defined/);
  t.regex((await link([main, linked.binary!])).log, /input 2 of the link is an executable/);
  t.regex((await link([main, main.subarray(0, 99)])).log, /input 2 of the link at offset/);
  const elsewhere = await build('int scaled(int x) { return x; }', '', { kind: 'compile', device: 'vega10' });
  t.regex((await link([main, elsewhere.binary!])).log, /input 2 of the link is for the GPU 'vega10', not for 'tahiti'/);
  t.is((await link([])).status, 'failure');
});

test('images, samplers and queries of every kind compile', async (t) => {
  const kinds = [
    ['image1d_t', 'int', 'float', 'x'],
    ['image1d_array_t', 'int2', 'float2', '(int2)(x)'],
    ['image2d_t', 'int2', 'float2', '(int2)(x)'],
    ['image2d_array_t', 'int4', 'float4', '(int4)(x)'],
    ['image3d_t', 'int4', 'float4', '(int4)(x)'],
  ] as const;
  const body = ([type, int, float, at]: (typeof kinds)[number]): string => `
    __kernel void k_${type}(read_only ${type} in, write_only ${type} out, sampler_t s, __global int *o) {
      const sampler_t own = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;
      int x = get_global_id(0); ${int} at = ${at}; ${float} f = (${float})(x);
      write_imagef(out, at, read_imagef(in, s, at) + read_imagef(in, own, f) + read_imagef(in, at));
      write_imagei(out, at, read_imagei(in, s, at) + read_imagei(in, own, f) + read_imagei(in, at));
      write_imageui(out, at, read_imageui(in, s, at) + read_imageui(in, own, f) + read_imageui(in, at));
      o[x] = get_image_width(in) + get_image_width(out) + get_image_channel_data_type(in) + get_image_channel_order(out); }`;
  const buffer = `__kernel void b(read_only image1d_buffer_t in, write_only image1d_buffer_t out, __global int *o) {
    int x = get_global_id(0); write_imagef(out, x, read_imagef(in, x)); o[x] = get_image_width(in); }`;
  const sizes = `__kernel void s(read_only image3d_t a, write_only image2d_array_t b, read_only image1d_array_t c, __global int *o) {
    o[0] = get_image_dim(a).z + get_image_depth(a) + get_image_dim(b).y + get_image_array_size(b) + get_image_array_size(c); }`;
  const { kernels } = await image([...kinds.map(body), buffer, sizes].join('\n'));
  t.is(kernels.length, kinds.length + 2);
});

test('a build can be cancelled, before and while it runs', async (t) => {
  const front = newFrontEnd({ jobs: 1 });
  const request = { kind: 'build', source: bytes(SIMPLE), options: '', device: 'tahiti' } as const;
  const controller = new AbortController();
  const running = front.build(request, controller.signal);
  controller.abort();
  t.is((await running).status, 'cancelled');
  const late = front.build(request);
  await front.dispose();
  t.is((await late).status, 'cancelled');
});

test('without a compiler the log names the package to install', async (t) => {
  const front = newFrontEnd({ clang: '/nowhere/clang-16' });
  const result = await front.build({ kind: 'build', source: bytes(SIMPLE), options: '', device: 'tahiti' });
  t.is(result.status, 'compiler-not-available');
  t.regex(result.log, /nowhere.*\n.*apt-get install .*clang-\d+/);
  t.false((await front.toolchain()).available);
  await front.dispose();
});

test('without libclc the log names its package', async (t) => {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'lib', 'llvm-19', 'bin'), { recursive: true });
  const clang = join(folder, 'lib', 'llvm-19', 'bin', 'clang-19');
  writeFileSync(clang, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  const front = newFrontEnd({ clang, libclcFolders: [join(folder, 'clc')] });
  const result = await front.build({ kind: 'build', source: bytes(SIMPLE), options: '', device: 'tahiti' });
  t.is(result.status, 'compiler-not-available');
  t.regex(result.log, /libclc \(tahiti-amdgcn--\.bc\) is not\nInstall it with: apt-get install .*libclc-19\n$/);
  await front.dispose();
});

test('a compiler that crashes or is none gives its last words and a reproducer', async (t) => {
  const folder = temporaryFolder(t);
  const front = newFrontEnd({ cacheDir: folder });
  const crash =
    'template <class T> T *pick(T *a, T *b, int c) { return c ? a : b; }\n__kernel void k(__global int *p) { int q[4]; *pick((int *)p, (int *)q, p[1]) = 3; p[2] = q[p[3] & 3]; }';
  const result = await front.build({ kind: 'build', source: bytes(crash), options: '-x clc++', device: 'tahiti' });
  t.is(result.status, 'failure');
  t.regex(result.log, /the compiler .* crashed/);
  const crashes = readdirSync(join(folder, 'crashes'));
  t.is(crashes.length, 1);
  t.true(existsSync(join(folder, 'crashes', crashes[0]!, 'program.cl')));
  await front.dispose();
  const wrong = newFrontEnd({ cacheDir: temporaryFolder(t), clang: '/bin/false' });
  t.is((await wrong.build({ kind: 'build', source: bytes(SIMPLE), options: '', device: 'tahiti' })).status, 'failure');
  await wrong.dispose();
});

test('hostile sources end in a message', async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'self.h'), '#include "self.h"\n');
  const cycle = await build('#include "self.h"\n', `-I ${folder}`);
  t.is(cycle.status, 'failure');
  t.regex(cycle.log, /nested too deeply/);
  const long = await build(`${'int unused_name; '.repeat(0)}${'// filler\n'.repeat(1 << 20)}__kernel void k(void) {}`);
  t.is(long.status, 'success', long.log);
  const deep = await build(`__kernel void k(__global int *p) { p[0] = ${'('.repeat(20000)}1${')'.repeat(20000)}; }`);
  t.is(deep.status, 'failure');
  t.is((await build('\xff\xfe\0\0\x01')).status, 'failure');
  t.is((await build(SIMPLE, '', { device: 'fermi' })).status, 'failure');
});

test('a called function saves the registers in which a kernel keeps its scratch descriptor', async (t) => {
  const { code } = await kernel(SPOILING_CALL);
  const text = listingText(disassemble(new Uint32Array(code.slice().buffer)));
  t.regex(text, /v_writelane_b32 v\d+, s96[\s\S]*s_mov_b32 s96, 0x2ad7d2bb[\s\S]*v_readlane_b32 s96/);
});
