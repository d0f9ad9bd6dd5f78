// Conversions between integers, floats, halves and packed bytes: rounding, saturation, NaNs.

import test from 'ava';
import { BINARY16, BINARY32, convert } from './exact-float.js';
import { EDGES_32, patterns } from './random-patterns.js';
import { bitsOf, COUNT, floatOf, KEEP, NAN, run, WIDTHS } from './valu-run.js';

test('conversions to integers truncate, saturate and give 0 for NaN', (t) => {
  const clamp = (x: number, low: number, high: number): bigint =>
    BigInt.asUintN(32, BigInt(Number.isNaN(x) ? 0 : Math.trunc(Math.min(Math.max(x, low), high))));
  for (const { name, edges, value } of WIDTHS)
    for (const S0 of [
      ...edges,
      ...Array.from({ length: COUNT }, name === 'f32' ? patterns(51).u32 : patterns(52).u64),
    ]) {
      t.is(run(`v_cvt_u32_${name}`, { S0 }), clamp(value(S0), 0, 2 ** 32 - 1), S0.toString(16));
      t.is(run(`v_cvt_i32_${name}`, { S0 }), clamp(value(S0), -(2 ** 31), 2 ** 31 - 1), S0.toString(16));
    }
});

test('v_cvt_rpi and v_cvt_flr round, saturate and give the extreme integer for NaN', (t) => {
  for (const S0 of [...EDGES_32, bitsOf(2.5), bitsOf(-2.5), bitsOf(-0.25), bitsOf(1e9 + 64)]) {
    const x = floatOf(S0);
    const extreme = S0 >> 31n === 1n ? -(2 ** 31) : 2 ** 31 - 1;
    const expected = (rounded: number): bigint =>
      BigInt.asUintN(32, BigInt(Number.isNaN(x) ? extreme : Math.min(Math.max(rounded, -(2 ** 31)), 2 ** 31 - 1)));
    t.is(run('v_cvt_rpi_i32_f32', { S0 }), expected(Math.floor(Math.fround(x + 0.5))), S0.toString(16));
    t.is(run('v_cvt_flr_i32_f32', { S0 }), expected(Math.floor(x)), S0.toString(16));
  }
});

test('v_cvt_f16_f32 rounds by MODE, with denormal halves; v_cvt_pkrtz_f16_f32 truncates', (t) => {
  const random = patterns(61).u32;
  // Exponents of the half range, so that denormal, normal and overflowing halves are frequent.
  const inputs = Array.from({ length: 3 * COUNT }, () => {
    const x = random();
    return (x & 0x807fffffn) | ((0x66n + (random() % 44n)) << 23n);
  });
  for (const S0 of [...EDGES_32, ...inputs])
    for (const round of [0, 1, 2, 3] as const) {
      const expected = convert(BINARY32, BINARY16, S0, round);
      t.is(run('v_cvt_f16_f32', { S0, MODE: KEEP | BigInt(round) }), expected, `${S0.toString(16)} round ${round}`);
    }
  for (const S0 of inputs) {
    const S1 = inputs[0]!;
    const expected = convert(BINARY32, BINARY16, S0, 3) | (convert(BINARY32, BINARY16, S1, 3) << 16n);
    t.is(run('v_cvt_pkrtz_f16_f32', { S0, S1 }), expected);
  }
});

test('v_cvt_f32_f16 is exact for all 65536 halves', (t) => {
  for (let half = 0n; half < 0x10000n; half++)
    if (run('v_cvt_f32_f16', { S0: 0xabcd0000n | half }) !== convert(BINARY16, BINARY32, half, 0))
      t.fail(half.toString(16));
  t.is(run('v_cvt_f32_f16', { S0: 1n }), bitsOf(2 ** -24));
});

test('packed conversions saturate and round', (t) => {
  const i16 = (S0: number, S1 = 0): bigint => run('v_cvt_pknorm_i16_f32', { S0: bitsOf(S0), S1: bitsOf(S1) });
  t.is(i16(1, -1), 0x80017fffn);
  t.is(i16(2, -2), 0x80017fffn);
  t.is(i16(Number.NaN, 0.5), 0x40000000n);
  const u16 = (S0: number, S1 = 0): bigint => run('v_cvt_pknorm_u16_f32', { S0: bitsOf(S0), S1: bitsOf(S1) });
  t.is(u16(1, -1), 0x0000ffffn);
  t.is(u16(Infinity, 0.5), 0x8000ffffn);
  for (const [round, byte] of [2n, 3n, 2n, 2n].entries()) {
    const state = { S0: bitsOf(2.5), S1: 5n, MODE: KEEP | BigInt(round) };
    t.is(run('v_cvt_pk_u8_f32', { ...state, S2: 0x11223344n }), 0x11220044n | (byte << 8n));
    t.is(run('v_cvt_pkaccum_u8_f32', { ...state, D: 0x11223344n }), 0x11220044n | (byte << 8n));
  }
  t.is(run('v_cvt_pk_u8_f32', { S0: bitsOf(300), S1: 3n, S2: 0n }), 0xff000000n);
  t.is(run('v_cvt_pk_u8_f32', { S0: bitsOf(-3), S1: 0n, S2: 0xffffffffn }), 0xffffff00n);
  t.is(run('v_cvt_pk_u8_f32', { S0: NAN, S1: 2n, S2: 0xffffffffn }), 0xff00ffffn);
  for (let i = 0; i < 16; i++)
    t.is(run('v_cvt_off_f32_i4', { S0: BigInt(0xf0 | i) }), bitsOf((i < 8 ? i : i - 16) / 16));
  for (const index of [0, 1, 2, 3])
    t.is(run(`v_cvt_f32_ubyte${index}`, { S0: 0x807f00ffn }), bitsOf([255, 0, 127, 128][index]!));
});

test('integers become floats in the rounding of MODE', (t) => {
  const cases: readonly (readonly [bigint, number, bigint])[] = [
    [16777217n, 0, 0x4b800000n],
    [16777217n, 1, 0x4b800001n],
    [16777217n, 3, 0x4b800000n],
    [0xffffffffn, 0, 0x4f800000n],
    [0xffffffffn, 3, 0x4f7fffffn],
  ];
  for (const [S0, round, expected] of cases) t.is(run('v_cvt_f32_u32', { S0, MODE: KEEP | BigInt(round) }), expected);
  t.is(run('v_cvt_f32_i32', { S0: 0x80000000n }), bitsOf(-(2 ** 31)));
  t.is(run('v_cvt_f32_i32', { S0: BigInt.asUintN(32, -16777217n), MODE: KEEP | 2n }), 0xcb800001n);
  t.is(run('v_cvt_f64_i32', { S0: 0xffffffffn }), 0xbff0000000000000n);
  t.is(run('v_cvt_f64_u32', { S0: 0xffffffffn }), 0x41efffffffe00000n);
});
