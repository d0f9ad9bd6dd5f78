// VOP3: the vector instructions that exist in the 64-bit encoding only (Southern Islands ISA, "VOP3 Instructions"); the
// VOP3 forms of VOP1, VOP2 and VOPC derive from those.

import type { InstructionRow } from '../../define.js';
import { call, type Destination, type Ex, ops, type Stmt, select, u32, VCC } from '../../language/expr.js';
import { vop3, vop3b } from '../family.js';
import {
  absoluteDifference,
  averageBytes,
  insertByte,
  maximumS,
  maximumU,
  minimumS,
  minimumU,
  quadSums,
  signed24,
  sumOfHalfDifferences,
  unsigned24,
} from './bytes.js';
import { cubeFace, cubeMajorAxis, cubeS, cubeT } from './cube.js';
import { divisionFixup, divisionFma, divisionScale } from './division.js';
import { F32, F64, maximum, median, minimum } from './float.js';
import { multiplyAdd, multiplyAddLegacy, multiplyForLighting } from './multiply.js';
import { ldexp64 } from './scaling.js';

interface Operands {
  readonly D: Destination;
  readonly S0: Destination;
  readonly S1: Destination;
  readonly S2: Destination;
}
type Semantics = (operands: Operands) => readonly Stmt[];

const ofU32 =
  (compute: (a: Ex<'u32'>, b: Ex<'u32'>, c: Ex<'u32'>) => Ex): Semantics =>
  ({ D, S0, S1, S2 }) => [D.set(compute(S0.u32, S1.u32, S2.u32))];
const ofTwoU32 =
  (compute: (a: Ex<'u32'>, b: Ex<'u32'>) => Ex): Semantics =>
  ({ D, S0, S1 }) => [D.set(compute(S0.u32, S1.u32))];
const ofF32 =
  (compute: (a: Ex<'f32'>, b: Ex<'f32'>, c: Ex<'f32'>) => Ex): Semantics =>
  ({ D, S0, S1, S2 }) => [D.set(compute(S0.f32, S1.f32, S2.f32))];
const ofTwoF64 =
  (compute: (a: Ex<'f64'>, b: Ex<'f64'>) => Ex): Semantics =>
  ({ D, S0, S1 }) => [D.set(compute(S0.f64, S1.f64))];
const shift64 =
  (compute: (x: Ex<'u64'>, count: Ex<'u32'>) => Ex<'u64'>): Semantics =>
  ({ D, S0, S1 }) => [D.set(compute(S0.u64, S1.u32))];
const quad =
  (one: (a: Ex<'u32'>, reference: Ex<'u32'>) => Ex<'u32'>): Semantics =>
  ({ D, S0, S1, S2 }) => [D.set(quadSums(one, S0.u64, S1.u32, S2.u64))];

const differences = (a: Ex<'u32'>, b: Ex<'u32'>): Ex<'u32'> => call('u32', 'byte_differences', a, b);
const maskedDifferences = (a: Ex<'u32'>, reference: Ex<'u32'>): Ex<'u32'> =>
  call('u32', 'masked_byte_differences', a, reference);

/** Bits [offset, offset + size) of x with `shiftRight`'s extension; a size of 0 gives 0. */
const extractUnsigned = (x: Ex<'u32'>, offset: Ex<'u32'>, size: Ex<'u32'>): Ex<'u32'> =>
  ops.and(ops.shrU(x, offset), ops.sub(ops.shl(u32(1), size), u32(1)));
const extractSigned = (x: Ex<'u32'>, offset: Ex<'u32'>, size: Ex<'u32'>): Ex<'u32'> => {
  const unused = ops.sub(u32(32), size);
  const field = ops.shrS(ops.shl(ops.shrS(x, offset), unused), unused);
  return select(ops.eq(ops.and(size, u32(31)), u32(0)), u32(0), field);
};

/** The low 32 bits of {high, low} >> count, for a count below 32. */
const funnelShift = (high: Ex<'u32'>, low: Ex<'u32'>, count: Ex<'u32'>): Ex<'u32'> =>
  ops.or(ops.shrU(low, count), ops.shl(ops.shl(high, u32(1)), ops.xor(count, u32(31))));

const median32 =
  (min: (a: Ex<'u32'>, b: Ex<'u32'>) => Ex<'u32'>, max: (a: Ex<'u32'>, b: Ex<'u32'>) => Ex<'u32'>): Semantics =>
  ({ D, S0, S1, S2 }) => {
    const [a, b, c] = [S0.u32, S1.u32, S2.u32];
    return [D.set(max(min(a, b), min(max(a, b), c)))];
  };

export const VOP3: readonly InstructionRow[] = [
  ...vop3({
    v_mad_legacy_f32: [320, 'D = S0 * S1 + S2; 0 times anything is 0', ofF32(multiplyAddLegacy)],
    v_mad_f32: [321, 'D = S0 * S1 + S2, the product rounded', ofF32(multiplyAdd)],
    v_mad_i32_i24: [322, 'D = S0.i24 * S1.i24 + S2', ofU32((a, b, c) => ops.add(ops.mul(signed24(a), signed24(b)), c))],
    v_mad_u32_u24: [
      323,
      'D = S0.u24 * S1.u24 + S2',
      ofU32((a, b, c) => ops.add(ops.mul(unsigned24(a), unsigned24(b)), c)),
    ],
    v_cubeid_f32: [324, 'D = face (0-5) of the cube that the vector (S0, S1, S2) meets', ofF32(cubeFace)],
    v_cubesc_f32: [325, 'D = s coordinate of (S0, S1, S2) on its face of the cube', ofF32(cubeS)],
    v_cubetc_f32: [326, 'D = t coordinate of (S0, S1, S2) on its face of the cube', ofF32(cubeT)],
    v_cubema_f32: [327, 'D = 2 * the major axis of (S0, S1, S2)', ofF32(cubeMajorAxis)],
    v_bfe_u32: [328, 'D = bits of S0 from S1[4:0], S2[4:0] of them', ofU32(extractUnsigned)],
    v_bfe_i32: [329, 'D = bits of S0 from S1[4:0], S2[4:0] of them, sign-extended', ofU32(extractSigned)],
    v_bfi_b32: [
      330,
      'D = (S0 & S1) | (~S0 & S2)',
      ofU32((mask, a, b) => ops.or(ops.and(mask, a), ops.and(ops.not(mask), b))),
    ],
    v_fma_f32: [331, 'D = S0 * S1 + S2, rounded once', ofF32(ops.ffma)],
    v_fma_f64: [
      332,
      'D = S0 * S1 + S2, rounded once',
      ({ D, S0, S1, S2 }) => [D.set(ops.dfma(S0.f64, S1.f64, S2.f64))],
    ],
    v_lerp_u8: [333, 'D.u8[i] = (S0.u8[i] + S1.u8[i] + S2.u8[i][0]) >> 1', ofU32(averageBytes)],
    v_alignbit_b32: [
      334,
      'D = {S0, S1} >> S2[4:0]',
      ofU32((high, low, count) => funnelShift(high, low, ops.and(count, u32(31)))),
    ],
    v_alignbyte_b32: [
      335,
      'D = {S0, S1} >> 8 * S2[1:0]',
      ofU32((high, low, count) => funnelShift(high, low, ops.shl(ops.and(count, u32(3)), u32(3)))),
    ],
    v_mullit_f32: [
      336,
      'D = S0 * S1, or -MAX unless S1 > -MAX and S2 > 0; 0 times anything is 0',
      ofF32(multiplyForLighting),
    ],
    v_min3_f32: [337, 'D = min(min(S0, S1), S2)', ofF32((a, b, c) => minimum(F32, minimum(F32, a, b), c))],
    v_min3_i32: [338, 'D.i32 = min(S0, S1, S2)', ofU32((a, b, c) => minimumS(minimumS(a, b), c))],
    v_min3_u32: [339, 'D.u32 = min(S0, S1, S2)', ofU32((a, b, c) => minimumU(minimumU(a, b), c))],
    v_max3_f32: [340, 'D = max(max(S0, S1), S2)', ofF32((a, b, c) => maximum(F32, maximum(F32, a, b), c))],
    v_max3_i32: [341, 'D.i32 = max(S0, S1, S2)', ofU32((a, b, c) => maximumS(maximumS(a, b), c))],
    v_max3_u32: [342, 'D.u32 = max(S0, S1, S2)', ofU32((a, b, c) => maximumU(maximumU(a, b), c))],
    v_med3_f32: [343, 'D = the middle one of S0, S1, S2; with a NaN their minimum', ofF32(median)],
    v_med3_i32: [344, 'D.i32 = the middle one of S0, S1, S2', median32(minimumS, maximumS)],
    v_med3_u32: [345, 'D.u32 = the middle one of S0, S1, S2', median32(minimumU, maximumU)],
    v_sad_u8: [346, 'D = sum of |S0.u8[i] - S1.u8[i]|, + S2', ofU32((a, b, c) => ops.add(differences(a, b), c))],
    v_sad_hi_u8: [
      347,
      'D = (sum of |S0.u8[i] - S1.u8[i]|) << 16, + S2',
      ofU32((a, b, c) => ops.add(ops.shl(differences(a, b), u32(16)), c)),
    ],
    v_sad_u16: [
      348,
      'D = sum of |S0.u16[i] - S1.u16[i]|, + S2',
      ofU32((a, b, c) => ops.add(sumOfHalfDifferences(a, b), c)),
    ],
    v_sad_u32: [349, 'D = |S0 - S1| + S2, unsigned', ofU32((a, b, c) => ops.add(absoluteDifference(a, b), c))],
    v_cvt_pk_u8_f32: [
      350,
      'D = S2 with byte S1[1:0] replaced by S0.f32, rounded as MODE says',
      ({ D, S0, S1, S2 }) => [D.set(insertByte(S0.f32, S1.u32, S2.u32))],
    ],
    v_div_fixup_f32: [
      351,
      'D = quotient S0 of S2 / S1 with sign and special values',
      ({ D, S0, S1, S2 }) => [D.set(divisionFixup(F32, [S0, S1, S2]))],
      { traits: { division: 'fixup' } },
    ],
    v_div_fixup_f64: [
      352,
      'D = quotient S0 of S2 / S1 with sign and special values',
      ({ D, S0, S1, S2 }) => [D.set(divisionFixup(F64, [S0, S1, S2]))],
    ],
    v_lshl_b64: [353, 'D.b64 = S0.b64 << S1[5:0]', shift64(ops.shl64)],
    v_lshr_b64: [354, 'D.b64 = S0.b64 >> S1[5:0]', shift64(ops.shrU64)],
    v_ashr_i64: [355, 'D.i64 = S0.i64 >> S1[5:0], signed', shift64(ops.shrS64)],
    v_add_f64: [356, 'D = S0 + S1', ofTwoF64(ops.dadd)],
    v_mul_f64: [357, 'D = S0 * S1', ofTwoF64(ops.dmul)],
    v_min_f64: [358, 'D = min(S0, S1), of a number and NaN the number', ofTwoF64((a, b) => minimum(F64, a, b))],
    v_max_f64: [359, 'D = max(S0, S1), of a number and NaN the number', ofTwoF64((a, b) => maximum(F64, a, b))],
    v_ldexp_f64: [360, 'D = S0 * 2 ** S1.i32', ({ D, S0, S1 }) => [D.set(ldexp64(S0.f64, S1.u32))]],
    v_mul_lo_u32: [361, 'D = (S0 * S1)[31:0]', ofTwoU32(ops.mul)],
    v_mul_hi_u32: [362, 'D = (S0 * S1)[63:32]', ofTwoU32(ops.mulHiU)],
    v_mul_lo_i32: [363, 'D = (S0 * S1)[31:0]', ofTwoU32(ops.mul)],
    v_mul_hi_i32: [364, 'D = (S0 * S1)[63:32], signed', ofTwoU32(ops.mulHiS)],
    v_div_fmas_f32: [
      367,
      'D = S0 * S1 + S2, rounded once; where VCC[lane], scaled back by 2 ** 64 or 2 ** -64',
      ({ D, S0, S1, S2 }) => [D.set(divisionFma(F32, [S0, S1, S2], VCC.lane))],
      { traits: { division: 'last step' } },
    ],
    v_div_fmas_f64: [
      368,
      'D = S0 * S1 + S2, rounded once; where VCC[lane], scaled back by 2 ** 128 or 2 ** -128',
      ({ D, S0, S1, S2 }) => [D.set(divisionFma(F64, [S0, S1, S2], VCC.lane))],
    ],
    v_msad_u8: [
      369,
      'D = sum of |S0.u8[i] - S1.u8[i]| where S1.u8[i] is not 0, + S2',
      ofU32((a, b, c) => ops.add(maskedDifferences(a, b), c)),
    ],
    v_qsad_u8: [370, 'D.u16[i] = sum of differences of bytes i..i+3 of S0.b64 and S1, + S2.u16[i]', quad(differences)],
    v_mqsad_pk_u16_u8: [
      371,
      'D.u16[i] = sum of differences of bytes i..i+3 of S0.b64 and S1 where S1 is not 0, + S2.u16[i]',
      quad(maskedDifferences),
    ],
    v_trig_preop_f64: [
      372,
      'D = the 53 bits of 2 / pi that segment S1[4:0] of the reduction of S0 needs',
      ({ D, S0, S1 }) => [D.set(call('f64', 'trig_preop_f64', S0.f64, S1.u32))],
    ],
  }),
  ...vop3b({
    v_div_scale_f32: [
      365,
      'D = S0 scaled for the division of S2 by S1; SDST[lane] = the quotient must be scaled back',
      ({ D, SDST, S0, S1, S2 }) => {
        const { value, flag } = divisionScale(F32, [S0, S1, S2]);
        return [D.set(value), SDST.mask(flag)];
      },
      { traits: { division: 'scale' } },
    ],
    v_div_scale_f64: [
      366,
      'D = S0 scaled for the division of S2 by S1; SDST[lane] = the quotient must be scaled back',
      ({ D, SDST, S0, S1, S2 }) => {
        const { value, flag } = divisionScale(F64, [S0, S1, S2]);
        return [D.set(value), SDST.mask(flag)];
      },
    ],
  }),
];
