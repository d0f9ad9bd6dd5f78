// Kernel signatures: sizes and offsets of arguments against two values of clang itself, sizeof in the source and
// the metadata that its HSA target writes for the same source.

import { execFileSync } from 'node:child_process';
import test from 'ava';
import { KERNARG_HEADER } from '../../src/cal/convention.js';
import { findToolchain } from '../../src/compiler/clang/toolchain.js';
import { build, CLANG, kernel } from './setup.js';

const TYPES = `
typedef struct { int x; char c; float4 f; short s[3]; long l; } A;
typedef struct __attribute__((packed)) { char a; int b; double d; } P;
typedef union { int i; float f; char big[10]; } U;
typedef struct { U u; A a[2]; struct { char c; double d; } in; } N;
`;
const VALUES = [
  'char',
  'uchar',
  'short',
  'ushort',
  'int',
  'uint',
  'long',
  'ulong',
  'float',
  'double',
  'char2',
  'char3',
  'uchar4',
  'short3',
  'int2',
  'int3',
  'float3',
  'float8',
  'double3',
  'long16',
  'uchar16',
  'A',
  'P',
  'U',
  'N',
  'char',
  'float',
];
const SOURCE = `${TYPES}
__kernel void k(__global int *p, ${VALUES.map((type, i) => `${type} v${i}`).join(', ')},
  __local float *l, __constant uint *c, char last) { p[0] = last + l[0] + c[0]; }`;

test('sizes are those of sizeof', async (t) => {
  const { args } = await kernel(SOURCE);
  const values = args.filter((arg) => /^v\d/.test(arg.name));
  t.is(values.length, VALUES.length);
  const checks = values.map((arg) => `char c_${arg.name}[sizeof(${arg.typeName}) == ${arg.size} ? 1 : -1];`);
  const result = await build(`${TYPES} struct Check { ${checks.join('\n')} }; __kernel void k(void) {}`);
  t.is(result.status, 'success', result.log);
  const wrong = await build(`${TYPES} struct Check { char c[sizeof(A) == 63 ? 1 : -1]; };`);
  t.is(wrong.status, 'failure');
});

test("offsets are those of clang's HSA metadata, behind our header", async (t) => {
  const { args } = await kernel(SOURCE);
  const { toolchain } = findToolchain(CLANG.clang);
  const target = ['-target', 'amdgcn-amd-amdhsa', '-mcpu=tahiti', '-nogpulib', '-mcode-object-version=4'];
  const flags = ['-x', 'cl', '-cl-std=CL1.2', ...target, '-S', '-O1', '-o', '-', '-'];
  const assembly = execFileSync(toolchain!.clang, flags, { input: SOURCE, encoding: 'latin1' });
  const metadata = assembly.slice(assembly.indexOf('.amdgpu_metadata'));
  const offsets = [...metadata.matchAll(/\.offset:\s+(\d+)/g)].map((match) => Number(match[1]));
  t.true(offsets.length >= args.length);
  t.deepEqual(
    args.map((arg) => arg.offset - KERNARG_HEADER.size),
    offsets.slice(0, args.length),
  );
});

test('arguments have kinds, names, qualifiers and image dimensions', async (t) => {
  const { args } = await kernel(`__kernel void k(const __global volatile float *restrict a, __constant int *b,
    __local double *c, read_only image2d_array_t d, write_only image1d_buffer_t e, sampler_t f, const uint g) {
    c[0] = a[0] + b[0] + g; }`);
  const rows = args.map((arg) => [arg.name, arg.kind, arg.typeName, arg.addressQualifier, arg.accessQualifier]);
  t.deepEqual(rows, [
    ['a', 'global', 'float*', 'global', 'none'],
    ['b', 'constant', 'int*', 'constant', 'none'],
    ['c', 'local', 'double*', 'local', 'none'],
    ['d', 'image', 'image2d_array_t', 'global', 'read_only'],
    ['e', 'image', 'image1d_buffer_t', 'global', 'write_only'],
    ['f', 'sampler', 'sampler_t', 'private', 'none'],
    ['g', 'value', 'uint', 'private', 'none'],
  ]);
  t.deepEqual(args[0]!.typeQualifiers, ['const', 'restrict', 'volatile']);
  t.is(args[3]!.imageDimension, '2d_array');
  t.is(args[4]!.imageDimension, '1d_buffer');
  t.deepEqual(
    args.map((arg) => arg.size),
    [8, 8, 4, 8, 8, 8, 4],
  );
});

test('attributes are read', async (t) => {
  const first = await kernel(`__attribute__((reqd_work_group_size(64, 2, 1))) __attribute__((vec_type_hint(uint4)))
    __kernel void k(void) {}`);
  t.deepEqual(first.reqdWorkGroupSize, [64, 2, 1]);
  t.is(first.vecTypeHint, 'uint4');
  const second = await kernel(
    '__attribute__((work_group_size_hint(8, 8, 1))) __attribute__((vec_type_hint(float))) __kernel void k(void) {}',
  );
  t.deepEqual(second.workGroupSizeHint, [8, 8, 1]);
  t.is(second.vecTypeHint, 'float');
  t.is(second.reqdWorkGroupSize, undefined);
});
