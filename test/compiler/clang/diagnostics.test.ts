// Messages of a build about mistakes behind clang's front end, and the warnings for the author.

import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { EXTENSIONS } from '../../../src/abi/extensions.js';
import { readCalImage } from '../../../src/cal/reader.js';
import { findToolchain } from '../../../src/compiler/clang/toolchain.js';
import { build, bytes, CLANG, newFrontEnd, scriptedClang, temporaryFolder } from '../setup.js';

const { version } = findToolchain(CLANG.clang).toolchain!;

test('an error of the back end names function, line and both numbers', async (t) => {
  const source = `// One kernel is right.
__kernel void good(__global int *p) { p[0] = 1; }

__kernel void large(__global int *p) {
  __local int a[20000];
  a[get_local_id(0)] = p[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  p[1] = a[7];
}`;
  const { status, log } = await build(source);
  t.is(status, 'failure');
  t.regex(log, /error: local memory \(80000\) exceeds limit \(32768\) in function 'large'\n/);
  // LLVM 14 gives no place.
  if (version > 14) t.regex(log, /^program\.cl:4: error: /m);
  t.notRegex(log, /unknown|in ''|limit \(\)/);
});

test('too much local memory names a chip that has enough, which compiles the kernel', async (t) => {
  const kernel = (words: number): string => `__kernel void large(__global int *p) {
  __local int a[${words}];
  a[get_local_id(0)] = p[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  p[1] = a[7];
}`;
  const { status, log } = await build(kernel(8256));
  t.is(status, 'failure');
  const [, note, chip = ''] =
    /local memory \(33024\) exceeds limit \(32768\) in function 'large'\n(note: .* --device (\w+))\n/.exec(log) ?? [];
  t.is(note, `note: ${chip} has 65536 bytes for each work-group: --device ${chip}`, log);
  for (const device of [chip, 'fiji', 'vega20']) {
    const built = await build(kernel(8256), '', { device });
    t.is(built.status, 'success', built.log);
    t.is(readCalImage(built.binary!).kernels[0]!.ldsBytes, 33_280, device);
  }
  t.notRegex((await build(kernel(20_000))).log, /--device/);
});

test('undefined functions name the line of the call, and the caller', async (t) => {
  const source = `int nowhere(int x);
__attribute__((noinline)) int between(int x) {
  int y = x * 3;
  return y + nowhere(y);
}
__kernel void k(__global int *p) {
  p[0] = between(p[1]);
  p[2] =
      nowhere(p[3]);
}`;
  const { status, log } = await build(source);
  t.is(status, 'failure');
  t.regex(log, /^program\.cl:(4|9):\d+: error: undefined function or variable 'nowhere', needed by /m);
  const direct = await build('int f(int);\n__kernel void k(__global int *p) {\n\n  p[0] = f(1) + 2;\n}');
  t.regex(direct.log, /^program\.cl:4:\d+: error: undefined function or variable 'f', needed by kernel 'k'$/m);
});

test('pointers to other types are converted with a warning, as compilers have always done', async (t) => {
  const source = `__kernel void k(__global float2 *a, float4 v, int n) {
  __global float4 *b = a;
  __private int *nothing = n;
  b[0] = nothing ? v : 2 * v;
}`;
  const { status, log } = await build(source);
  t.is(status, 'success', log);
  t.regex(log, /^program\.cl:2:\d+: warning: incompatible pointer types/m);
  t.regex(log, /^program\.cl:3:\d+: warning: incompatible integer to pointer conversion/m);
  t.is((await build(source, '-Werror')).status, 'failure');
});

test('implicit int and a return without a value are warnings, as compilers have always done', async (t) => {
  const source = `next(int x) { return x + 1; }
float above(float x) { if (x > 0) return; return x; }
__kernel void k(__global *a, __global float *f) {
  const one = 1;
  a[0] = next(a[0]) + one;
  f[0] = above(f[0]);
}`;
  const { status, log } = await build(source);
  t.is(status, 'success', log);
  for (const line of [1, 3, 4])
    t.regex(log, new RegExp(`^program\\.cl:${line}:\\d+: warning: type specifier missing`, 'm'));
  t.regex(log, /^program\.cl:2:\d+: warning: non-void function 'above' should return a value/m);
  t.is((await build(source, '-Werror')).status, 'failure');
});

const ACCESS = `// Multi2Sim's manual writes kernels so.
__kernel void add(__read_only __global int *a, read_only __global int *b,
                  __write_only __global int *c, __read_only image2d_t d, __write_only image2d_t e) {
  int i = get_global_id(0);
  c[i] = a[i] + b[i];
  write_imagef(e, (int2)(i, 0), read_imagef(d, (int2)(0, 0)));
}`;

test('access qualifiers of pointers are ignored with a warning, those of images stay', async (t) => {
  const { status, log, binary } = await build(ACCESS);
  t.is(status, 'success', log);
  t.regex(log, /^program\.cl:2:19: warning: '__read_only' applies to images: it is ignored for a pointer$/m);
  t.regex(log, /^program\.cl:2:48: warning: 'read_only' applies to images/m);
  t.regex(log, /^program\.cl:3:19: warning: '__write_only' applies to images/m);
  t.notRegex(log, /error/);
  const [kernel] = readCalImage(binary!).kernels;
  t.deepEqual(
    kernel!.args.map(({ accessQualifier }) => accessQualifier),
    ['none', 'none', 'none', 'read_only', 'write_only'],
  );
  t.is((await build(ACCESS, '-Werror')).status, 'failure');
});

test('access qualifiers of pointers: in embedded headers, more than clang reports at a time, and not behind a macro', async (t) => {
  const declaration = (name: string): string => `void ${name}(__read_only __global int *p);\n`;
  const header = Array.from({ length: 30 }, (_, n) => declaration(`f${n}`)).join('');
  const headers = [{ name: 'f.h', source: bytes(header) }];
  const source = bytes('#include "f.h"\n__kernel void k(__global int *p) { p[0] = 1; }\n');
  const { status, log } = await build('', '', { kind: 'compile', source, headers });
  t.is(status, 'success', log);
  t.is(log.match(/^headers\/f\.h:\d+:\d+: warning: '__read_only'/gm)?.length, 30);
  const hidden = await build('#define IN __read_only\n__kernel void k(IN __global int *p) { p[0] = 1; }');
  t.is(hidden.status, 'failure');
  t.regex(hidden.log, /^program\.cl:2:\d+: error: access qualifier can only be used/m);
});

const KERNEL = '__kernel void k(__global int *p) { p[0] = 1; }\n';

test('pragmas: extensions that the device has are known, others warn, and fail with -Werror', async (t) => {
  const pragmas = EXTENSIONS.map(({ name }) => `#pragma OPENCL EXTENSION ${name} : enable\n`).join('');
  for (const options of ['', '-Werror', '-Wall -Werror']) {
    const result = await build(pragmas + KERNEL, options);
    t.is(result.status, 'success', result.log);
    t.is(result.log, '');
  }
  const strange = `${pragmas}#pragma OPENCL EXTENSION cl_strange_thing : enable\n${KERNEL}`;
  const line = EXTENSIONS.length + 1;
  const warned = await build(strange);
  t.is(warned.status, 'success', warned.log);
  t.regex(warned.log, new RegExp(`^program\\.cl:${line}:\\d+: warning: (?:\\w+ )?OpenCL extension 'cl_strange_thing'`));
  t.regex(warned.log, /\n1 warning generated\.\n$/);
  const failed = await build(strange, '-Werror');
  t.is(failed.status, 'failure');
  t.regex(failed.log, new RegExp(`^program\\.cl:${line}:\\d+: error: (?:\\w+ )?OpenCL extension 'cl_strange_thing'`));
  t.regex(failed.log, /\[-Werror,-Wignored-pragmas\][\s\S]*\n1 error generated\.\n$/);
  t.is((await build(strange, '-w')).log, '');
  const unknown = await build(`#pragma OPENCL_EXTENSION cl_amd_printf:enable\n${KERNEL}`, '-Wall -Werror');
  t.is(unknown.status, 'failure');
  t.regex(unknown.log, /program\.cl:1:9: error: unknown pragma ignored \[-Werror,-Wunknown-pragmas\]/);
});

test('printf: right formats are silent, wrong ones warn', async (t) => {
  const right = `__kernel void k(__global float4 *f, __global int4 *i, long l, uchar c, double d, __constant char *s) {
    printf("%d %u %x %ld %lu %hhu %c %f %g %s %p %%\\n", i[0].x, 3u, 4u, l, (ulong)l, c, c, f[0].x, d, "text", f);
    printf("%v4hlf %v4hld %v2hhx %v4lf %5.2v4hlf\\n", f[0], i[0], (uchar2)(1, 2), (double4)(d), f[0]);
    printf("%d\\n", (short)3);
  }`;
  const quiet = await build(right, '-Wall -Werror');
  t.is(quiet.status, 'success', quiet.log);
  const wrong = '__kernel void k(float f) { printf("%d\\n", f); }';
  const warned = await build(wrong);
  t.is(warned.status, 'success');
  t.regex(warned.log, /program\.cl:1:\d+: warning: format specifies type 'int'.*\[-Wformat\]/);
  t.is((await build(wrong, '-Werror')).status, 'failure');
});

test('the attributes of OpenCL C are where they belong', async (t) => {
  const result = await build(
    '__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void k(__global int *p) { p[0] = 1; }',
    '-Wall -Werror',
  );
  t.is(result.status, 'success', result.log);
});

test('the first line of a compiler crash is kept', async (t) => {
  const folder = temporaryFolder(t);
  const frames = Array.from({ length: 40 }, (_, i) => `    0x${i}: i32 = Register %${i}`).join('\n');
  const text = `fatal error: error in backend: Cannot select: the reason\n${frames}\nIn function: k\nStack dump:\n0.\tProgram arguments\n1.\tCode generation\n`;
  writeFileSync(join(folder, 'text'), text);
  const fails = `case "$*" in *program.o*) cat ${join(folder, 'text')} >&2; exit 70 ;; esac`;
  const front = newFrontEnd({ clang: scriptedClang(folder, fails), cacheDir: join(folder, 'cache') });
  const { status, log } = await front.build({ kind: 'build', source: bytes(KERNEL), options: '', device: 'tahiti' });
  await front.dispose();
  t.is(status, 'failure');
  t.regex(log, /^error: the compiler \S+ crashed\nfatal error: error in backend: Cannot select: the reason\n/);
  t.regex(log, /In function: k\n/);
  t.true(readdirSync(join(folder, 'cache')).includes('crashes'));
});
