// The linker: code reaches its tables relative to the program counter, scratch has its window, pointers are listed.
import test from 'ava';
import { SCRATCH_BASE } from '../../../src/abi/memory-map.js';
import type { CalKernel } from '../../../src/cal/image.js';
import { relocateCode } from '../../../src/cal/image.js';
import { build, image, kernel } from '../setup.js';

/**
 * Encodings from the "Southern Islands Series ISA", SOP1 and SOP2: s_getpc_b64, s_add_u32 and s_mov_b32 with a literal.
 */
const isGetPc = (word: number): boolean => (word & 0xff80ffff) >>> 0 === 0xbe801f00;
const isAddLiteral = (word: number): boolean =>
  (word & 0xff8000ff) >>> 0 === 0x800000ff || (word & 0xff80ff00) >>> 0 === 0x8000ff00;
const isMovLiteral = (word: number): boolean => (word & 0xff80ffff) >>> 0 === 0xbe8003ff;

function words({ code, textSize }: CalKernel): number[] {
  const view = new DataView(code.buffer, code.byteOffset, code.byteLength);
  return Array.from({ length: textSize / 4 }, (_, i) => view.getUint32(i * 4, true));
}

/** Offsets that s_getpc_b64, s_add_u32 sequences compute. */
function pcRelativeTargets(linked: CalKernel): number[] {
  const all = words(linked);
  return all.flatMap((word, i) =>
    isGetPc(word) && isAddLiteral(all[i + 1]!) ? [(i + 1) * 4 + (all[i + 2]! | 0)] : [],
  );
}

test('constant tables lie behind the code, where the code looks for them', async (t) => {
  const values = Array.from({ length: 37 }, (_, i) => i * 1.5 + 0.25);
  const linked = await kernel(`__constant float table[37] = { ${values.map((v) => `${v}f`).join(', ')} };
    __kernel void k(__global float *o, __global const int *i) { o[get_global_id(0)] = table[i[get_global_id(0)]]; }`);
  t.true(linked.code.length >= linked.textSize + 37 * 4);
  const targets = pcRelativeTargets(linked);
  t.true(targets.length > 0);
  const view = new DataView(linked.code.buffer, linked.code.byteOffset);
  for (const target of targets) {
    t.true(target >= linked.textSize);
    t.deepEqual(
      values.map((_, i) => view.getFloat32(target + i * 4, true)),
      values,
    );
  }
});

test('functions that are not inlined are reached, once each, and only where they are needed', async (t) => {
  const { kernels } = await image(`
    __attribute__((noinline)) int square(int x) { return x * x + (x >> 3); }
    __attribute__((noinline)) int twice(int x) { return square(x) + square(x + 1); }
    __attribute__((noinline)) int unused(int x) { return x / 7; }
    __kernel void calls(__global int *p) { p[get_global_id(0)] = twice(p[get_global_id(0)]); }
    __kernel void alone(__global int *p) { p[get_global_id(0)] = 1; }`);
  const [calls, alone] = kernels;
  t.true(pcRelativeTargets(calls!).length > 0);
  for (const target of pcRelativeTargets(calls!)) t.true(target > 0 && target < calls!.textSize);
  t.deepEqual(pcRelativeTargets(alone!), []);
  t.true(alone!.code.length < calls!.code.length);
});

test('scratch has the window of the memory map, with swizzling', async (t) => {
  const linked = await kernel(`__kernel void k(__global int *p, int n) { int a[100];
    for (int i = 0; i < 100; i++) a[(i * n) % 100] = p[i]; p[n] = a[p[n + 1] % 100]; }`);
  t.true(linked.scratchBytesPerLane >= 400);
  const literals = words(linked).flatMap((word, i, all) => (isMovLiteral(word) ? [all[i + 1]!] : []));
  t.true(literals.includes(SCRATCH_BASE));
  t.true(literals.includes(0x8000_0000));
  t.is(linked.rsrc2 & 1, 1);
});

test('pointers within tables are listed and made absolute', async (t) => {
  const linked = await kernel(`__constant int a[4] = {1, 2, 3, 4}; __constant int b[4] = {5, 6, 7, 8};
    typedef struct { int n; __constant int *p; } S; __constant S table[2] = { {1, b}, {2, a} };
    __kernel void k(__global int *o) { int g = get_global_id(0); o[g] = table[o[g] & 1].p[o[g + 1] & 3]; }`);
  t.is(linked.codeRelocations.length, 2);
  const base = 0x4123_4000;
  const moved = relocateCode(linked, base);
  const view = new DataView(moved.buffer);
  const tables = linked.codeRelocations.map((at) => {
    const start = Number(view.getBigUint64(at, true)) - base;
    return Array.from({ length: 4 }, (_, i) => view.getUint32(start + i * 4, true));
  });
  t.deepEqual(tables, [
    [5, 6, 7, 8],
    [1, 2, 3, 4],
  ]);
});

test('undefined functions and recursion are named', async (t) => {
  const missing = await build('int scaled(int, float4); __kernel void k(__global int *p) { p[0] = scaled(1, 2.0f); }');
  t.is(missing.status, 'failure');
  t.regex(missing.log, /undefined function or variable 'scaled.*needed by kernel 'k'/);
  const recursion = await build(`int b(int n); int a(int n) { return n < 2 ? 1 : b(n - 1) * n + b(n - 2); }
    int b(int n) { return n < 2 ? 3 : a(n - 1) + a(n - 3); } __kernel void k(__global int *p) { p[0] = a(p[1]); }`);
  t.is(recursion.status, 'failure');
  t.regex(recursion.log, /recursion is not allowed/);
});

test('local memory and registers are those of the settings', async (t) => {
  const linked = await kernel(`__kernel void k(__global float *p) { __local float t[16][17];
    t[get_local_id(1)][get_local_id(0)] = p[get_global_id(0)]; barrier(CLK_LOCAL_MEM_FENCE);
    p[get_global_id(0)] = t[get_local_id(0)][get_local_id(1)]; }`);
  t.is(linked.ldsBytes, Math.ceil((16 * 17 * 4) / 256) * 256);
  t.is(linked.floatMode, 0xc0);
  t.true(linked.vgprs % 4 === 0 && linked.sgprs % 8 === 0);
  t.is((linked.rsrc2 >>> 11) & 3, 1);
});
