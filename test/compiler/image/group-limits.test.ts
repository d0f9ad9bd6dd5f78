// The largest work-group is the option of the compiler: in the image, for every kernel by itself.
import test from 'ava';
import type { CalKernel } from '../../../src/cal/image.js';
import { readCalImage } from '../../../src/cal/reader.js';
import { build } from '../setup.js';

const SOURCE = `__attribute__((noinline)) uint mixed(uint x) { return x * 77u + (uint)get_local_id(0); }
kernel void plain(global uint *p) { p[get_global_id(0)] = mixed(p[get_local_id(0)]); }
kernel __attribute__((reqd_work_group_size(512, 1, 1))) void exactly(global uint *p) { p[get_local_id(0)] = 1; }
kernel __attribute__((amdgpu_flat_work_group_size(1, 64))) void small(global uint *p) {
  local uint tile[64];
  tile[get_local_id(0)] = p[get_local_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  p[get_local_id(0)] = tile[63 - get_local_id(0)];
}
kernel void hungry(global const float4 *in, global float4 *out) {
  float4 v[24];
  for (int i = 0; i < 24; i++) v[i] = in[i * 37 + get_global_id(0)];
  barrier(CLK_GLOBAL_MEM_FENCE);
  for (int i = 0; i < 24; i++) v[i] = v[i] * 0.5f + v[(i + 7) % 24].yzwx;
  for (int i = 0; i < 24; i++) out[i * 41 + get_global_id(0)] = v[i];
}
`;

async function kernelsFor(maxWorkGroupSize: number | undefined): Promise<Record<string, CalKernel>> {
  const result = await build(SOURCE, '', maxWorkGroupSize === undefined ? {} : { maxWorkGroupSize });
  if (!result.binary) throw new Error(result.log);
  return Object.fromEntries(readCalImage(result.binary).kernels.map((kernel) => [kernel.name, kernel]));
}

/** A wavefront's VGPRs in a work-group of so many work-items on four SIMDs with 256 registers each. */
const registersFor = (workItems: number): number => Math.floor(256 / Math.ceil(workItems / 64 / 4));

test('without a size, and with that which clang assumes, the code is the same', async (t) => {
  const [usual, same] = [await kernelsFor(undefined), await kernelsFor(256)];
  t.deepEqual(same, usual);
  t.is(usual['plain']!.workGroupLimit, undefined);
  t.is(usual['small']!.workGroupLimit, 64);
  t.true(usual['hungry']!.vgprs > registersFor(1024));
});

test('larger work-groups: kernels with enough registers take them, others take smaller ones', async (t) => {
  const usual = await kernelsFor(undefined);
  for (const limit of [512, 1024]) {
    const { plain, exactly, small, hungry } = await kernelsFor(limit);
    t.is(plain!.workGroupLimit, limit);
    t.true(plain!.vgprs <= registersFor(limit));
    t.is(exactly!.workGroupLimit, undefined, 'the required size says it');
    t.deepEqual(exactly!.code, usual['exactly']!.code);
    t.is(small!.workGroupLimit, 64);
    t.deepEqual(small!.code, usual['small']!.code);
    t.is(hungry!.workGroupLimit, 512);
    t.is(hungry!.scratchBytesPerLane, usual['hungry']!.scratchBytesPerLane);
    t.true(hungry!.vgprs <= registersFor(512));
  }
});
