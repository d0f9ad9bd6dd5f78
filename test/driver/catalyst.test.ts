// Kernels in AMD Catalyst's convention through clCreateProgramWithBinary: the driver's data in constant buffers,
// tables and registers. The kernels use them as genuine ones do.

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { CONSTANT_BUFFER_0, INTERNAL_SCRATCH_ENTRY } from '../../src/cal/catalyst.js';
import { USER_DATA_CLASS } from '../../src/cal/prog-info.js';
import { root } from '../../src/util/paths.js';
import { argument } from '../cal/model.js';
import { run, scratchFolder } from '../cli/atoll.js';
import { catalystImage, catalystKernel, FIRST_FREE_SGPR, output } from './catalyst-kernel.js';

const BINARIES = join(root, 'build', 'test-driver');
const GUEST = join(BINARIES, 'catalyst-guest');

test.before(() => {
  mkdirSync(BINARIES, { recursive: true });
  const source = join(root, 'test/driver/catalyst-guest.cc');
  execFileSync('g++', ['-std=c++17', '-O1', source, '-o', GUEST, '-lOpenCL']);
});

interface Range {
  readonly dimensions: number;
  readonly offset: string;
  readonly global: string;
  readonly local: string;
}

/** Launches kernel `k` of an image; gives the words of each output by name. */
async function launch(t: ExecutionContext, image: Uint8Array, range: Range): Promise<Map<string, number[]>> {
  const folder = scratchFolder(t);
  const file = join(folder, 'kernel.bin');
  writeFileSync(file, image);
  const { dimensions, offset, global, local } = range;
  const argv = [GUEST, 'run', file, 'k', String(dimensions), offset, global, local];
  const { stdout, stderr, exitCode } = await run(argv, ['--verbose']);
  t.is(exitCode, 0, `${stdout}\n${stderr}`);
  return new Map(
    String(stdout)
      .split('\n')
      .map((line) => line.split(' '))
      .map(([name, ...words]) => [name!, words.map(Number)]),
  );
}

const range = (global: number, local: number): Range => ({
  dimensions: 1,
  offset: '0',
  global: String(global),
  local: String(local),
});

const indices = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

test("a program's constants are an array of vectors, for vector loads by record and for scalar loads", async (t) => {
  const kernel = catalystKernel({
    elements: [{ dataClass: USER_DATA_CLASS.immConstantBuffer, apiSlot: 2, firstSgpr: FIRST_FREE_SGPR, sgprCount: 4 }],
    body: `
      v_lshrrev_b32 v4, 2, v0
      v_and_b32 v5, 3, v0
      v_lshlrev_b32 v5, 2, v5
      tbuffer_load_format_x v2, v[4:5], s[12:15], 0 format:[BUF_DATA_FORMAT_32,BUF_NUM_FORMAT_FLOAT] idxen offen
      s_buffer_load_dword s24, s[12:15], 63
      s_waitcnt vmcnt(0) lgkmcnt(0)
      v_add_i32 v2, vcc, s24, v2`,
    fields: { constantBuffers: [{ index: 2, vectors: 16 }] },
  });
  const constants = indices(64).map((i) => 7 * i + 3);
  const buffers = await launch(t, catalystImage(kernel, constants), range(128, 64));
  t.deepEqual(
    buffers.get('result'),
    indices(128).map((i) => (i < 64 ? 7 * i + 3 : 0) + 7 * 63 + 3),
    'records behind the last one read as 0',
  );
});

test('private memory: scratch through the internal global table, each work-item its own', async (t) => {
  const kernel = catalystKernel({
    elements: [
      { dataClass: USER_DATA_CLASS.ptrInternalGlobalTable, apiSlot: 0, firstSgpr: FIRST_FREE_SGPR, sgprCount: 2 },
    ],
    body: `
      s_load_dwordx4 s[16:19], s[12:13], ${INTERNAL_SCRATCH_ENTRY * 4}
      v_and_b32 v4, 3, v0
      v_lshlrev_b32 v4, 2, v4
      v_xor_b32 v5, 4, v4
      v_add_i32 v6, vcc, 100, v0
      s_waitcnt lgkmcnt(0)
      buffer_store_dword v0, v4, s[16:19], s15 offen
      buffer_store_dword v6, v5, s[16:19], s15 offen
      s_waitcnt vmcnt(0)
      s_barrier
      buffer_load_dword v2, v4, s[16:19], s15 offen
      buffer_load_dword v3, v5, s[16:19], s15 offen
      s_waitcnt vmcnt(0)
      v_mul_u32_u24 v3, 3, v3
      v_add_i32 v2, vcc, v2, v3`,
    fields: { scratchBytesPerLane: 16 },
  });
  const buffers = await launch(t, catalystImage(kernel), range(1024, 256));
  t.deepEqual(
    buffers.get('result'),
    indices(1024).map((i) => i + 3 * (i + 100)),
  );
});

test('constant buffer 0 gives offsets where either generation of drivers looks for them', async (t) => {
  const kernel = catalystKernel({
    body: `
      v_lshlrev_b32 v4, 2, v0
      buffer_load_dword v2, v4, s[4:7], 0 offen offset:${CONSTANT_BUFFER_0.globalOffset}
      s_waitcnt vmcnt(0)`,
  });
  const buffers = await launch(t, catalystImage(kernel), {
    dimensions: 2,
    offset: '5,7',
    global: '16,1',
    local: '16,1',
  });
  t.deepEqual(buffers.get('result'), [5, 7, 0, 35, 0, 0, 0, 0, 0, 0, 0, 0, 5, 7, 0, 0]);
});

test('images and samplers as arguments: descriptors in their tables, sizes and format in constant buffer 1', async (t) => {
  const image = { kind: 'image', typeName: 'image2d_t', size: 32, imageDimension: '2d', resourceId: 0 } as const;
  const kernel = catalystKernel({
    elements: [
      { dataClass: USER_DATA_CLASS.ptrResourceTable, apiSlot: 0, firstSgpr: 12, sgprCount: 2 },
      { dataClass: USER_DATA_CLASS.ptrSamplerTable, apiSlot: 0, firstSgpr: 14, sgprCount: 2 },
    ],
    body: `
      v_and_b32 v4, 7, v0
      v_lshrrev_b32 v5, 3, v0
      v_cvt_f32_u32 v6, v4
      v_cvt_f32_u32 v7, v5
      s_load_dwordx8 s[24:31], s[12:13], 0
      s_load_dwordx4 s[32:35], s[14:15], 0
      s_load_dwordx8 s[36:43], s[2:3], 0
      s_waitcnt lgkmcnt(0)
      image_sample v[8:11], v[6:7], s[24:31], s[32:35] dmask:0xf unorm
      s_waitcnt vmcnt(0)
      image_store v[8:11], v[4:5], s[36:43] dmask:0xf unorm glc
      v_and_b32 v4, 7, v0
      v_lshlrev_b32 v4, 2, v4
      buffer_load_dword v2, v4, s[8:11], 0 offen offset:16
      s_waitcnt vmcnt(0)`,
    fields: {
      args: [
        output,
        argument({ ...image, name: 'source', offset: 16, addressQualifier: 'global', accessQualifier: 'read_only' }),
        argument({ ...image, name: 'target', offset: 48, addressQualifier: 'global', accessQualifier: 'write_only' }),
        argument({ name: 'smp', kind: 'sampler', typeName: 'sampler_t', offset: 80, resourceId: 0 }),
      ],
      samplers: [{ input: 0, sampler: 0 }],
      kernargSize: 96,
    },
  });
  const buffers = await launch(t, catalystImage(kernel), range(64, 64));
  const [CL_FLOAT, CL_RGBA] = [0x10de, 0x10b5];
  t.deepEqual(buffers.get('result')?.slice(0, 8), [8, 8, 1, CL_FLOAT, 0, 0, 0, CL_RGBA]);
  const texels = indices(64).flatMap((i) => [i % 8, Math.floor(i / 8), 0, 1]);
  t.deepEqual(buffers.get('target'), [...new Uint32Array(Float32Array.from(texels).buffer)]);
});

test('a user element that nothing is known about is refused by name', async (t) => {
  const folder = scratchFolder(t);
  const file = join(folder, 'kernel.bin');
  const element = { dataClass: USER_DATA_CLASS.immScratchBuffer, apiSlot: 0, firstSgpr: 12, sgprCount: 4 };
  writeFileSync(file, catalystImage(catalystKernel({ elements: [element], body: 'v_mov_b32 v2, 0' })));
  const { stdout, stderr } = await run([GUEST, 'run', file, 'k', '1', '0', '64', '64']);
  t.regex(String(stderr), /kernel k: user element immScratchBuffer in s12 is not supported/);
  t.is(stdout, 'kernel failed: -14');
});
