// Kernels in HSAIL on the simulated chips: finalized, linked, executed.

import test from 'ava';
import { chipById } from '../../src/chips/chips.js';
import { finalizeBrig } from '../../src/compiler/finalize.js';
import { ByteReader } from '../../src/elf/bytes.js';
import { readElf } from '../../src/elf/reader.js';
import { readCodeObject } from '../../src/hsa/code-object.js';
import { CodeObjectDebug } from '../../src/hsa/debug-info.js';
import { codeObjectProgram } from '../../src/hsa/load/program.js';
import { loadIsa } from '../../src/isa/load-isa.js';
import { readImage } from '../../src/library/image.js';
import { Machine } from '../../src/library/index.js';
import { temporaryFolder } from '../compiler/setup.js';
import { brigModule, CHIPS, finalized, launched } from './finalized.js';

const HEAD = 'module &m:1:0:$full:$large:$default;\n';

/** c = 2 a + b for the first n. */
const SUM = `${HEAD}
prog kernel &sum(kernarg_u64 %a, kernarg_u64 %b, kernarg_u64 %c, kernarg_u32 %n)
{
  workitemabsid_u32 $s0, 0;
  ld_kernarg_u32 $s1, [%n];
  cmp_ge_b1_u32 $c0, $s0, $s1;
  cbr_b1 $c0, @end;
  cvt_u64_u32 $d0, $s0;
  shl_u64 $d0, $d0, 2;
  ld_kernarg_u64 $d1, [%a];
  add_u64 $d1, $d1, $d0;
  ld_global_u32 $s2, [$d1];
  ld_kernarg_u64 $d2, [%b];
  add_u64 $d2, $d2, $d0;
  ld_global_u32 $s3, [$d2];
  mad_u32 $s2, $s2, 2, $s3;
  ld_kernarg_u64 $d3, [%c];
  add_u64 $d3, $d3, $d0;
  st_global_u32 $s2, [$d3];
@end:
  ret;
};
`;

test('a kernel with arguments, a branch and memory runs on both chips and engines', async (t) => {
  const count = 200;
  for (const device of CHIPS) {
    const image = await finalized([SUM], device);
    for (const engine of ['interp', 'jit'] as const) {
      const [a, b] = [Uint32Array.from({ length: count }, (_, i) => i), new Uint32Array(count).fill(7)];
      const c = new Uint32Array(count);
      const launch = { kernel: '&sum', engine, globalSize: [256], localSize: [64] } as const;
      await launched(image, { ...launch, arguments: [a, b, c, count - 1] });
      const expected = Uint32Array.from(a, (value, i) => (i < count - 1 ? 2 * value + 7 : 0));
      t.deepEqual(c, expected, `${device} ${engine}`);
    }
  }
});

/** Writes its own value of `step`, which a second module defines, and calls its function. */
const CALLER = `module &caller:1:0:$full:$large:$default;
decl prog function &twice(arg_u32 %result)(arg_u32 %x);
prog alloc(agent) global_u32 &offset = 5;
prog kernel &main(kernarg_u64 %out)
{
  loc 42 3 "caller.cl";
  workitemabsid_u32 $s0, 0;
  {
    arg_u32 %r;
    arg_u32 %v;
    st_arg_u32 $s0, [%v];
    call &twice(%r)(%v);
    ld_arg_u32 $s1, [%r];
  }
  ld_global_u32 $s2, [&offset];
  add_u32 $s1, $s1, $s2;
  cvt_u64_u32 $d0, $s0;
  shl_u64 $d0, $d0, 2;
  ld_kernarg_u64 $d1, [%out];
  add_u64 $d1, $d1, $d0;
  st_global_u32 $s1, [$d1];
  ret;
};
`;
const CALLEE = `module &callee:1:0:$full:$large:$default;
prog function &twice(arg_u32 %result)(arg_u32 %x)
{
  ld_arg_u32 $s0, [%x];
  shl_u32 $s0, $s0, 1;
  st_arg_u32 $s0, [%result];
  ret;
};
`;

test('functions and variables are found over modules', async (t) => {
  const image = await finalized([CALLER, CALLEE], 'fiji');
  const out = new Uint32Array(4);
  await launched(image, { kernel: '&main', engine: 'jit', globalSize: [4], arguments: [out] });
  t.deepEqual([...out], [5, 7, 9, 11]);
});

/** Of 64 lanes each third has NaN, and each second of the others 1. */
const COUNTED = `${HEAD}
prog kernel &count(kernarg_u64 %values, kernarg_u64 %out)
{
  workitemabsid_u32 $s0, 0;
  cvt_u64_u32 $d0, $s0;
  ld_kernarg_u64 $d1, [%values];
  mad_u64 $d1, $d0, 4, $d1;
  ld_global_f32 $s1, [$d1];
  cmp_ne_b1_f32 $c0, $s1, 1.0f;
  activelanecount_u32_b1 $s2, $c0;
  ld_kernarg_u64 $d2, [%out];
  mad_u64 $d2, $d0, 4, $d2;
  st_global_u32 $s2, [$d2];
  ret;
};
`;

test('lanes are counted by comparisons that are ordered', async (t) => {
  const image = await finalized([COUNTED], 'fiji');
  const values = Float32Array.from({ length: 64 }, (_, lane) => (lane % 3 === 0 ? Number.NaN : lane % 2));
  const out = new Uint32Array(64);
  const buffers = [new Uint32Array(values.buffer), out];
  await launched(image, { kernel: '&count', engine: 'jit', globalSize: [64], arguments: buffers });
  t.deepEqual(new Set(out), new Set([values.filter((value) => value === 0).length]));
});

/** Even work-items call one function, odd ones another; every fifth calls none. */
const INDIRECT = `${HEAD}
prog alloc(agent) global_u32 &anchor = 0;
private_u32 &own;
signature &change(arg_u32 %r)(arg_u32 %x);
function &square(arg_u32 %r)(arg_u32 %x)
{
  ld_arg_u32 $s0, [%x];
  mul_u32 $s0, $s0, $s0;
  st_arg_u32 $s0, [%r];
};
prog indirect function &squared(arg_u32 %r)(arg_u32 %x)
{
  ld_arg_u32 $s0, [%x];
  {
    arg_u32 %sr;
    arg_u32 %sx;
    st_arg_u32 $s0, [%sx];
    call &square(%sr)(%sx);
    ld_arg_u32 $s0, [%sr];
  }
  st_arg_u32 $s0, [%r];
};
prog indirect function &negated(arg_u32 %r)(arg_u32 %x)
{
  ld_arg_u32 $s0, [%x];
  neg_s32 $s0, $s0;
  st_arg_u32 $s0, [%r];
};
prog kernel &k(kernarg_u32 %even, kernarg_u32 %odd, kernarg_u64 %out)
{
  workitemabsid_u32 $s0, 0;
  st_private_u32 $s0, [&own];
  and_b32 $s1, $s0, 1;
  cmp_eq_b1_u32 $c0, $s1, 0;
  ld_kernarg_u32 $s2, [%even];
  ld_kernarg_u32 $s3, [%odd];
  cmov_b32 $s4, $c0, $s2, $s3;
  cvt_s64_s32 $d0, $s4;
  lda_global_u64 $d1, [&anchor];
  add_u64 $d0, $d0, $d1;
  mov_b32 $s5, 7;
  rem_u32 $s6, $s0, 5;
  cmp_eq_b1_u32 $c1, $s6, 0;
  cbr_b1 $c1, @done;
  {
    arg_u32 %r;
    arg_u32 %x;
    st_arg_u32 $s0, [%x];
    icall_u64 $d0(%r)(%x) &change;
    ld_arg_u32 $s5, [%r];
  }
@done:
  ld_private_u32 $s7, [&own];
  cvt_u64_u32 $d3, $s7;
  ld_kernarg_u64 $d2, [%out];
  mad_u64 $d2, $d3, 4, $d2;
  st_global_u32 $s5, [$d2];
  ret;
};
`;

test('indirect functions are called by their addresses, others in each lane', async (t) => {
  for (const device of CHIPS) {
    const { codeObject } = await finalizeBrig([brigModule(INDIRECT)], chipById(device)!);
    const elf = readElf(new ByteReader(codeObject, 'code object'));
    const symbols = elf.symbols(elf.section('.dynsym'));
    const address = (name: string): number => symbols.find((symbol) => symbol.name === name)!.value;
    const place = (name: string): number => (address(name) - address('&anchor')) >>> 0;
    const out = new Uint32Array(128);
    const buffers = [place('&squared'), place('&negated'), out];
    const launch = { kernel: '&k', globalSize: [128], localSize: [64], arguments: buffers } as const;
    for (const engine of ['interp', 'jit'] as const) {
      await launched(readImage(codeObject), { ...launch, engine });
      const expected = Uint32Array.from(out, (_, x) => (x % 5 === 0 ? 7 : x % 2 === 0 ? x * x : -x));
      t.deepEqual(out, expected, `${device} ${engine}`);
    }
  }
});

const TRAP = `${HEAD}prog kernel &trap(kernarg_u64 %out)
{
  loc 7 1 "trap.cl";
  ld_kernarg_u64 $d0, [%out];
  debugtrap_u32 1;
  st_global_u32 5, [$d0];
  ret;
};
`;

test('debugtrap stops the kernel with a fault', async (t) => {
  const image = await finalized([TRAP], 'fiji');
  const out = new Uint32Array(1);
  await t.throwsAsync(launched(image, { kernel: '&trap', engine: 'jit', globalSize: [1], arguments: [out] }), {
    code: 'GPU_FAULT',
    message: /&trap.*trap 1: there is no trap handler/,
  });
});

/** An indirect function, and one that it calls, divide by x and x - 1. Both it and the kernel read the flags. */
const FLAGS_OF_INDIRECT = `${HEAD}
prog alloc(agent) global_u32 &anchor = 0;
signature &change(arg_u32 %r)(arg_u32 %x);
function &reciprocal(arg_f32 %r)(arg_f32 %x)
{
  ld_arg_f32 $s0, [%x];
  div_f32 $s0, 1.0f, $s0;
  st_arg_f32 $s0, [%r];
};
prog indirect function &divided(arg_u32 %r)(arg_u32 %x)
{
  ld_arg_u32 $s0, [%x];
  cvt_f32_u32 $s1, $s0;
  div_f32 $s1, 1.0f, $s1;
  sub_u32 $s0, $s0, 1;
  cvt_f32_u32 $s2, $s0;
  {
    arg_f32 %sr;
    arg_f32 %sx;
    st_arg_f32 $s2, [%sx];
    call &reciprocal(%sr)(%sx);
    ld_arg_f32 $s2, [%sr];
  }
  getdetectexcept_u32 $s3;
  st_arg_u32 $s3, [%r];
};
prog kernel &k(kernarg_u32 %f, kernarg_u32 %x, kernarg_u64 %out)
{
  enabledetectexceptions 31;
  ld_kernarg_u32 $s2, [%f];
  ld_kernarg_u32 $s0, [%x];
  cvt_s64_s32 $d0, $s2;
  lda_global_u64 $d1, [&anchor];
  add_u64 $d0, $d0, $d1;
  {
    arg_u32 %r;
    arg_u32 %x;
    st_arg_u32 $s0, [%x];
    icall_u64 $d0(%r)(%x) &change;
    ld_arg_u32 $s5, [%r];
  }
  getdetectexcept_u32 $s6;
  ld_kernarg_u64 $d2, [%out];
  st_global_u32 $s5, [$d2];
  st_global_u32 $s6, [$d2 + 4];
  ret;
};
`;

test('indirect functions record exceptions of the kernel that calls them', async (t) => {
  const [divideByZero, inexact] = [2, 16];
  for (const device of CHIPS) {
    const { codeObject } = await finalizeBrig([brigModule(FLAGS_OF_INDIRECT)], chipById(device)!);
    const elf = readElf(new ByteReader(codeObject, 'code object'));
    const symbols = elf.symbols(elf.section('.dynsym'));
    const address = (name: string): number => symbols.find((symbol) => symbol.name === name)!.value;
    const place = (address('&divided') - address('&anchor')) >>> 0;
    const image = readImage(codeObject);
    for (const [x, flags] of [
      [0, divideByZero],
      [1, divideByZero],
      [2, 0],
      [3, inexact],
    ] as const) {
      const out = new Uint32Array(2);
      await launched(image, { kernel: '&k', engine: 'jit', globalSize: [1], arguments: [place, x, out] });
      t.deepEqual(
        [...out].map((each) => each & (divideByZero | inexact)),
        x === 0 ? [flags | inexact, flags | inexact] : [flags, flags],
        `${device} ${x}`,
      );
    }
  }
});

test('constructs that are not finalized are refused by name, place and line', async (t) => {
  await t.throwsAsync(finalized([CALLER], 'fiji'), {
    code: 'UNSUPPORTED',
    message: /^module &caller: hsa_code\+0x[0-9a-f]+ \(line 42\): &twice is declared, but defined by no module/,
  });
  const small = 'module &m:1:0:$full:$small:$default;\nkernel &k()\n{\n  ret;\n};\n';
  await t.throwsAsync(finalized([small], 'fiji'), { message: /machine model \$small/ });
  await t.throwsAsync(finalized([SUM], 'tahiti'), { message: /not finalized for the chip tahiti/ });
});

test('the lines of loc are those of the code', async (t) => {
  const chip = chipById('vega10')!;
  const modules = [CALLER, CALLEE].map(brigModule);
  const { codeObject } = await finalizeBrig(modules, chip);
  const elf = readElf(new ByteReader(codeObject, 'code object'));
  const text = elf.section('.text')!;
  const { lines } = new CodeObjectDebug(elf).of(text.address, text.size);
  t.true(lines.length > 0);
  t.deepEqual(
    [...new Set(lines.map(({ line }) => line))].filter((line) => line > 0),
    [42],
  );
  t.true(lines.some(({ file }) => file.endsWith('caller.cl')));
});

test('without loc the lines are those of the HSAIL text, which the code object contains', async (t) => {
  for (const device of CHIPS) {
    const image = await finalized([SUM], device);
    const { arguments: all } = image.kernel('&sum');
    t.deepEqual(
      all.map(({ name, kind, typeName }) => `${typeName} ${name} ${kind}`),
      ['uint* a global', 'uint* b global', 'uint* c global', 'uint n value'],
    );
    const buffers = [new Uint32Array(64), new Uint32Array(64), 16, 64] as const;
    const machine = new Machine({ engine: 'interp' });
    const [a, b, c, n] = buffers;
    const launch = machine.launch(image.kernel('&sum'), { globalSize: [64], arguments: [a, b, BigInt(c), n] });
    const { message } = (await t.throwsAsync(launch, { code: 'GPU_FAULT' }))!;
    t.regex(message, /m\.hsail:\d+ in &sum\n\s+st_global_u32\s\$s2, \[\$d3\];/);
    await machine.close();
  }
});

test('modules of one name have files of their own in the lines', async (t) => {
  const other = SUM.replace('&sum', '&other').replace('  ret;', '  nop;\n  ret;');
  const chip = chipById('fiji')!;
  const { codeObject } = await finalizeBrig([SUM, other].map(brigModule), chip);
  const elf = readElf(new ByteReader(codeObject, 'code object'));
  const text = elf.section('.text')!;
  const { sources } = new CodeObjectDebug(elf).of(text.address, text.size);
  t.deepEqual([...sources.keys()].sort(), ['m-2.hsail', 'm.hsail']);
  t.true(sources.get('m-2.hsail')!.includes('&other'));
});

test('registers of HSAIL are variables, where they are requested', async (t) => {
  const chip = chipById('fiji')!;
  await loadIsa(chip.target);
  const variablesOf = async (debugVariables: boolean) => {
    const { codeObject } = await finalizeBrig([brigModule(SUM)], chip, { debugVariables });
    const object = readCodeObject(codeObject);
    const [kernel] = codeObjectProgram(object, chip.isa).kernels;
    return kernel!.debug.scopes.find(({ name }) => name === '&sum')?.variables ?? [];
  };
  t.deepEqual(await variablesOf(false), []);
  const variables = await variablesOf(true);
  const names = variables.map(({ name }) => name).sort();
  t.deepEqual(names, ['$c0', '$d0', '$d1', '$d2', '$d3', '$s0', '$s1', '$s2', '$s3']);
  t.true(variables.filter(({ locations }) => locations.length > 0).length >= 5);
});

test('code objects are kept by what they are compiled from', async (t) => {
  const cacheDir = temporaryFolder(t);
  const finalize = (text: string) => finalizeBrig([brigModule(text)], chipById('fiji')!, { cacheDir });
  const [first, second] = [await finalize(SUM), await finalize(SUM)];
  t.deepEqual([first.cached, second.cached], [false, true]);
  t.deepEqual(Buffer.from(second.codeObject), Buffer.from(first.codeObject));
  t.false((await finalize(SUM.replace(', 2, $s3', ', 3, $s3'))).cached);
});
