// VOP3P: packed arithmetic, mixed precision and dot products. Sources: "AMD Vega ISA" and "AMD Vega 7nm ISA", "VOP3P
// Instructions".
//
// The low result is made of the halves that op_sel selects, the high one of those of op_sel_hi; neg_lo and neg_hi
// change signs of each.

import { maximumS, maximumU, minimumS, minimumU, packHalves } from '../../common/families/bytes.js';
import type { InstructionRow } from '../../define.js';
import {
  type Destination,
  type Ex,
  field,
  flag,
  flushing,
  ops,
  type Source,
  type Stmt,
  select,
  u32,
} from '../../language/expr.js';
import { type RestatedRow, vop3p } from '../family.js';
import { half, halfResult, signed16, unsigned16, word } from '../halves.js';
import { maximumHalf, minimumHalf } from './extremes.js';

type Slots = 'D' | 'S0' | 'S1' | 'S2';
interface Quad {
  readonly D: Destination;
  readonly S0: Destination;
  readonly S1: Destination;
  readonly S2: Destination;
}
type HalfSelect = 'lo' | 'hi';

const { add, and, mul, ne, or, shl, shrS, shrU, sub, xor } = ops;

const bit = (name: string, index: number): Ex<'b1'> => ne(and(shrU(field(name), u32(index)), u32(1)), u32(0));

/** True if the result takes the high half of a source. */
const takesHigh = (which: HalfSelect, index: number): Ex<'b1'> => {
  if (which === 'lo') return bit('op_sel', index);
  return index === 2 ? flag('op_sel_hi2') : bit('op_sel_hi', index);
};

const word16 = (source: Source, which: HalfSelect, index: number): Ex<'u32'> =>
  unsigned16(shrU(source.u32, select(takesHigh(which, index), u32(16), u32(0))));
const half16 = (source: Source, which: HalfSelect, index: number): Ex<'u32'> => {
  const bits = unsigned16(shrU(source.f16, select(takesHigh(which, index), u32(16), u32(0))));
  return select(bit(`neg_${which}`, index), xor(bits, u32(0x8000)), bits);
};

/** Takes as many sources as the row has. */
type Compute = (a: Ex<'u32'>, b: Ex<'u32'>, c: Ex<'u32'>) => Ex<'u32'>;
type HalfRead = (source: Source, which: HalfSelect, index: number) => Ex<'u32'>;

const packed = (meaning: string, count: 2 | 3, read: HalfRead, compute: Compute): RestatedRow<Slots> => [
  meaning,
  ({ D, S0, S1, S2 }: Quad): Stmt[] => {
    const sources = [S0, S1, S2].slice(0, count);
    const apply: (...values: readonly Ex<'u32'>[]) => Ex<'u32'> = compute;
    const of = (which: HalfSelect): Ex<'u32'> => apply(...sources.map((source, i) => read(source, which, i)));
    return [D.set(packHalves(of('lo'), of('hi')))];
  },
];
const ofHalves = (meaning: string, count: 2 | 3, compute: Compute): RestatedRow<Slots> =>
  packed(meaning, count, half16, (a, b, c) => halfResult(compute(a, b, c)));
const ofWords = (meaning: string, count: 2 | 3, signed: boolean, compute: Compute): RestatedRow<Slots> =>
  packed(meaning, count, (source, which, i) => (signed ? signed16 : unsigned16)(word16(source, which, i)), compute);

const count16 = (x: Ex<'u32'>): Ex<'u32'> => and(x, u32(15));

/**
 * Mixed precision: a source is single precision, or with op_sel_hi a half of a register. abs and neg follow the
 * precision.
 */
function mixed(source: Source, index: number): Ex<'f32'> {
  const isHalf = index === 2 ? flag('op_sel_hi2') : bit('op_sel_hi', index);
  const bits = select(bit('op_sel', index), shrU(source.f16High, u32(16)), unsigned16(source.f16));
  return select(isHalf, ops.f32FromF16(bits), source.f32);
}

type Sum = (a: Ex<'f32'>, b: Ex<'f32'>, c: Ex<'f32'>) => Ex<'f32'>;
const unfused: Sum = (a, b, c) => flushing(ops.fadd(flushing(ops.fmul(a, b)), c));

const mix = (meaning: string, sum: Sum): RestatedRow<Slots> => [
  meaning,
  ({ D, S0, S1, S2 }: Quad): Stmt[] => [D.set(sum(mixed(S0, 0), mixed(S1, 1), mixed(S2, 2)))],
  { traits: { mixed: true } },
];
const mixHalf = (meaning: string, sum: Sum, high: boolean): RestatedRow<Slots> => [
  meaning,
  ({ D, S0, S1, S2 }: Quad): Stmt[] => {
    const value = halfResult(half.fromSingle(sum(mixed(S0, 0), mixed(S1, 1), mixed(S2, 2))));
    const merged = high ? or(and(D.u32, u32(0xffff)), shl(value, u32(16))) : or(and(D.u32, u32(0xffff0000)), value);
    return [D.set(merged)];
  },
  { traits: { mixed: true } },
];

/** Sum of products of parts of `bits` bits, added to S2; with clamp saturated. */
const dot = (meaning: string, bits: 4 | 8 | 16, signed: boolean): RestatedRow<Slots> => [
  meaning,
  ({ D, S0, S1, S2 }: Quad): Stmt[] => {
    const unused = 32 - bits;
    const part = (x: Ex<'u32'>, i: number): Ex<'u32'> => {
      const top = shl(x, u32(unused - bits * i));
      return signed ? shrS(top, u32(unused)) : shrU(top, u32(unused));
    };
    const wide = signed ? ops.sext64 : ops.zext64;
    const products = Array.from({ length: 32 / bits }, (_, i) => {
      const [a, b] = [part(S0.u32, i), part(S1.u32, i)];
      return signed ? ops.mulWideS(a, b) : ops.mulWideU(a, b);
    });
    const exact = products.reduce((sum, product) => ops.add64(sum, product), wide(S2.u32));
    return [D.set(select(flag('clamp'), saturated64(exact, signed), ops.lo(exact)))];
  },
];

function saturated64(value: Ex<'u64'>, signed: boolean): Ex<'u32'> {
  const low = ops.lo(value);
  if (!signed) return select(ne(ops.hi(value), u32(0)), u32(0xffffffff), low);
  const limit = select(ops.ltS(ops.hi(value), u32(0)), u32(0x80000000), u32(0x7fffffff));
  return select(ops.eq64(value, ops.sext64(low)), low, limit);
}

/** Products of halves are exact in single precision; the sums are rounded one after another. */
const dotHalves: RestatedRow<Slots> = [
  'D.f32 = S0.f16[0] * S1.f16[0] + S0.f16[1] * S1.f16[1] + S2.f32',
  ({ D, S0, S1, S2 }: Quad): Stmt[] => {
    const of = (which: HalfSelect): Ex<'f32'> =>
      ops.fmul(ops.f32FromF16(half16(S0, which, 0)), ops.f32FromF16(half16(S1, which, 1)));
    const sign = select(bit('neg_lo', 2), u32(0x80000000), u32(0));
    const addend = ops.asF32(xor(S2.u32, sign));
    return [D.set(ops.fadd(ops.fadd(of('lo'), of('hi')), addend))];
  },
];

export const VOP3P: readonly InstructionRow[] = vop3p({
  v_pk_mad_i16: ofWords('D.i16[i] = S0.i16[i] * S1.i16[i] + S2.i16[i]', 3, true, (a, b, c) =>
    word(add(mul(a, b), c), true),
  ),
  v_pk_mul_lo_u16: ofWords('D.u16[i] = (S0.u16[i] * S1.u16[i])[15:0]', 2, false, (a, b) => mul(a, b)),
  v_pk_add_i16: ofWords('D.i16[i] = S0.i16[i] + S1.i16[i]', 2, true, (a, b) => word(add(a, b), true)),
  v_pk_sub_i16: ofWords('D.i16[i] = S0.i16[i] - S1.i16[i]', 2, true, (a, b) => word(sub(a, b), true)),
  v_pk_lshlrev_b16: ofWords('D.u16[i] = S1.u16[i] << S0[i][3:0]', 2, false, (a, b) => shl(b, count16(a))),
  v_pk_lshrrev_b16: ofWords('D.u16[i] = S1.u16[i] >> S0[i][3:0]', 2, false, (a, b) => shrU(b, count16(a))),
  v_pk_ashrrev_i16: ofWords('D.i16[i] = S1.i16[i] >> S0[i][3:0], signed', 2, true, (a, b) => shrS(b, count16(a))),
  v_pk_max_i16: ofWords('D.i16[i] = max(S0.i16[i], S1.i16[i])', 2, true, (a, b) => maximumS(a, b)),
  v_pk_min_i16: ofWords('D.i16[i] = min(S0.i16[i], S1.i16[i])', 2, true, (a, b) => minimumS(a, b)),
  v_pk_mad_u16: ofWords('D.u16[i] = S0.u16[i] * S1.u16[i] + S2.u16[i]', 3, false, (a, b, c) => {
    const sum = add(mul(a, b), c);
    return select(flag('clamp'), minimumU(sum, u32(0xffff)), sum);
  }),
  v_pk_add_u16: ofWords('D.u16[i] = S0.u16[i] + S1.u16[i]', 2, false, (a, b) => word(add(a, b), false)),
  v_pk_sub_u16: ofWords('D.u16[i] = S0.u16[i] - S1.u16[i]', 2, false, (a, b) => word(sub(a, b), false)),
  v_pk_max_u16: ofWords('D.u16[i] = max(S0.u16[i], S1.u16[i])', 2, false, (a, b) => maximumU(a, b)),
  v_pk_min_u16: ofWords('D.u16[i] = min(S0.u16[i], S1.u16[i])', 2, false, (a, b) => minimumU(a, b)),
  v_pk_fma_f16: ofHalves('D.f16[i] = S0.f16[i] * S1.f16[i] + S2.f16[i], rounded once', 3, (a, b, c) =>
    half.fma(a, b, c),
  ),
  v_pk_add_f16: ofHalves('D.f16[i] = S0.f16[i] + S1.f16[i]', 2, (a, b) => half.add(a, b)),
  v_pk_mul_f16: ofHalves('D.f16[i] = S0.f16[i] * S1.f16[i]', 2, (a, b) => half.mul(a, b)),
  v_pk_min_f16: ofHalves('D.f16[i] = min(S0.f16[i], S1.f16[i])', 2, minimumHalf),
  v_pk_max_f16: ofHalves('D.f16[i] = max(S0.f16[i], S1.f16[i])', 2, maximumHalf),
  v_mad_mix_f32: mix('D.f32 = S0 * S1 + S2, each of them f32 or f16, the product rounded', unfused),
  v_mad_mixlo_f16: mixHalf('D.f16[0] = S0 * S1 + S2, each of them f32 or f16, the product rounded', unfused, false),
  v_mad_mixhi_f16: mixHalf('D.f16[1] = S0 * S1 + S2, each of them f32 or f16, the product rounded', unfused, true),
  v_fma_mix_f32: mix('D.f32 = S0 * S1 + S2, each of them f32 or f16, rounded once', ops.ffma),
  v_fma_mixlo_f16: mixHalf('D.f16[0] = S0 * S1 + S2, each of them f32 or f16, rounded once', ops.ffma, false),
  v_fma_mixhi_f16: mixHalf('D.f16[1] = S0 * S1 + S2, each of them f32 or f16, rounded once', ops.ffma, true),
  v_dot2_f32_f16: dotHalves,
  v_dot2_i32_i16: dot('D = sum of S0.i16[i] * S1.i16[i], + S2', 16, true),
  v_dot2_u32_u16: dot('D = sum of S0.u16[i] * S1.u16[i], + S2', 16, false),
  v_dot4_i32_i8: dot('D = sum of S0.i8[i] * S1.i8[i], + S2', 8, true),
  v_dot4_u32_u8: dot('D = sum of S0.u8[i] * S1.u8[i], + S2', 8, false),
  v_dot8_i32_i4: dot('D = sum of S0.i4[i] * S1.i4[i], + S2', 4, true),
  v_dot8_u32_u4: dot('D = sum of S0.u4[i] * S1.u4[i], + S2', 4, false),
});
