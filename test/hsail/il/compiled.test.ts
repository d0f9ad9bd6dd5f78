// Compiled code of HSAIL executes without the interpreter, with the same bits.

import test from 'ava';
import { Machine, readImage } from '../../../src/library/index.js';
import { kernel } from './harness.js';

const ITEMS = 256;
const OWN = `
  workitemabsid_u32 $s0, 0;
  cvt_u64_u32 $d1, $s0;
  shl_u64 $d1, $d1, 2;
  ld_kernarg_u64 $d0, [%p0];
  add_u64 $d0, $d0, $d1;
  ld_global_u32 $s1, [$d0];
  sub_u32 $s2, 100, $s0;`;

const BODIES: Readonly<Record<string, string>> = {
  floats: `
  mul_f32 $s3, $s1, 0F40490fdb;
  sub_f32 $s3, $s3, $s1;
  div_f32 $s4, $s3, $s1;
  sqrt_f32 $s5, $s4;
  fma_ftz_f32 $s3, $s5, $s4, $s3;
  nrsqrt_f32 $s6, $s3;
  nrcp_f32 $s7, $s6;
  nfma_f32 $s1, $s7, $s6, $s3;`,
  doubles: `
  cvt_f64_f32 $d2, $s1;
  mul_f64 $d3, $d2, 0D400921fb54442d18;
  div_f64 $d3, $d3, $d2;
  sqrt_f64 $d3, $d3;
  nrcp_f64 $d3, $d3;
  nrsqrt_f64 $d3, $d3;
  cvt_f32_f64 $s1, $d3;`,
  roundings: `
  add_up_f32 $s3, $s1, 0F3f8ccccd;
  sub_zero_f32 $s3, $s3, $s1;
  fma_ftz_down_f32 $s3, $s3, $s1, $s3;
  div_up_f32 $s4, $s3, $s1;
  sqrt_down_f32 $s4, $s4;
  add_f16 $s5, $s1, $s4;
  mul_ftz_up_f16 $s5, $s5, $s3;
  fma_f16 $s6, $s5, $s1, $s5;
  div_f16 $s6, $s6, $s1;
  sqrt_f16 $s7, $s6;
  floor_f16 $s7, $s7;
  nrsqrt_f16 $s8, $s6;
  max_f16 $s8, $s8, $s7;
  cvt_f32_f16 $s9, $s8;
  cvt_ftz_zero_f16_f32 $s9, $s9;
  cvt_f64_f32 $d3, $s9;
  cvt_down_f32_f64 $s9, $d3;
  xor_b32 $s4, $s4, $s8;
  xor_b32 $s4, $s4, $s9;
  xor_b32 $s1, $s3, $s4;`,
  integers: `
  div_u32 $s3, $s1, $s2;
  rem_u32 $s4, $s1, $s2;
  div_s32 $s5, $s1, $s2;
  rem_s32 $s6, $s1, $s2;
  div_s32 $s7, $s1, -1;
  rem_s32 $s8, $s1, -1;
  mad_u32 $s1, $s3, 7, $s4;
  mad_u32 $s1, $s5, $s1, $s6;
  xor_b32 $s1, $s1, $s7;
  add_u32 $s1, $s1, $s8;`,
  conversions: `
  cvt_neari_s32_f32 $s3, $s1;
  cvt_upi_u32_f32 $s4, $s1;
  cvt_downi_s32_f32 $s5, $s1;
  cvt_ftz_zeroi_s32_f32 $s6, $s1;
  add_u32 $s3, $s3, $s4;
  xor_b32 $s5, $s5, $s6;
  add_u32 $s1, $s3, $s5;`,
};

/** Numbers of all sizes, NaNs of both kinds, infinities, subnormal numbers, the smallest integer. */
const INPUT = Uint32Array.from({ length: ITEMS }, (_, n) => {
  const special = [0x7fc1_2345, 0xff81_2345, 0x7f80_0000, 0xff80_0000, 0x8000_0000, 0x0000_0123, 0xffff_ffff, 0];
  return n % 16 < 8 ? special[n % 16]! : Math.imul(n, 0x9e37_79b1) >>> 0;
});

async function results(body: string, engine: 'jit' | 'interp') {
  const image = readImage(Buffer.from(kernel(1, `${OWN}${body}\n  st_global_u32 $s1, [$d0];\n  ret;`)));
  const machine = new Machine({ engine });
  const out = INPUT.slice();
  const { statistics } = await machine.launch(image.kernels[0]!, {
    globalSize: [ITEMS],
    localSize: [64],
    arguments: [out],
  });
  await machine.close();
  return { out, exits: statistics['exits'] };
}

for (const [name, body] of Object.entries(BODIES))
  test(`${name}: no instruction is left to the interpreter, which has the same bits`, async (t) => {
    const [compiled, interpreted] = [await results(body, 'jit'), await results(body, 'interp')];
    t.is(compiled.exits, 0);
    t.deepEqual(compiled.out, interpreted.out);
    t.notDeepEqual(compiled.out, INPUT);
  });
