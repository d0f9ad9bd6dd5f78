// Integer, bit and byte instructions of the vector ALU against BigInt formulas of their definition in the manual.

import test from 'ava';
import { evaluateLane, type LaneState } from './evaluate-lane.js';
import { patterns } from './random-patterns.js';
import { COUNT, DEFS } from './valu-run.js';

const U32 = 0xffffffffn;
const U64 = (1n << 64n) - 1n;
const s32 = (x: bigint): bigint => BigInt.asIntN(32, x);
const s24 = (x: bigint): bigint => BigInt.asIntN(24, x);
const u24 = (x: bigint): bigint => x & 0xffffffn;
const s64 = (x: bigint): bigint => BigInt.asIntN(64, x);
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const abs = (x: bigint): bigint => (x < 0n ? -x : x);
const part = (x: bigint, index: number, width: number): bigint =>
  (x >> BigInt(index * width)) & ((1n << BigInt(width)) - 1n);
const middle = (...values: readonly bigint[]): bigint => [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))[1]!;
const binary = (x: bigint, size = 32): string => x.toString(2).padStart(size, '0');
const sad = (a: bigint, b: bigint, width: number, masked = false): bigint => {
  let sum = 0n;
  for (let i = 0; i * width < 32; i++)
    if (!masked || part(b, i, width) !== 0n) sum += abs(part(a, i, width) - part(b, i, width));
  return sum;
};
const quad = (a: bigint, b: bigint, c: bigint, masked: boolean): bigint => {
  let result = 0n;
  for (let i = 0; i < 4; i++) {
    const sum = sad((a >> BigInt(8 * i)) & U32, b, 8, masked) + part(c, i, 16);
    result |= (sum & 0xffffn) << BigInt(16 * i);
  }
  return result;
};
const insertBits = (x: bigint, offset: bigint, size: bigint): bigint => (x >> offset) & ((1n << size) - 1n);

type Formula = (a: bigint, b: bigint, c: bigint) => bigint;

/** Results as mathematics; they are cut to the width of D. */
const FORMULAS: Readonly<Record<string, Formula>> = {
  v_mov_b32: (a) => a,
  v_not_b32: (a) => ~a,
  v_bfrev_b32: (a) => BigInt(`0b${[...binary(a)].reverse().join('')}`),
  v_ffbh_u32: (a) => BigInt(binary(a).indexOf('1')),
  v_ffbl_b32: (a) => BigInt([...binary(a)].reverse().indexOf('1')),
  v_ffbh_i32: (a) => BigInt(binary(a).indexOf(binary(a)[0] === '1' ? '0' : '1')),
  v_mul_i32_i24: (a, b) => s24(a) * s24(b),
  v_mul_hi_i32_i24: (a, b) => (s24(a) * s24(b)) >> 32n,
  v_mul_u32_u24: (a, b) => u24(a) * u24(b),
  v_mul_hi_u32_u24: (a, b) => (u24(a) * u24(b)) >> 32n,
  v_min_i32: (a, b) => min(s32(a), s32(b)),
  v_max_i32: (a, b) => max(s32(a), s32(b)),
  v_min_u32: min,
  v_max_u32: max,
  v_lshr_b32: (a, b) => a >> (b & 31n),
  v_lshrrev_b32: (a, b) => b >> (a & 31n),
  v_ashr_i32: (a, b) => s32(a) >> (b & 31n),
  v_ashrrev_i32: (a, b) => s32(b) >> (a & 31n),
  v_lshl_b32: (a, b) => a << (b & 31n),
  v_lshlrev_b32: (a, b) => b << (a & 31n),
  v_and_b32: (a, b) => a & b,
  v_or_b32: (a, b) => a | b,
  v_xor_b32: (a, b) => a ^ b,
  v_bfm_b32: (a, b) => ((1n << (a & 31n)) - 1n) << (b & 31n),
  v_bcnt_u32_b32: (a, b) => b + BigInt(binary(a).replaceAll('0', '').length),
  v_cvt_pk_u16_u32: (a, b) => min(a, 0xffffn) | (min(b, 0xffffn) << 16n),
  v_cvt_pk_i16_i32: (a, b) => {
    const clamp = (x: bigint): bigint => max(-0x8000n, min(0x7fffn, s32(x)));
    return (clamp(a) & 0xffffn) | (clamp(b) << 16n);
  },
  v_mad_i32_i24: (a, b, c) => s24(a) * s24(b) + c,
  v_mad_u32_u24: (a, b, c) => u24(a) * u24(b) + c,
  v_bfe_u32: (a, b, c) => insertBits(a, b & 31n, c & 31n),
  v_bfe_i32: (a, b, c) => {
    const [offset, size] = [b & 31n, c & 31n];
    return BigInt.asIntN(Number(size), insertBits(BigInt.asUintN(96, s32(a)), offset, size));
  },
  v_bfi_b32: (a, b, c) => (a & b) | (~a & c),
  v_lerp_u8: (a, b, c) => {
    let result = 0n;
    for (let i = 0; i < 4; i++)
      result |= ((part(a, i, 8) + part(b, i, 8) + (part(c, i, 8) & 1n)) >> 1n) << BigInt(8 * i);
    return result;
  },
  v_alignbit_b32: (a, b, c) => ((a << 32n) | b) >> (c & 31n),
  v_alignbyte_b32: (a, b, c) => ((a << 32n) | b) >> (8n * (c & 3n)),
  v_min3_i32: (a, b, c) => min(min(s32(a), s32(b)), s32(c)),
  v_max3_i32: (a, b, c) => max(max(s32(a), s32(b)), s32(c)),
  v_med3_i32: (a, b, c) => middle(s32(a), s32(b), s32(c)),
  v_min3_u32: (a, b, c) => min(min(a, b), c),
  v_max3_u32: (a, b, c) => max(max(a, b), c),
  v_med3_u32: (a, b, c) => middle(a, b, c),
  v_sad_u8: (a, b, c) => sad(a, b, 8) + c,
  v_sad_hi_u8: (a, b, c) => (sad(a, b, 8) << 16n) + c,
  v_sad_u16: (a, b, c) => sad(a, b, 16) + c,
  v_sad_u32: (a, b, c) => abs(a - b) + c,
  v_msad_u8: (a, b, c) => sad(a, b, 8, true) + c,
  v_mul_lo_u32: (a, b) => a * b,
  v_mul_hi_u32: (a, b) => (a * b) >> 32n,
  v_mul_lo_i32: (a, b) => s32(a) * s32(b),
  v_mul_hi_i32: (a, b) => (s32(a) * s32(b)) >> 32n,
};

/** Formulas whose first source, and result, have 64 bits. */
const FORMULAS_64: Readonly<Record<string, Formula>> = {
  v_lshl_b64: (a, b) => a << (b & 63n),
  v_lshr_b64: (a, b) => a >> (b & 63n),
  v_ashr_i64: (a, b) => s64(a) >> (b & 63n),
  v_qsad_u8: (a, b, c) => quad(a, b, c, false),
  v_mqsad_pk_u16_u8: (a, b, c) => quad(a, b, c, true),
};

/** Shift counts, sizes and offsets at their limits. */
const SMALL = [0n, 1n, 2n, 3n, 4n, 7n, 8n, 15n, 16n, 24n, 30n, 31n, 32n, 33n, 63n, 64n, 0xffffffffn];

function operands(seed: number, wide: boolean): readonly (readonly [bigint, bigint, bigint])[] {
  const { u32, u64 } = patterns(seed);
  const first = wide ? u64 : u32;
  const random = Array.from({ length: COUNT }, () => [first(), u32(), first()] as const);
  const counts = SMALL.flatMap((b) => SMALL.map((c) => [first(), b, c] as const));
  return [...random, ...counts, ...SMALL.map((a) => [a, u32(), first()] as const)];
}

for (const [wide, formulas] of [
  [false, FORMULAS],
  [true, FORMULAS_64],
] as const)
  for (const [name, formula] of Object.entries(formulas))
    test(`${name} is its formula`, (t) => {
      const def = DEFS.get(name)!;
      const wrong: string[] = [];
      for (const [S0, S1, S2] of operands(name.length * 131 + 7, wide)) {
        const expected = formula(S0, S1, S2) & (wide ? U64 : U32);
        const { D } = evaluateLane(def, { S0, S1, S2 });
        if (D !== expected)
          wrong.push(`${[S0, S1, S2].map((x) => x.toString(16))}: ${D!.toString(16)}, not ${expected.toString(16)}`);
      }
      t.deepEqual(wrong, []);
    });

interface Carry {
  readonly name: string;
  readonly total: (a: bigint, b: bigint, carry: bigint) => bigint;
}
const CARRIES: readonly Carry[] = [
  { name: 'v_add_i32', total: (a, b) => a + b },
  { name: 'v_sub_i32', total: (a, b) => a - b },
  { name: 'v_subrev_i32', total: (a, b) => b - a },
  { name: 'v_addc_u32', total: (a, b, carry) => a + b + carry },
  { name: 'v_subb_u32', total: (a, b, carry) => a - b - carry },
  { name: 'v_subbrev_u32', total: (a, b, carry) => b - a - carry },
];
for (const { name, total } of CARRIES)
  test(`${name} gives sum and carry of the 33-bit result`, (t) => {
    const list = [...operands(91, false), [U32, U32, 0n], [0n, U32, 0n], [U32, 0n, 0n], [0n, 0n, 0n]] as const;
    for (const [S0, S1] of list)
      for (const VCCLANE of [0n, 1n]) {
        const exact = total(S0, S1, VCCLANE);
        const actual = evaluateLane(DEFS.get(name)!, { S0, S1, VCCLANE });
        t.deepEqual(actual, { D: exact & U32, VCC: exact < 0n || exact > U32 ? 1n : 0n }, `${S0} ${S1} ${VCCLANE}`);
      }
  });

test('v_mbcnt counts the ones below the lane in its half of the wavefront', (t) => {
  const random = patterns(77).u32;
  for (let lane = 0; lane < 64; lane++) {
    const S0 = random();
    const S1 = BigInt(lane);
    const count = (low: bigint, high: bigint): bigint => {
      const below = ((high << 32n) | low) & ((1n << BigInt(lane)) - 1n);
      return BigInt(below.toString(2).replaceAll('0', '').length);
    };
    const D = (name: string): bigint => evaluateLane(DEFS.get(name)!, { S0, S1, LANE: BigInt(lane) })['D']!;
    t.is(D('v_mbcnt_lo_u32_b32'), S1 + count(S0, 0n), `lane ${lane}`);
    t.is(D('v_mbcnt_hi_u32_b32'), S1 + count(0n, S0), `lane ${lane}`);
  }
});

const CONDITIONS: Readonly<Record<string, (a: bigint, b: bigint) => boolean>> = {
  f: () => false,
  lt: (a, b) => a < b,
  eq: (a, b) => a === b,
  le: (a, b) => a <= b,
  gt: (a, b) => a > b,
  ne: (a, b) => a !== b,
  ge: (a, b) => a >= b,
  t: () => true,
};
for (const [type, read] of [
  ['i32', s32],
  ['u32', (x: bigint) => x],
  ['i64', s64],
  ['u64', (x: bigint) => x],
] as const)
  test(`v_cmp and v_cmpx of ${type} compare, and v_cmpx writes EXEC too`, (t) => {
    const { u32, u64 } = patterns(101);
    const draw = type.endsWith('64') ? u64 : u32;
    const pairs = Array.from({ length: COUNT }, () => [draw(), draw()] as const);
    for (const [S0, S1] of [...pairs, ...pairs.map(([a]) => [a, a] as const)])
      for (const [name, holds] of Object.entries(CONDITIONS)) {
        const state: LaneState = { S0, S1 };
        const truth = holds(read(S0), read(S1)) ? 1n : 0n;
        t.is(evaluateLane(DEFS.get(`v_cmp_${name}_${type}`)!, state)['D'], truth, `${name} ${S0} ${S1}`);
        t.deepEqual(evaluateLane(DEFS.get(`v_cmpx_${name}_${type}`)!, state), { D: truth, EXEC: truth });
      }
  });
