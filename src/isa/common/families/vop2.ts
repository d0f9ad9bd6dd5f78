// VOP2: vector instructions with two sources (Southern Islands ISA, "VOP2 Instructions").
//
// Shift counts use their low 5 bits. v_mac, v_mad and their legacy forms round the product, and flush denormals
// whatever MODE says.

import type { DefinitionRow, InstructionRow } from '../../define.js';
import { type Destination, type Ex, LANE, ops, type Stmt, select, u32, VCC } from '../../language/expr.js';
import { vop2, vop2k } from '../family.js';
import {
  insertByte,
  maximumS,
  maximumU,
  minimumS,
  minimumU,
  normalizedSigned,
  normalizedUnsigned,
  packHalves,
  signed24,
  unsigned24,
} from './bytes.js';
import { F32, maximum, minimum } from './float.js';
import { multiplyAdd, multiplyAddLegacy, multiplyLegacy } from './multiply.js';
import { ldexp32 } from './scaling.js';

interface Operands {
  readonly D: Destination;
  readonly S0: Destination;
  readonly S1: Destination;
}
type Binary = (operands: Operands) => readonly Stmt[];

const ofU32 =
  (compute: (a: Ex<'u32'>, b: Ex<'u32'>) => Ex): Binary =>
  ({ D, S0, S1 }) => [D.set(compute(S0.u32, S1.u32))];
const ofF32 =
  (compute: (a: Ex<'f32'>, b: Ex<'f32'>) => Ex): Binary =>
  ({ D, S0, S1 }) => [D.set(compute(S0.f32, S1.f32))];

/** The _rev forms exchange their sources. */
const reversed =
  (binary: Binary): Binary =>
  ({ D, S0, S1 }) =>
    binary({ D, S0: S1, S1: S0 });

/**
 * A saturated result of 32 bits. @param limit the nearest number that there is
 */
export type OnOverflow = (result: Ex<'u32'>, overflow: Ex<'b1'>, limit: number) => Ex<'u32'>;

/** S0 + S1 + carry in; the carry out goes to VCC. */
const addWithCarry =
  (onOverflow: OnOverflow, carryIn?: Ex<'b1'>): Binary =>
  ({ D, S0, S1 }) => {
    const sum = ops.add(S0.u32, S1.u32);
    const total = carryIn ? ops.add(sum, ops.fromBool(carryIn)) : sum;
    const first = ops.ltU(sum, S0.u32);
    const carry = carryIn ? ops.orB(first, ops.ltU(total, sum)) : first;
    return [D.set(onOverflow(total, carry, 0xffff_ffff)), VCC.mask(carry)];
  };

/** S0 - S1 - borrow in; the borrow out goes to VCC. */
const subtractWithBorrow =
  (onOverflow: OnOverflow, borrowIn?: Ex<'b1'>): Binary =>
  ({ D, S0, S1 }) => {
    const difference = ops.sub(S0.u32, S1.u32);
    const total = borrowIn ? ops.sub(difference, ops.fromBool(borrowIn)) : difference;
    const first = ops.ltU(S0.u32, S1.u32);
    const borrow = borrowIn ? ops.orB(first, ops.ltU(difference, total)) : first;
    return [D.set(onOverflow(total, borrow, 0)), VCC.mask(borrow)];
  };

const subtract = ofF32(ops.fsub);
const shiftRight = ofU32(ops.shrU);
const shiftRightSigned = ofU32(ops.shrS);
const shiftLeft = ofU32(ops.shl);

/** Ones for the lanes before this one, of the lower or the upper half of the wavefront. */
const lanesBefore = (half: 'low' | 'high'): Ex<'u32'> => {
  const ones = ops.sub(ops.shl(u32(1), LANE), u32(1));
  const upper = ops.leU(u32(32), LANE);
  return half === 'low' ? select(upper, u32(-1), ones) : select(upper, ones, u32(0));
};
const countLanes = (half: 'low' | 'high'): Binary =>
  ofU32((mask, start) => ops.add(start, ops.popcnt(ops.and(mask, lanesBefore(half)))));

const bitMask = (size: Ex<'u32'>, offset: Ex<'u32'>): Ex<'u32'> =>
  ops.shl(ops.sub(ops.shl(u32(1), size), u32(1)), offset);

const clampSigned16 = (x: Ex<'u32'>): Ex<'u32'> => minimumS(maximumS(x, u32(-0x8000)), u32(0x7fff));
const clampUnsigned16 = (x: Ex<'u32'>): Ex<'u32'> => minimumU(x, u32(0xffff));

const LANE_OPTIONS = { scalar: ['D', 'S1'] } as const;

/** Integers with a carry: the result of an overflow depends on the instruction set. */
const carryRows = (onOverflow: OnOverflow): Readonly<Record<string, DefinitionRow<'D' | 'S0' | 'S1'>>> => ({
  v_add_i32: [37, 'D = S0 + S1; VCC[lane] = carry', addWithCarry(onOverflow)],
  v_sub_i32: [38, 'D = S0 - S1; VCC[lane] = borrow', subtractWithBorrow(onOverflow)],
  v_subrev_i32: [39, 'D = S1 - S0; VCC[lane] = borrow', reversed(subtractWithBorrow(onOverflow))],
  v_addc_u32: [40, 'D = S0 + S1 + VCC[lane]; VCC[lane] = carry', addWithCarry(onOverflow, VCC.lane)],
  v_subb_u32: [41, 'D = S0 - S1 - VCC[lane]; VCC[lane] = borrow', subtractWithBorrow(onOverflow, VCC.lane)],
  v_subbrev_u32: [
    42,
    'D = S1 - S0 - VCC[lane]; VCC[lane] = borrow',
    reversed(subtractWithBorrow(onOverflow, VCC.lane)),
  ],
});

/** The same for another instruction set. */
export const carryFamily = (onOverflow: OnOverflow): readonly InstructionRow[] => vop2(carryRows(onOverflow));

export const VOP2: readonly InstructionRow[] = [
  ...vop2({
    v_cndmask_b32: [
      0,
      'D = VCC[lane] ? S1 : S0',
      // Read as floats, because abs and neg apply; written as bits, because clamp does not.
      ({ D, S0, S1 }) => [D.set(ops.asU32(select(VCC.lane, S1.f32, S0.f32)))],
    ],
    v_readlane_b32: [1, 'D (scalar) = S0[lane S1]', ({ D, S0, S1 }) => [D.set(S0.fromLane(S1.u32))], LANE_OPTIONS],
    v_writelane_b32: [
      2,
      'D[lane S1] = S0 (scalar)',
      ({ D, S0, S1 }) => [D.setLane(S1.u32, S0.u32)],
      { scalar: ['S1'] },
    ],
    v_add_f32: [3, 'D = S0 + S1', ofF32(ops.fadd)],
    v_sub_f32: [4, 'D = S0 - S1', subtract],
    v_subrev_f32: [5, 'D = S1 - S0', reversed(subtract)],
    v_mac_legacy_f32: [
      6,
      'D = S0 * S1 + D; 0 times anything is 0',
      ({ D, S0, S1 }) => [D.set(multiplyAddLegacy(S0.f32, S1.f32, D.f32))],
    ],
    v_mul_legacy_f32: [7, 'D = S0 * S1; 0 times anything is 0', ofF32(multiplyLegacy)],
    v_mul_f32: [8, 'D = S0 * S1', ofF32(ops.fmul)],
    v_mul_i32_i24: [9, 'D = S0.i24 * S1.i24', ofU32((a, b) => ops.mul(signed24(a), signed24(b)))],
    v_mul_hi_i32_i24: [
      10,
      'D = (S0.i24 * S1.i24) >> 32, signed',
      ofU32((a, b) => ops.mulHiS(signed24(a), signed24(b))),
    ],
    v_mul_u32_u24: [11, 'D = S0.u24 * S1.u24', ofU32((a, b) => ops.mul(unsigned24(a), unsigned24(b)))],
    v_mul_hi_u32_u24: [12, 'D = (S0.u24 * S1.u24) >> 32', ofU32((a, b) => ops.mulHiU(unsigned24(a), unsigned24(b)))],
    v_min_legacy_f32: [13, 'D = S0 < S1 ? S0 : S1', ofF32((a, b) => select(ops.flt(a, b), a, b))],
    v_max_legacy_f32: [14, 'D = S0 >= S1 ? S0 : S1', ofF32((a, b) => select(ops.fle(b, a), a, b))],
    v_min_f32: [15, 'D = min(S0, S1), of a number and NaN the number', ofF32((a, b) => minimum(F32, a, b))],
    v_max_f32: [16, 'D = max(S0, S1), of a number and NaN the number', ofF32((a, b) => maximum(F32, a, b))],
    v_min_i32: [17, 'D.i32 = min(S0, S1)', ofU32(minimumS)],
    v_max_i32: [18, 'D.i32 = max(S0, S1)', ofU32(maximumS)],
    v_min_u32: [19, 'D.u32 = min(S0, S1)', ofU32(minimumU)],
    v_max_u32: [20, 'D.u32 = max(S0, S1)', ofU32(maximumU)],
    v_lshr_b32: [21, 'D = S0 >> S1', shiftRight],
    v_lshrrev_b32: [22, 'D = S1 >> S0', reversed(shiftRight)],
    v_ashr_i32: [23, 'D = S0 >> S1, signed', shiftRightSigned],
    v_ashrrev_i32: [24, 'D = S1 >> S0, signed', reversed(shiftRightSigned)],
    v_lshl_b32: [25, 'D = S0 << S1', shiftLeft],
    v_lshlrev_b32: [26, 'D = S1 << S0', reversed(shiftLeft)],
    v_and_b32: [27, 'D = S0 & S1', ofU32(ops.and)],
    v_or_b32: [28, 'D = S0 | S1', ofU32(ops.or)],
    v_xor_b32: [29, 'D = S0 ^ S1', ofU32(ops.xor)],
    v_bfm_b32: [30, 'D = ((1 << S0[4:0]) - 1) << S1[4:0]', ofU32(bitMask)],
    v_mac_f32: [31, 'D = S0 * S1 + D', ({ D, S0, S1 }) => [D.set(multiplyAdd(S0.f32, S1.f32, D.f32))]],
    v_bcnt_u32_b32: [34, 'D = number of ones in S0, + S1', ofU32((x, start) => ops.add(start, ops.popcnt(x)))],
    v_mbcnt_lo_u32_b32: [35, 'D = number of ones in S0 for lanes below this of lanes 0-31, + S1', countLanes('low')],
    v_mbcnt_hi_u32_b32: [36, 'D = number of ones in S0 for lanes below this of lanes 32-63, + S1', countLanes('high')],
    ...carryRows((result) => result),
    v_ldexp_f32: [43, 'D = S0 * 2 ** S1.i32', ({ D, S0, S1 }) => [D.set(ldexp32(S0.f32, S1.u32))]],
    v_cvt_pkaccum_u8_f32: [
      44,
      'D.u8[S1[1:0]] = S0.f32, rounded as MODE says; the other bytes stay',
      ({ D, S0, S1 }) => [D.set(insertByte(S0.f32, S1.u32, D.u32))],
    ],
    v_cvt_pknorm_i16_f32: [
      45,
      'D = {S1 * 32767, S0 * 32767} as i16, to nearest',
      ofF32((a, b) => packHalves(normalizedSigned(a), normalizedSigned(b))),
    ],
    v_cvt_pknorm_u16_f32: [
      46,
      'D = {S1 * 65535, S0 * 65535} as u16, to nearest',
      ofF32((a, b) => packHalves(normalizedUnsigned(a), normalizedUnsigned(b))),
    ],
    v_cvt_pkrtz_f16_f32: [
      47,
      'D = {S1, S0} as f16, toward zero',
      ofF32((a, b) => packHalves(ops.f16FromF32Z(a), ops.f16FromF32Z(b))),
    ],
    v_cvt_pk_u16_u32: [
      48,
      'D = {S1, S0} as u16, saturated',
      ofU32((a, b) => packHalves(clampUnsigned16(a), clampUnsigned16(b))),
    ],
    v_cvt_pk_i16_i32: [
      49,
      'D = {S1, S0} as i16, saturated',
      ofU32((a, b) => packHalves(clampSigned16(a), clampSigned16(b))),
    ],
  }),
  ...vop2k({
    v_madmk_f32: [
      32,
      'D = S0 * K + S1',
      ({ D, S0, S1, K }) => [D.set(multiplyAdd(S0.f32, K.f32, S1.f32))],
      { order: ['D', 'S0', 'K', 'S1'] },
    ],
    v_madak_f32: [33, 'D = S0 * S1 + K', ({ D, S0, S1, K }) => [D.set(multiplyAdd(S0.f32, S1.f32, K.f32))]],
  }),
];
