// Kernels with images as machine code: it executes them itself, by routines that are machine code as well, and does
// what the host's compiler does; with descriptors that change, refused accesses, and where denormals count.

import test from 'ava';
import { imageResource } from '../../../src/isa/common/descriptors/image.js';
import { samplerResource } from '../../../src/isa/common/descriptors/sampler.js';
import type { ImageResourceOptions } from '../../../src/isa/descriptors/views.js';
import type { NativeCode } from '../../../src/jit/engine/kernel-functions.js';
import { unpackModule } from '../../../src/jit/wasm/packed.js';
import { compileKernel, kernelCompiler } from '../../../src/kernels/kernel-compiler.js';
import { NativeCodeFiles, nativeCodeFiles, nativeCodeKey } from '../../../src/kernels/native-code.js';
import { routineFiles } from '../../../src/kernels/native-routines.js';
import { TranslationFiles } from '../../../src/kernels/translations.js';
import { temporaryFolder } from '../../compiler/setup.js';
import { DATA } from '../../emulator/harness.js';
import { finish, STORE } from '../whole-launch.js';
import { CompiledAtOnce, LEVELS } from './compiled.js';

const FORMAT = { r32: 4, rgba8: 10, rgba32: 14 } as const;
const NUM = { unorm: 0, uint: 4, float: 7 } as const;
/** 8 by 8 texels; there are no pages at NOWHERE. */
const [TEXELS, OTHERS, UNMAPPED] = [DATA + 0x1000, DATA + 0x2000, DATA + 0x1000_0000];

const moves = (first: number, words: Iterable<number>): string =>
  [...words].map((word, i) => `s_mov_b32 s${first + i}, 0x${word.toString(16)}`).join('\n');
const image = (base: number, dataFormat: number, numFormat: number, more: Partial<ImageResourceOptions> = {}): string =>
  moves(8, imageResource({ kind: '2d', base, width: 8, height: 8, dataFormat, numFormat, ...more }));
const sampler = (...options: Parameters<typeof samplerResource>): string => moves(16, samplerResource(...options));

/** v[3:4]: each lane's texel; v[5:6]: places around it, partly outside of the image; texels are written. */
const START = `v_and_b32 v3, 7, v0\n v_lshrrev_b32 v4, 3, v0\n v_cvt_f32_u32 v5, v3\n v_cvt_f32_u32 v6, v4
  v_mul_f32 v5, 0x3fb00000, v5\n v_sub_f32 v6, 0x3f600000, v6\n v_mov_b32 v1, 0\n v_mov_b32 v2, 0x01030507
  v_mul_lo_u32 v7, v0, v2\n ${image(TEXELS, FORMAT.r32, NUM.uint)}\n image_store v7, v[3:4], s[8:15] dmask:0x1 unorm`;
const sum = (...registers: readonly number[]): string =>
  registers.map((register) => `v_mul_lo_u32 v1, v1, v2\n v_xor_b32 v1, v1, v${register}`).join('\n');

const PROGRAMS: Readonly<Record<string, string>> = {
  'loads, stores and samples of two formats': `${START}
    ${image(TEXELS, FORMAT.rgba8, NUM.unorm)}
    image_load v[8:11], v[3:4], s[8:15] dmask:0xf unorm\n ${sum(8, 9, 10, 11)}
    ${sampler({ normalized: false, addressing: 'clamp', filter: 'nearest' })}
    image_sample_lz v[8:11], v[5:6], s[8:15], s[16:19] dmask:0xf unorm\n ${sum(8, 9, 10, 11)}
    ${sampler({ normalized: true, addressing: 'mirroredRepeat', filter: 'linear' })}
    image_sample_lz v[12:14], v[5:6], s[8:15], s[16:19] dmask:0xb\n ${sum(12, 13, 14)}
    ${image(OTHERS, FORMAT.rgba32, NUM.float)}\n s_mov_b32 exec_lo, 0x01234567\n s_mov_b32 exec_hi, 0x89abcdef
    image_store v[8:11], v[3:4], s[8:15] dmask:0xf unorm\n s_mov_b64 exec, -1
    image_load v[12:13], v[3:4], s[8:15] dmask:0x6 unorm\n ${sum(12, 13)}\n ${STORE}`,
  'one instruction that sees two images in turn': `${START}
    v_mov_b32 v8, v0\n s_movk_i32 s20, 0
    L: ${image(TEXELS, FORMAT.r32, NUM.uint)}\n s_bitcmp1_b32 s20, 0\n s_cbranch_scc1 M
    ${image(TEXELS, FORMAT.rgba8, NUM.unorm, { selects: ['w', 'y', 'one', 'x'] })}
    M: image_load v[8:11], v[3:4], s[8:15] dmask:0xf unorm\n ${sum(8, 9, 10, 11)}
    s_add_u32 s20, s20, 1\n s_cmp_lt_u32 s20, 4\n s_cbranch_scc1 L\n ${STORE}`,
  'a load that is refused, once the routine is known': `${START}
    s_movk_i32 s20, 0\n L: image_load v8, v[3:4], s[8:15] dmask:0x1 unorm\n ${sum(8)}
    v_add_i32 v3, vcc, v3, v20\n s_add_u32 s20, s20, 1\n s_cmp_lt_u32 s20, 3\n s_cbranch_scc1 L\n ${STORE}
    ${image(UNMAPPED, FORMAT.r32, NUM.uint)}\n s_movk_i32 s20, 0
    N: s_mov_b64 exec, 0\n s_cmp_eq_u32 s20, 0\n s_cbranch_scc1 O\n s_mov_b64 exec, 0x30
    O: image_load v8, v[3:4], s[8:15] dmask:0x1 unorm\n s_add_u32 s20, s20, 1\n s_cmp_lt_u32 s20, 3\n s_cbranch_scc1 N`,
  'denormal texels between which is interpolated': `${START}
    v_lshlrev_b32 v7, 12, v0\n image_store v7, v[3:4], s[8:15] dmask:0x1 unorm
    ${image(TEXELS, FORMAT.r32, NUM.float)}
    ${sampler({ normalized: false, addressing: 'clampToEdge', filter: 'linear' })}
    image_sample_lz v8, v[5:6], s[8:15], s[16:19] dmask:0x1 unorm\n v_mul_f32 v9, v5, v6\n ${sum(8, 9)}\n ${STORE}`,
  'a buffer of typed elements': `${START}\n s_waitcnt vmcnt(0)
    ${moves(8, [TEXELS, 4 << 16, 60, 0x50fac])}\n buffer_load_format_xyzw v[8:11], v0, s[8:11], 0 idxen
    ${sum(8, 9, 10, 11)}\n ${STORE}`,
  'an image of two levels, which the interpreter reads': `${START}
    ${image(TEXELS, FORMAT.r32, NUM.uint, { levels: 2 })}
    image_load v8, v[3:4], s[8:15] dmask:0x1 unorm\n ${sum(8)}\n ${STORE}`,
};

/** Counts how often compiled code calls the host to execute an instruction. */
function counting(code: NativeCode, calls: { outside: number }): NativeCode {
  const watch = (imports: Parameters<NativeCode['find']>[2]): Parameters<NativeCode['find']>[2] =>
    imports.map(([name, target]) => [
      name,
      (...args) => {
        if (name === 'outside') calls.outside++;
        return target(...args);
      },
    ]);
  return {
    find: (key, memory, imports) => code.find(key, memory, watch(imports)),
    request: (key) => code.request(key),
    routine: (shape) => code.routine(shape),
    foresee: (shape) => code.foresee(shape),
  };
}

const onLevel = (level: number, text: string) => {
  const store = new CompiledAtOnce(level);
  const calls = { outside: 0 };
  const result = finish(text, { store, nativeCode: counting(store, calls) });
  return { result, outside: calls.outside, compiled: store.compiled };
};

for (const [index, [name, text]] of Object.entries(PROGRAMS).entries())
  test(`${name}: as from the host's compiler`, (t) => {
    // Each at one level; clang takes a while for all of them.
    const { result, compiled } = onLevel(LEVELS.at(-1 - (index % 2))!, text);
    t.deepEqual(result, finish(text));
    t.true(compiled > 0);
    t.is(result.fault !== undefined, name.includes('refused'));
  });

test('the host is called once for each image, until a descriptor changes', (t) => {
  const loop = (change: string): string => `${START}\n s_movk_i32 s20, 0
    L: image_load v8, v[3:4], s[8:15] dmask:0x1 unorm\n ${sum(8)}\n ${change}
    s_add_u32 s20, s20, 1\n s_cmp_lt_u32 s20, 9\n s_cbranch_scc1 L\n ${STORE}`;
  const level = LEVELS.at(-1)!;
  // The store and the load; three work-groups.
  t.is(onLevel(level, loop('')).outside, 2);
  // One row less in each turn. The store has the same words in each work-group.
  const changing = loop('s_sub_u32 s10, s10, 0x4000');
  const { result, outside } = onLevel(level, changing);
  t.is(outside, 1 + 3 * 9);
  t.deepEqual(result, finish(changing));
});

test('routines are requested once, by their shape, and found by later runs', async (t) => {
  const folder = temporaryFolder(t);
  const level = LEVELS.at(-1)!;
  const text = `${START}\n image_load v8, v[3:4], s[8:15] dmask:0x1 unorm\n ${sum(8)}\n ${STORE}`;
  const store = new CompiledAtOnce(level);
  const requests: string[] = [];
  const calls = { outside: 0 };
  const run = () => {
    const files = new NativeCodeFiles(folder, 'this one', (name) => requests.push(name));
    const code: NativeCode = {
      find: (...args) => store.find(...args),
      request: () => undefined,
      routine: (shape) => files.routine(shape),
      foresee: (shape) => files.foresee(shape),
    };
    calls.outside = 0;
    return finish(text, { store, nativeCode: counting(code, calls) });
  };
  const plain = finish(text);
  t.deepEqual(run(), plain);
  // A store and a load, in each of three work-groups; each routine is requested once.
  t.is(calls.outside, 6);
  t.is(requests.length, 2);
  t.deepEqual(routineFiles(folder).keys().sort(), [...requests].sort());
  for (const name of requests) {
    const operations = unpackModule(routineFiles(folder).get(name)!.binary);
    const binary = await compileKernel(operations, level, kernelCompiler());
    nativeCodeFiles(folder).put(nativeCodeKey(name, level), { header: null, binary });
  }
  t.deepEqual(run(), plain);
  t.is(calls.outside, 2);
  t.is(requests.length, 2);
  // A file that is not a library is removed, and requested anew.
  nativeCodeFiles(folder).put(nativeCodeKey(requests[0]!, level), { header: null, binary: Uint8Array.of(1) });
  t.deepEqual(run(), plain);
  t.is(calls.outside, 4);
  t.deepEqual(requests.slice(2), requests.slice(0, 1));
  t.is(store.compiled, 1);
});

test('a run of compiled code leaves the routines of its images to `atoll cache --compile`', (t) => {
  const folder = temporaryFolder(t);
  const requests: string[] = [];
  const files = new NativeCodeFiles(folder, 'this one', (name) => requests.push(name));
  const store = new TranslationFiles(folder, 'this one');
  finish(`${START}\n image_load v8, v[3:4], s[8:15] dmask:0x1 unorm\n ${sum(8)}\n ${STORE}`, {
    store,
    nativeCode: files,
  });
  t.is(routineFiles(folder).keys().length, 2);
  t.deepEqual(requests, []);
});
