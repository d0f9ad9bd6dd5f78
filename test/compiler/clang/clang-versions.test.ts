// The table of clang's versions is true: without a flag its defect occurs for the versions of the table, and nowhere
// else. With ATOLL_CLANG another compiler than the default one is tested, like the rest of this folder.

import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { targetArgs } from '../../../src/compiler/clang/clang-args.js';
import { findToolchain } from '../../../src/compiler/clang/toolchain.js';
import {
  CLANG_VERSIONS,
  TESTED_VERSIONS,
  VERSION_FLAGS,
  VERSION_REPAIRS,
  type VersionRepair,
  versionArgs,
} from '../../../src/compiler/clang-versions.js';
import { copyOf } from '../../../src/compiler/ir/opaque-copy.js';
import { readModule } from '../../../src/compiler/ir/read.js';
import { findOverwritten } from '../../../src/compiler/machine-code/machine-code-check.js';
import { root } from '../../../src/util/paths.js';
import { build, CLANG, temporaryFolder } from '../setup.js';
import { SPOILING_CALL } from '../spoiling-call.js';

const TARGET_ARGS = targetArgs('tahiti');
const { toolchain } = findToolchain(CLANG.clang);
const { clang, version } = toolchain!;

const clangOutput = (args: readonly string[]): string =>
  execFileSync(clang, args, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] });

/** The second process' arguments for a source, with the version's flags but those that contain a word. */
async function codeArgs(folder: string, source: string, without: string, change = (ir: string) => ir) {
  const { ir, log } = await build(source, '', { keepIr: true });
  if (ir === undefined) throw new Error(log);
  const file = join(folder, 'kernel.ll');
  writeFileSync(file, change(ir), 'latin1');
  const flags = VERSION_FLAGS.filter(({ words }) => !words.some((word) => word.includes(without)));
  const words = [
    '-x',
    'ir',
    ...TARGET_ARGS,
    '-O2',
    '-Xclang',
    '-disable-llvm-passes',
    ...versionArgs('code', version, flags),
  ];
  return { args: [...words, file], ir };
}

/** Assembly of a source, as `codeArgs`. */
async function assembly(...[folder, source, without, change]: Parameters<typeof codeArgs>): Promise<string> {
  const { args } = await codeArgs(folder, source, without, change);
  return clangOutput([...args, '-S', '-o', '-']);
}

const executed = (name: string): string =>
  readFileSync(join(root, 'test', 'compiler', 'executed', `${name}.cl`), 'utf8');

/** The text before results of iterations were copied, words or vectors element by element. */
function withoutTurns(ir: string): string {
  const copied =
    /^ {2}(%atoll\.leave\.\d+)(?: = call .* asm .*\(.* (%[\w.]+)\)|\.e0 = extractelement .* (%[\w.]+), i32 0)$/gm;
  const names = new Map([...ir.matchAll(copied)].map(([, copy, word, vector]) => [copy!, (word ?? vector)!]));
  const rest = ir.replace(/^ {2}%atoll\.leave\..*\n/gm, '');
  return rest.replace(/%atoll\.leave\.\d+/g, (copy) => names.get(copy) ?? copy);
}

/** A pair of SGPRs that decides whether a loop's body is skipped. */
const CONDITION = /s_andn2_b64 vcc, exec, s\[(\d+):\d+\]\n\s+s_cbranch_vccnz/;

/** True if the condition of the outer loop is written again within the loop. */
function losesCondition(text: string): boolean {
  const match = CONDITION.exec(text);
  if (!match) return false;
  const rest = text.slice(match.index + match[0].length, text.indexOf('s_endpgm'));
  return new RegExp(`^\\s+s_\\w+_b64 s\\[${match[1]}:\\d+\\], `, 'm').test(rest);
}

/** The file of a kernel. */
function plainSource(folder: string, body: string): string {
  const file = join(folder, 'plain.cl');
  writeFileSync(file, `__kernel void k(__global float *f, __global uint *u) { ${body} }`);
  return file;
}

/** Assembly of a kernel as clang alone makes it. */
const plainAssembly = (folder: string, body: string): string =>
  clangOutput(['-x', 'cl', ...TARGET_ARGS, '-O2', '-S', plainSource(folder, body), '-o', '-']);

/** A private array of 32 words that is read and written at indices of each work-item. */
const TABLE = `uint t[32], s = *u;
  for (int i = 0; i < 32; i++) t[i] = s = s * 5 + 1;
  for (int i = 0; i < 3; i++) { uint e = s & 31; s = t[e]; t[e] = s * 3; }
  *u = s;`;

/** A function that has the name of OpenCL's, with a constant exponent. */
const EXPONENT = `float __attribute__((overloadable)) ldexp(float, int);
  *f = ldexp(*f, -127);`;

/** A product with 0 of a function that has the name of OpenCL's: NaN for infinities. */
const NOTHING = `float __attribute__((overloadable)) fma(float, float, float);
  *f = fma(*f, 0.0f, 1.0f);`;

/** Elements that are chosen as integers and negated as floats. */
const NEGATED = `uint3 q = vload3(0, u), s = q > 0x40800000u ? q : 0x3f000000u; float3 n = -as_float3(s), r = n * (1.0f + n);
  *u = as_uint(n.x) + as_uint(n.y) * 3 + as_uint(r.x) * 5;`;

/** The lanes with a number other than 1. */
const BALLOT =
  'float x = f[__builtin_amdgcn_workitem_id_x()];' +
  ' *(global ulong *)u = __builtin_amdgcn_ballot_w64(__builtin_islessgreater(x, 1.0f));';

/** An element of a vector, set where two ways lead to. */
const JOINED =
  'global double2 *p = (global double2 *)u; double2 v = p[1]; float x = f[0];' +
  ' if (x >= 8.0f || (x >= -8.0f && ((int)x & 3))) v.s0 = 1.0; p[2] = v;';
/** A sum whose upper half is made of three words and a carry. */
const CARRIED =
  'global ulong *p = (global ulong *)u; ulong a = p[0] * p[1], s = a + u[4]; *(global ulong *)f = s; u[0] = s < a;';
/** The upper half of the complement is all ones. */
const COMPLEMENT = 'uint i = u[0]; ulong b = (ulong)u[1] * u[2]; *(global ulong *)u = ~(ulong)i | b;';

/** A vector in private memory that is written with its own elements. */
const RESTORED = `typedef float float8 __attribute__((ext_vector_type(8)));
static float8 parts(float8 x, float8 *p) { *p = x * 2.0f; return x; }
__kernel void k(__global float8 *f, __global uint *u) {
  float8 b = 0.0f, a = parts(f[0], &b);
  for (uint i = 0; i < (u[3] & 3); i++) ;
  { int i = 0; do { a = b; } while (i++ < 3 && u[4] != u[u[5] & 63]); }
  uint n = u[6];
  for (uint i = 0; i < (n & 3u); ++i)
    for (int j = 0; j++ < 2 && ((n << u[7] | n >> (32 - u[7])) & 1);) b = a;
  f[1] = b;
}`;

/** A private array whose elements are indices of it. */
const INDICES = 'int a[8]; for (int j = 0; j < 8; j++) a[j] = u[j]; u[0] = a[a[u[9] & 7]];';
/** A maximum of a number and of the same one negated, between 0 and 1. */
const CLAMPED = `target triple = "amdgcn--"
define float @f(float %a) {
  %x = fmul float %a, 5.000000e-01
  %n = fneg float %x
  %m = call float @llvm.maxnum.f32(float %x, float %n)
  %l = call float @llvm.maxnum.f32(float %m, float 0.000000e+00)
  %h = call float @llvm.minnum.f32(float %l, float 1.000000e+00)
  ret float %h
}
declare float @llvm.maxnum.f32(float, float)
declare float @llvm.minnum.f32(float, float)
`;
/** Bytes of four words of one factor, and of one word of the other. */
const DOTS = `typedef unsigned char bytes __attribute__((ext_vector_type(16)));
  bytes x = *(global bytes *)u, y = *(global bytes *)(u + 4);
  u[0] = u[64] + x.s0 * (unsigned)y.s4 + x.s5 * (unsigned)y.s3 + x.sa * (unsigned)y.s2 + x.sf * (unsigned)y.s1;`;

/** A struct of six bytes, aligned as a word. */
const SIX = `struct { unsigned char a[6]; } s __attribute__((aligned(4)));
  for (int i = 0; i < 6; i++) s.a[i] = u[__builtin_amdgcn_workitem_id_x() + i];
  u[0] = *(unsigned *)&s + s.a[u[9] & 3];`;

/** True if a source makes IR that clang refuses, or ends clang, where memory that is freed is overwritten. */
function isBroken(folder: string, file: string): boolean {
  const env = { ...process.env, MALLOC_PERTURB_: '85' };
  const text = join(folder, 'broken.ll');
  const source = ['-x', 'cl', ...TARGET_ARGS, '-O2', '-fno-crash-diagnostics', '-S', file, '-o'];
  const steps = [
    [...source, '/dev/null'],
    [...source, text, '-emit-llvm'],
    ['-x', 'ir', ...TARGET_ARGS, '-S', text, '-o', '/dev/null'],
  ];
  return steps.some((args) => spawnSync(clang, args, { env }).status !== 0);
}

/** Finds the effect of a missing flag, by a word of it, in the compiler's output. */
const FAILURES: Readonly<Record<string, (folder: string) => Promise<boolean>>> = {
  'enable-ipra': async (folder) => !/v_writelane_b32 v\d+, s(?:96|97)/.test(await spoilt(folder)),
  'exec-mask-pre-ra': async (folder) => {
    return losesCondition(await assembly(folder, executed('loop-condition'), 'exec-mask-pre-ra'));
  },
  cl_khr_fp16: async () => {
    const macros = clangOutput(['-x', 'cl', '-cl-std=CL1.2', ...TARGET_ARGS, '-E', '-dM', '/dev/null']);
    const declares = await build(
      '#ifdef cl_khr_fp16\n#error there\n#endif\n__kernel void k(__global float *o) { o[0] = vload_half(0, (__global half *)o); }',
    );
    return macros.includes('#define cl_khr_fp16 1') && declares.status === 'success';
  },
  'bracket-depth': async (folder) => {
    const file = join(folder, 'nested.cl');
    const chain = Array.from({ length: 5000 }, (_, i) => `#define M${i} (M${i + 1})`).join('\n');
    writeFileSync(file, `${chain}\n#define M5000 1\nint nested = M0;\n`);
    const { stderr } = spawnSync(clang, ['-x', 'cl', ...TARGET_ARGS, '-fsyntax-only', file], { encoding: 'utf8' });
    return !stderr.includes('bracket nesting level exceeded');
  },
  'vector-max-regs': async (folder) => plainAssembly(folder, TABLE).includes('v_movrels_b32'),
  // Freed memory is overwritten, so that a read of it crashes each time.
  'disable-promote-alloca': async (folder) => {
    const file = join(folder, 'restored.cl');
    writeFileSync(file, RESTORED);
    return isBroken(folder, file) || isBroken(folder, plainSource(folder, INDICES));
  },
  // The sum is made after the loop, from data loaded in the last iteration.
  'machine-sink': async (folder) => {
    const text = await assembly(folder, executed('loop-results'), 'machine-sink', withoutTurns);
    return /s_cbranch_execnz[\s\S]*v_cvt_f32_i32\w* (v\d+), s\d+\n[\s\S]*v_add_f32\w* v\d+, 1\.0, \1\b/.test(text);
  },
  // A pair that callers keep values in, or the return address while it is needed.
  'long-branch-factor': async (folder) => {
    const { args, ir } = await codeArgs(folder, executed('long-branches'), 'long-branch-factor');
    const file = join(folder, 'branches.o');
    clangOutput([...args, '-fintegrated-as', '-c', '-o', file]);
    const object = readFileSync(file);
    return (await findOverwritten({ object, module: readModule(ir), processor: 'tahiti', version })) !== undefined;
  },
  'simplify-libcall': async (folder) =>
    plainAssembly(folder, EXPONENT).includes('v_mul_f32') ||
    !/_Z3fmafff|v_(?:fma|mad)_/.test(plainAssembly(folder, NOTHING)),
};

const spoilt = async (folder: string): Promise<string> => {
  const text = await assembly(folder, SPOILING_CALL, 'enable-ipra');
  return text.slice(text.indexOf('spoil:'), text.indexOf('s_setpc_b64'));
};

for (const { words, first, last } of VERSION_FLAGS) {
  const key = Object.keys(FAILURES).find((name) => words.some((word) => word.includes(name)))!;
  test(`${words.join(' ')}: needed by ${first} to ${last}, and not by others`, async (t) => {
    // Some words are there for several ranges of versions, each with its own reason.
    const same = VERSION_FLAGS.filter((flag) => String(flag.words) === String(words));
    const needed = same.some((flag) => version >= flag.first && version <= flag.last);
    t.is(await FAILURES[key]!(temporaryFolder(t)), needed, `clang ${version}`);
  });
}

/** True if a counter in an SGPR is read after the loop that counts it. */
function readsCounter(text: string): boolean {
  const [, loop = '', rest = ''] = /(s_mov_b64[\s\S]*?s_cbranch_execnz)([\s\S]*)/.exec(text) ?? [];
  const counters = [...loop.matchAll(/s_add_i32 (s\d+), s\d+, 1\n|s_mov_b32 (s\d+), s\d+\n/g)].map(
    ([, a, b]) => a ?? b,
  );
  return counters.some((one) => new RegExp(`v_(?:add_i32|mov_b32)\\w* v\\d+, (?:vcc, )?${one}\\b`).test(rest));
}

/**
 * Hands the vector of a loop on to its next turn through a copy, so that it is not merged with what leaves the loop.
 */
function withVectorCopied(ir: string): string {
  const [, value = '', block = ''] = /= phi <2 x i32> \[.*\], \[ (%[\w.]+), %([\w.]+) \]/.exec(ir) ?? [];
  const copy = copyOf('%again', '<2 x i32>', value) ?? [];
  return ir
    .replace(`[ ${value}, %${block} ]`, `[ %again, %${block} ]`)
    .replace(new RegExp(`^  br i1 .*, label %${block},`, 'm'), (end) => [...copy, end].join('\n'));
}

/** Defects without a repair of the text. */
const DEFECTS: Readonly<Record<VersionRepair['name'], (folder: string) => boolean | Promise<boolean>>> = {
  extremes: (folder) => {
    const body = 'float m = f[0] < f[1] ? f[1] : f[0]; f[3] = m < f[2] ? f[2] : m;';
    const file = plainSource(folder, body);
    return spawnSync(clang, ['-x', 'cl', ...TARGET_ARGS, '-O2', '-S', file, '-o', '/dev/null']).status !== 0;
  },
  choices: (folder) => !plainAssembly(folder, '*f = *f > 5.0f ? *f : -5.0f;').includes('v_cndmask_b32'),
  zeros: (folder) => plainAssembly(folder, '*f = *f <= 0.0f ? *f : 0.0f;').includes('v_min_legacy_f32'),
  divisions: (folder) => !plainAssembly(folder, '*u = 4294967278u % ((*u & 3) | 1);').includes('v_mul_hi_u32'),
  // The quotient is cut to the bits of the operands.
  quotients: (folder) =>
    /v_rcp_iflag_f32[\s\S]*v_bfe_i32 v\d+, v\d+, 0, 8\n/.test(
      plainAssembly(folder, '*(global int *)u = ((global char *)f)[0] / ((global char *)f)[1];'),
    ),
  ballots: (folder) => !plainAssembly(folder, BALLOT).includes('v_cmp_lg_f32'),
  negations: (folder) => !/v_xor_b32|-v\d/.test(plainAssembly(folder, NEGATED)),
  // Lanes that come by the second way become active, and then nothing is done in them.
  joins: (folder) =>
    /s_and_saveexec_b64 s\[\d+:\d+\], s\[\d+:\d+\]\n(?:[.;].*\n|\s+;.*\n)*\s*s_or_b64 exec/.test(
      plainAssembly(folder, JOINED),
    ),
  turns: async (folder) => {
    const texts = [withoutTurns, (ir: string) => withVectorCopied(withoutTurns(ir))].map((change) =>
      assembly(folder, executed('turns'), 'no flag', change),
    );
    return (await Promise.all(texts)).some(readsCounter);
  },
  nulls: (folder) => {
    const file = plainSource(folder, 'int a = *u, b = 2 * a; int *p = a > 3 ? &a : (a > 1 ? &b : 0); *u = p ? *p : 5;');
    return spawnSync(clang, ['-x', 'cl', ...TARGET_ARGS, '-O2', '-S', file, '-o', '/dev/null']).status !== 0;
  },
  // The carry is that of three words.
  carries: (folder) =>
    /v_addc_u32\w* v\d+, vcc, v\d+, v\d+, vcc\n(?!.*v_cmp_\w+_u64)[\s\S]*v_cndmask_b32\w* v\d+, 0, 1, vcc/.test(
      plainAssembly(folder, CARRIED),
    ),
  clamps: (folder) => {
    const file = join(folder, 'clamped.ll');
    writeFileSync(file, CLAMPED);
    const args = ['-x', 'ir', ...TARGET_ARGS, '-O2', '-Xclang', '-disable-llvm-passes', '-S', file, '-o', '-'];
    return !clangOutput(args).includes('v_max_f32');
  },
  vectors: (folder) => isBroken(folder, plainSource(folder, INDICES)),
  // Work-items lie six bytes apart.
  strides: (folder) => /v_mul_lo_u32 v\d+, v\d+, 6\n[\s\S]*ds_write_b32/.test(plainAssembly(folder, SIX)),
  // One word is read in place of two.
  dots: (folder) => {
    const args = ['-x', 'cl', ...targetArgs('gfx906'), '-O2', '-S', plainSource(folder, DOTS), '-o', '-'];
    return /v_perm_b32 v\d+, ([sv]\d+), \1, /.test(clangOutput(args));
  },
  unions: (folder) => !/v_(?:mov_b32\w* v\d+|or_b32\w* v\d+, v\d+), -1/.test(plainAssembly(folder, COMPLEMENT)),
};

for (const { name, first, last } of VERSION_REPAIRS) {
  test(`${name}: repaired for ${first} to ${last}, and right with others`, async (t) => {
    t.is(await DEFECTS[name](temporaryFolder(t)), version >= first && version <= last, `clang ${version}`);
  });
}

test('maxima of maxima reach code generation in a form that it compiles with optimisation', async (t) => {
  const text = await assembly(temporaryFolder(t), executed('extremes'), 'no flag');
  t.true((text.match(/v_m(?:ax|in)_legacy_f32/g) ?? []).length >= 9);
});

test('a version that is not known gets no flag that others refuse', (t) => {
  const refused = VERSION_FLAGS.filter(({ refusedByOthers }) => refusedByOthers);
  t.true(refused.length > 0);
  for (const { words, first } of refused) {
    const gets = (version: number): boolean =>
      (['source', 'code'] as const).some((step) => versionArgs(step, version).includes(words.at(-1)!));
    t.deepEqual([0, first - 1, first].map(gets), [false, false, true]);
  }
});

test('large private arrays with an index for every work-item lie in private memory', async (t) => {
  const source = `__kernel void k(__global uint *u) { ${TABLE} }`;
  t.false((await assembly(temporaryFolder(t), source, 'no flag')).includes('v_movrels_b32'));
});

test('every flag has a reason, every tested version is one that is looked for, the default is tested', (t) => {
  for (const { reason, first, last } of [...VERSION_FLAGS, ...VERSION_REPAIRS])
    t.true(reason.length > 40 && first <= last);
  t.deepEqual(
    TESTED_VERSIONS.filter((tested) => !CLANG_VERSIONS.includes(tested)),
    [],
  );
  t.true(TESTED_VERSIONS.includes(CLANG_VERSIONS[0]!));
});
