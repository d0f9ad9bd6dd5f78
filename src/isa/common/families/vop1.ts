// VOP1: vector instructions with one source (Southern Islands ISA, "VOP1 Instructions").
//
// Conversions to integers truncate, saturate and give 0 for NaN unless the row says otherwise. Rounding operators see
// denormals as MODE says.

import { type Destination, EXEC, type Ex, f32, M0, ops, type Stmt, select, u32 } from '../../language/expr.js';
import { vop1 } from '../family.js';
import {
  clampInfinity,
  clampLogarithm,
  cosine,
  exp2,
  log2,
  reciprocal32,
  reciprocal64,
  reciprocalRoot32,
  reciprocalRoot64,
  root32,
  root64,
  sine,
  zeroInfinity,
} from './approximation.js';
import { bitsOf, halfAsMode } from './bytes.js';
import { F32, F64, fraction, isNegative } from './float.js';
import { frexpExponent32, frexpExponent64, frexpSignificand32, frexpSignificand64 } from './scaling.js';

type Unary = (operands: { readonly D: Destination; readonly S0: Destination }) => readonly Stmt[];

const ofU32 =
  (compute: (x: Ex<'u32'>) => Ex): Unary =>
  ({ D, S0 }) => [D.set(compute(S0.u32))];
const ofF32 =
  (compute: (x: Ex<'f32'>) => Ex): Unary =>
  ({ D, S0 }) => [D.set(compute(S0.f32))];
const ofF16 =
  (compute: (x: Ex<'u32'>) => Ex): Unary =>
  ({ D, S0 }) => [D.set(compute(S0.f16))];
const ofF64 =
  (compute: (x: Ex<'f64'>) => Ex): Unary =>
  ({ D, S0 }) => [D.set(compute(S0.f64))];

/** A move of 32 bits; abs and neg apply, as to a floating-point number. */
const move: Unary = ofF32(ops.asU32);
const byteToFloat = (index: number): Unary => ofU32((x) => ops.f32FromU(bitsOf(x, 8 * index, 8)));

/** floor(x) as an integer; NaN gives the extreme integer of its sign. */
const floorToInteger = (x: Ex<'f32'>, sign: Ex<'f32'>): Ex<'u32'> => {
  const extreme = select(isNegative(F32, sign), u32(0x80000000), u32(0x7fffffff));
  return select(ops.fisnan(x), extreme, ops.sFromF32(ops.ffloor(x)));
};

/** -1 if no bit was found, for a count of 32. */
const foundOrMinusOne = (count: Ex<'u32'>): Ex<'u32'> => select(ops.eq(count, u32(32)), u32(-1), count);

export const VOP1 = vop1({
  v_nop: [0, 'nothing', () => []],
  v_mov_b32: [1, 'D = S0', move],
  v_readfirstlane_b32: [
    2,
    'D (scalar) = S0 of the first active lane; of lane 0 when none is active',
    // The count of trailing zeros of 0 is 64, and lanes count modulo 64.
    ({ D, S0 }) => [D.set(S0.fromLane(ops.ctz64(EXEC.u64)))],
    { scalar: ['D'] },
  ],
  v_cvt_i32_f64: [3, 'D.i32 = S0.f64', ofF64(ops.sFromF64)],
  v_cvt_f64_i32: [4, 'D.f64 = S0.i32', ofU32(ops.f64FromS)],
  v_cvt_f32_i32: [5, 'D.f32 = S0.i32', ofU32(ops.f32FromS)],
  v_cvt_f32_u32: [6, 'D.f32 = S0.u32', ofU32(ops.f32FromU)],
  v_cvt_u32_f32: [7, 'D.u32 = S0.f32', ofF32(ops.uFromF32)],
  v_cvt_i32_f32: [8, 'D.i32 = S0.f32', ofF32(ops.sFromF32)],
  v_mov_fed_b32: [9, 'D = S0; the memory error that it injects is not modelled', move],
  v_cvt_f16_f32: [10, 'D.f16 = S0.f32, rounded as MODE says for f32', ofF32(halfAsMode)],
  v_cvt_f32_f16: [11, 'D.f32 = S0.f16', ofF16(ops.f32FromF16)],
  v_cvt_rpi_i32_f32: [
    12,
    'D.i32 = floor(S0.f32 + 0.5); NaN gives the extreme integer of its sign',
    ofF32((x) => floorToInteger(ops.fadd(x, f32(0.5)), x)),
  ],
  v_cvt_flr_i32_f32: [
    13,
    'D.i32 = floor(S0.f32); NaN gives the extreme integer of its sign',
    ofF32((x) => floorToInteger(x, x)),
  ],
  v_cvt_off_f32_i4: [
    14,
    'D.f32 = S0.i4 / 16',
    ofU32((x) => ops.fmul(ops.f32FromS(ops.shrS(ops.shl(x, u32(28)), u32(28))), f32(1 / 16))),
  ],
  v_cvt_f32_f64: [15, 'D.f32 = S0.f64', ofF64(ops.f32FromF64)],
  v_cvt_f64_f32: [16, 'D.f64 = S0.f32', ofF32(ops.f64FromF32)],
  v_cvt_f32_ubyte0: [17, 'D.f32 = S0.u8[0]', byteToFloat(0)],
  v_cvt_f32_ubyte1: [18, 'D.f32 = S0.u8[1]', byteToFloat(1)],
  v_cvt_f32_ubyte2: [19, 'D.f32 = S0.u8[2]', byteToFloat(2)],
  v_cvt_f32_ubyte3: [20, 'D.f32 = S0.u8[3]', byteToFloat(3)],
  v_cvt_u32_f64: [21, 'D.u32 = S0.f64', ofF64(ops.uFromF64)],
  v_cvt_f64_u32: [22, 'D.f64 = S0.u32', ofU32(ops.f64FromU)],

  v_fract_f32: [32, 'D = S0 - floor(S0), below 1', ofF32((x) => fraction(F32, x))],
  v_trunc_f32: [33, 'D = S0 rounded toward zero', ofF32(ops.ftrunc)],
  v_ceil_f32: [34, 'D = S0 rounded up', ofF32(ops.fceil)],
  v_rndne_f32: [35, 'D = S0 rounded to nearest, ties to even', ofF32(ops.frint)],
  v_floor_f32: [36, 'D = S0 rounded down', ofF32(ops.ffloor)],

  v_exp_f32: [37, 'D = 2 ** S0; 0 below -126', ofF32(exp2)],
  v_log_clamp_f32: [38, 'D = log2(S0); the infinity of 0 becomes -MAX', ofF32((x) => clampLogarithm(log2(x)))],
  v_log_f32: [39, 'D = log2(S0)', ofF32(log2)],
  v_rcp_clamp_f32: [40, 'D = 1 / S0; infinities become +-MAX', ofF32((x) => clampInfinity(F32, reciprocal32(x)))],
  v_rcp_legacy_f32: [41, 'D = 1 / S0; infinities become +-0', ofF32((x) => zeroInfinity(reciprocal32(x)))],
  v_rcp_f32: [42, 'D = 1 / S0', ofF32(reciprocal32)],
  v_rcp_iflag_f32: [
    43,
    'D = 1 / S0; a division by zero is an integer exception',
    ofF32(reciprocal32),
    { traits: { integerReciprocal: true } },
  ],
  v_rsq_clamp_f32: [
    44,
    'D = 1 / sqrt(S0); infinities become +-MAX',
    ofF32((x) => clampInfinity(F32, reciprocalRoot32(x))),
  ],
  v_rsq_legacy_f32: [45, 'D = 1 / sqrt(S0); infinities become +-0', ofF32((x) => zeroInfinity(reciprocalRoot32(x)))],
  v_rsq_f32: [46, 'D = 1 / sqrt(S0)', ofF32(reciprocalRoot32)],
  v_rcp_f64: [47, 'D = 1 / S0', ofF64(reciprocal64)],
  v_rcp_clamp_f64: [48, 'D = 1 / S0; infinities become +-MAX', ofF64((x) => clampInfinity(F64, reciprocal64(x)))],
  v_rsq_f64: [49, 'D = 1 / sqrt(S0)', ofF64(reciprocalRoot64)],
  v_rsq_clamp_f64: [
    50,
    'D = 1 / sqrt(S0); infinities become +-MAX',
    ofF64((x) => clampInfinity(F64, reciprocalRoot64(x))),
  ],
  v_sqrt_f32: [51, 'D = sqrt(S0)', ofF32(root32)],
  v_sqrt_f64: [52, 'D = sqrt(S0)', ofF64(root64)],
  v_sin_f32: [53, 'D = sin(2 pi S0); 0 where |S0| > 256', ofF32(sine)],
  v_cos_f32: [54, 'D = cos(2 pi S0); 1 where |S0| > 256', ofF32(cosine)],

  v_not_b32: [55, 'D = ~S0', ofU32(ops.not)],
  v_bfrev_b32: [56, 'D[31:0] = S0[0:31]', ofU32(ops.brev)],
  v_ffbh_u32: [57, 'D = number of leading zeros of S0, -1 for 0', ofU32((x) => foundOrMinusOne(ops.clz(x)))],
  v_ffbl_b32: [58, 'D = number of trailing zeros of S0, -1 for 0', ofU32((x) => foundOrMinusOne(ops.ctz(x)))],
  v_ffbh_i32: [
    59,
    'D = number of leading bits of S0 that equal its sign, -1 for 0 and -1',
    ofU32((x) => foundOrMinusOne(ops.clz(ops.xor(x, ops.shrS(x, u32(31)))))),
  ],
  v_frexp_exp_i32_f64: [60, 'D.i32 = exponent of S0 = m * 2 ** e, -1 for infinity and NaN', ofF64(frexpExponent64)],
  v_frexp_mant_f64: [61, 'D = significand of S0 in [0.5, 1), NaN for infinity', ofF64(frexpSignificand64)],
  v_fract_f64: [62, 'D = S0 - floor(S0), below 1', ofF64((x) => fraction(F64, x))],
  v_frexp_exp_i32_f32: [63, 'D.i32 = exponent of S0 = m * 2 ** e, -1 for infinity and NaN', ofF32(frexpExponent32)],
  v_frexp_mant_f32: [64, 'D = significand of S0 in [0.5, 1), NaN for infinity', ofF32(frexpSignificand32)],
  v_clrexcp: [65, 'clear the exceptions in TRAPSTS', () => [{ kind: 'effect', name: 'clearExceptions', args: [] }]],
  v_movreld_b32: [66, 'VGPR[D + M0] = S0', ({ D, S0 }) => [D.setRelative(M0.u32, S0.u32)]],
  v_movrels_b32: [67, 'D = VGPR[S0 + M0]', ({ D, S0 }) => [D.set(S0.relative(M0.u32))]],
  v_movrelsd_b32: [68, 'VGPR[D + M0] = VGPR[S0 + M0]', ({ D, S0 }) => [D.setRelative(M0.u32, S0.relative(M0.u32))]],
});
