// VOP2 that Southern Islands does not have: 16-bit arithmetic, additions without carry. Source: "AMD GCN3 ISA", "AMD
// Vega ISA", "VOP2 Instructions". Results of 16 bits clear the upper half (halves.ts).

import { maximumS, maximumU, minimumS, minimumU } from '../../common/families/bytes.js';
import { carryFamily, type OnOverflow } from '../../common/families/vop2.js';
import type { InstructionRow } from '../../define.js';
import { type Destination, type Ex, flag, ops, type Stmt, select, u32 } from '../../language/expr.js';
import { type RestatedRow, vop2, vop2k } from '../family.js';
import { half, halfResult, signed16, unsigned16, word } from '../halves.js';

type Binary = RestatedRow<'D' | 'S0' | 'S1'>;
interface Triple {
  readonly D: Destination;
  readonly S0: Destination;
  readonly S1: Destination;
}

const ofHalves = (meaning: string, compute: (a: Ex<'u32'>, b: Ex<'u32'>) => Ex<'u32'>): Binary => [
  meaning,
  ({ D, S0, S1 }: Triple): Stmt[] => [D.set(halfResult(compute(unsigned16(S0.f16), unsigned16(S1.f16))))],
];
const ofWords = (
  meaning: string,
  extend: (x: Ex<'u32'>) => Ex<'u32'>,
  compute: (a: Ex<'u32'>, b: Ex<'u32'>) => Ex<'u32'>,
): Binary => [meaning, ({ D, S0, S1 }: Triple): Stmt[] => [D.set(unsigned16(compute(extend(S0.u32), extend(S1.u32))))]];
const shift = (
  meaning: string,
  extend: (x: Ex<'u32'>) => Ex<'u32'>,
  compute: (x: Ex<'u32'>, count: Ex<'u32'>) => Ex<'u32'>,
): Binary => [
  meaning,
  ({ D, S0, S1 }: Triple): Stmt[] => [D.set(unsigned16(compute(extend(S1.u32), ops.and(S0.u32, u32(15)))))],
];

/** Sums and differences of unsigned numbers saturate with clamp, with carry or without. */
const saturating: OnOverflow = (result, overflow, limit) =>
  select(ops.andB(flag('clamp'), overflow), u32(limit), result);
const sum = (a: Ex<'u32'>, b: Ex<'u32'>): Ex<'u32'> => {
  const result = ops.add(a, b);
  return saturating(result, ops.ltU(result, a), 0xffffffff);
};
const difference = (a: Ex<'u32'>, b: Ex<'u32'>): Ex<'u32'> => saturating(ops.sub(a, b), ops.ltU(a, b), 0);
const ofU32 = (meaning: string, compute: (a: Ex<'u32'>, b: Ex<'u32'>) => Ex<'u32'>): Binary => [
  meaning,
  ({ D, S0, S1 }: Triple): Stmt[] => [D.set(compute(S0.u32, S1.u32))],
];

export const VOP2: readonly InstructionRow[] = [
  ...carryFamily(saturating),
  ...vop2({
    v_add_f16: ofHalves('D = S0 + S1', half.add),
    v_sub_f16: ofHalves('D = S0 - S1', half.sub),
    v_subrev_f16: ofHalves('D = S1 - S0', (a, b) => half.sub(b, a)),
    v_mul_f16: ofHalves('D = S0 * S1', half.mul),
    v_max_f16: ofHalves('D = max(S0, S1), of a number and NaN the number', half.max),
    v_min_f16: ofHalves('D = min(S0, S1), of a number and NaN the number', half.min),
    v_mac_f16: [
      'D = S0 * S1 + D',
      ({ D, S0, S1 }) => [D.set(halfResult(half.mad(unsigned16(S0.f16), unsigned16(S1.f16), unsigned16(D.u32))))],
    ],
    v_ldexp_f16: [
      'D = S0 * 2 ** S1.i16',
      ({ D, S0, S1 }) => [D.set(halfResult(half.ldexp(unsigned16(S0.f16), unsigned16(S1.u32))))],
    ],
    v_add_u16: ofWords('D.u16 = S0.u16 + S1.u16', unsigned16, (a, b) => word(ops.add(a, b), false)),
    v_sub_u16: ofWords('D.u16 = S0.u16 - S1.u16', unsigned16, (a, b) => word(ops.sub(a, b), false)),
    v_subrev_u16: ofWords('D.u16 = S1.u16 - S0.u16', unsigned16, (a, b) => word(ops.sub(b, a), false)),
    v_mul_lo_u16: ofWords('D.u16 = (S0.u16 * S1.u16)[15:0]', unsigned16, ops.mul),
    v_lshlrev_b16: shift('D.u16 = S1.u16 << S0[3:0]', unsigned16, ops.shl),
    v_lshrrev_b16: shift('D.u16 = S1.u16 >> S0[3:0]', unsigned16, ops.shrU),
    v_ashrrev_i16: shift('D.i16 = S1.i16 >> S0[3:0], signed', signed16, ops.shrS),
    v_max_u16: ofWords('D.u16 = max(S0, S1)', unsigned16, maximumU),
    v_max_i16: ofWords('D.i16 = max(S0, S1)', signed16, maximumS),
    v_min_u16: ofWords('D.u16 = min(S0, S1)', unsigned16, minimumU),
    v_min_i16: ofWords('D.i16 = min(S0, S1)', signed16, minimumS),
    v_add_u32: ofU32('D = S0 + S1', sum),
    v_sub_u32: ofU32('D = S0 - S1', difference),
    v_subrev_u32: ofU32('D = S1 - S0', (a, b) => difference(b, a)),
    v_xnor_b32: ofU32('D = ~(S0 ^ S1)', (a, b) => ops.not(ops.xor(a, b))),
    v_fmac_f32: ['D = S0 * S1 + D, rounded once', ({ D, S0, S1 }) => [D.set(ops.ffma(S0.f32, S1.f32, D.f32))]],
  }),
  ...vop2k({
    v_madmk_f16: [
      'D = S0 * K + S1',
      ({ D, S0, S1, K }) => [D.set(half.mad(unsigned16(S0.f16), unsigned16(K.f16), unsigned16(S1.f16)))],
      { order: ['D', 'S0', 'K', 'S1'] },
    ],
    v_madak_f16: [
      'D = S0 * S1 + K',
      ({ D, S0, S1, K }) => [D.set(half.mad(unsigned16(S0.f16), unsigned16(S1.f16), unsigned16(K.f16)))],
    ],
  }),
];
