// VOP1 that Southern Islands does not have: half precision, rounding of f64, and GFX9's. Source: "AMD GCN3 ISA", "AMD
// Vega ISA", "VOP1 Instructions". Functions of half precision compute in single precision: its 24 bits make rounding
// twice the same as rounding once.

import {
  cosine,
  exp2,
  log2,
  reciprocal32,
  reciprocalRoot32,
  root32,
  sine,
} from '../../common/families/approximation.js';
import { F32 } from '../../common/families/float.js';
import { raising } from '../../language/exception-marks.js';
import { type Destination, type Ex, ops, type Stmt, select, u32 } from '../../language/expr.js';
import { type RestatedRow, refused, vop1 } from '../family.js';
import {
  clampSigned,
  half,
  halfResult,
  normalizedSigned,
  normalizedUnsigned,
  signed16,
  unsigned16,
} from '../halves.js';

type Unary = RestatedRow<'D' | 'S0'>;
type Pair = { readonly D: Destination; readonly S0: Destination };

const unary = (meaning: string, compute: (x: Ex<'u32'>) => Ex<'u32'>): Unary => [
  meaning,
  ({ D, S0 }: Pair): Stmt[] => [D.set(halfResult(compute(unsigned16(S0.f16))))],
];
/** By way of single precision. */
const bySingle = (meaning: string, compute: (x: Ex<'f32'>) => Ex<'f32'>): Unary =>
  unary(meaning, (x) => half.fromSingle(compute(half.single(x))));
const ofF64 = (meaning: string, compute: (x: Ex<'f64'>) => Ex<'f64'>): Unary => [
  meaning,
  ({ D, S0 }: Pair): Stmt[] => [D.set(compute(S0.f64))],
];

const EXPONENT_OF_SPECIAL = u32(0);

/** Exponent and significand of half precision by those of the f32 that it is exactly; a zero has exponent 0. */
const exponentOf = (x: Ex<'f32'>): Ex<'u32'> => ops.sub(F32.exponent(x), u32(126));
const isSpecial = (x: Ex<'f32'>): Ex<'b1'> => ops.eq(F32.exponent(x), u32(255));
const isZero = (x: Ex<'f32'>): Ex<'b1'> => ops.eq(ops.shl(ops.asU32(x), u32(1)), u32(0));

const significand = (x: Ex<'f32'>): Ex<'f32'> => {
  const bits = ops.or(ops.and(ops.asU32(x), u32(0x807fffff)), u32(0x3f000000));
  return raising(select(ops.orB(isSpecial(x), isZero(x)), x, ops.asF32(bits)));
};

/** Numbers in units of 1 / 32767 or 1 / 65535. */
const normalized = (meaning: string, convert: (x: Ex<'u32'>) => Ex<'u32'>): Unary => [
  meaning,
  ({ D, S0 }: Pair): Stmt[] => [D.set(unsigned16(convert(unsigned16(S0.f16))))],
];

const toInteger = (meaning: string, low: number, high: number): Unary => [
  meaning,
  ({ D, S0 }: Pair): Stmt[] => [
    D.set(unsigned16(clampSigned(ops.sFromF32(half.single(unsigned16(S0.f16))), low, high))),
  ],
];

/** Both halves, saturated to bytes. */
const saturated = (x: Ex<'u32'>): Ex<'u32'> => clampSigned(signed16(x), 0, 255);

export const VOP1 = vop1({
  v_trunc_f64: ofF64('D = S0 rounded toward zero', ops.dtrunc),
  v_ceil_f64: ofF64('D = S0 rounded up', ops.dceil),
  v_rndne_f64: ofF64('D = S0 rounded to nearest, ties to even', ops.drint),
  v_floor_f64: ofF64('D = S0 rounded down', ops.dfloor),
  // Not the row of Southern Islands: rounding and denormals are those of 16 bits (LLVM: SIModeRegister sets FP_ROUND of
  // f64 for it).
  v_cvt_f16_f32: ['D.f16 = S0.f32', ({ D, S0 }) => [D.set(halfResult(half.fromSingle(S0.f32)))]],
  v_cvt_f32_f16: ['D.f32 = S0.f16', ({ D, S0 }) => [D.set(half.single(unsigned16(S0.f16)))]],
  v_cvt_f16_u16: ['D.f16 = S0.u16', ({ D, S0 }) => [D.set(halfResult(half.fromInteger(unsigned16(S0.u32))))]],
  v_cvt_f16_i16: ['D.f16 = S0.i16', ({ D, S0 }) => [D.set(halfResult(half.fromInteger(signed16(S0.u32))))]],
  v_cvt_u16_f16: toInteger('D.u16 = S0.f16, toward zero, saturated; 0 for NaN', 0, 0xffff),
  v_cvt_i16_f16: toInteger('D.i16 = S0.f16, toward zero, saturated; 0 for NaN', -0x8000, 0x7fff),
  v_rcp_f16: bySingle('D = 1 / S0', reciprocal32),
  v_sqrt_f16: bySingle('D = sqrt(S0)', root32),
  v_rsq_f16: bySingle('D = 1 / sqrt(S0)', reciprocalRoot32),
  v_log_f16: bySingle('D = log2(S0)', log2),
  v_exp_f16: bySingle('D = 2 ** S0', exp2),
  v_sin_f16: bySingle('D = sin(2 pi S0); 0 where |S0| > 256', sine),
  v_cos_f16: bySingle('D = cos(2 pi S0); 1 where |S0| > 256', cosine),
  v_frexp_mant_f16: bySingle('D = significand of S0 in [0.5, 1); infinities and NaN stay', significand),
  v_frexp_exp_i16_f16: [
    'D.i16 = exponent of S0 = m * 2 ** e, 0 for infinity and NaN',
    ({ D, S0 }) => {
      const x = half.single(unsigned16(S0.f16));
      const exponent = select(ops.orB(isSpecial(x), isZero(x)), EXPONENT_OF_SPECIAL, exponentOf(x));
      return [D.set(unsigned16(raising(exponent)))];
    },
  ],
  v_floor_f16: bySingle('D = S0 rounded down', ops.ffloor),
  v_ceil_f16: bySingle('D = S0 rounded up', ops.fceil),
  v_trunc_f16: bySingle('D = S0 rounded toward zero', ops.ftrunc),
  v_rndne_f16: bySingle('D = S0 rounded to nearest, ties to even', ops.frint),
  v_fract_f16: unary('D = S0 - floor(S0), below 1', (bits) => {
    const result = half.sub(bits, half.fromSingle(ops.ffloor(half.single(bits))));
    // A value that rounds to 1 becomes the number before it.
    return select(ops.eq(result, u32(0x3c00)), u32(0x3bff), result);
  }),
  v_cvt_norm_i16_f16: normalized('D = S0.f16 * 32767 as i16, to nearest', normalizedSigned),
  v_cvt_norm_u16_f16: normalized('D = S0.f16 * 65535 as u16, to nearest', normalizedUnsigned),
  v_sat_pk_u8_i16: [
    'D.u8[0], D.u8[1] = the halves of S0 as i16, saturated',
    ({ D, S0 }) => [D.set(ops.or(saturated(S0.u32), ops.shl(saturated(ops.shrU(S0.u32, u32(16))), u32(8))))],
  ],
  v_screen_partition_4se_b32: refused(
    'D = part of the screen that S0 belongs to',
    'parts of the screen belong to four shader engines: there are none',
    { D: 1, S0: 1 },
  ),
  v_swap_b32: [
    'D and S0 exchange what they hold',
    ({ D, S0 }) => [D.set(S0.u32), S0.set(D.u32)],
    { traits: { whole: true, onlyShort: true } },
  ],
});
