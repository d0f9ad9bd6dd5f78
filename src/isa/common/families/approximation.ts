// The transcendental unit: v_exp, v_log, v_sin, v_cos, v_rcp, v_rsq and v_sqrt with their variants.
//
// The hardware promises 1 ulp in f32 and flushes denormals whatever MODE says. Here exp, log, sin and cos are
// polynomials in f64 (relative error below 2e-11 before the one rounding to f32), written as trees so that every engine
// computes the same bits without a mathematics library. With fused multiply-adds, where they are marked so, all f32
// results are the same bits: that was tried with every argument (test/jit/approximation.test.ts). The coefficients
// interpolate the function at Chebyshev nodes of the interval given. Reciprocals and roots are correctly rounded; as
// the tree language has no division they are functions of functions.ts.

import { lastOf } from '../../../util/required.js';
import { raising } from '../../language/exception-marks.js';
import { call, type Ex, f32, f64, fusible, ops, select, u32 } from '../../language/expr.js';
import {
  F32,
  F64,
  type Float,
  type FloatType,
  flushAlways,
  infinity,
  isInfinite,
  isNegative,
  largest,
  nan,
} from './float.js';
import { powerOfTwo } from './scaling.js';

/** (2 ** x - 1) / x on [-0.5, 0.5], error 5.2e-12. */
const EXP2 = [
  0.6931471805568324, 0.24022650695888503, 0.055504109063258665, 0.00961812913523614, 0.0013333478473685416,
  0.00015403475186530786, 1.5303700711365693e-5, 1.325080551750225e-6,
];
/** log2(1 + x) / x for 1 + x in [sqrt(1/2), sqrt(2)], error 1.9e-11. */
const LOG2 = [
  1.4426950408708794, -0.7213475209631551, 0.4808983601762459, -0.3606736553159396, 0.28853739437873954,
  -0.24045433696411997, 0.20617283226751987, -0.1802710257711494, 0.15878356832510718, -0.14349039375280995,
  0.14495052999815844, -0.1414478821058739, 0.07553790398013412,
];
/** sin(2 pi sqrt(u)) / sqrt(u) for u in [0, 1/16], error 7.9e-14. */
const SIN = [
  6.28318530717927, -41.341702239903675, 81.60524914901583, -76.70584754377326, 42.058134871372054, -15.081483206893,
  3.6658551595639612,
];

/** Coefficients in ascending order; Horner's scheme. */
const polynomial = (coefficients: readonly number[], x: Ex<'f64'>): Ex<'f64'> =>
  coefficients
    .slice(0, -1)
    .reduceRight(
      (sum, coefficient) => fusible(ops.dadd(ops.dmul(sum, x), f64(coefficient))),
      f64(lastOf(coefficients, 'coefficient')),
    );

/** 2 ** x; 0 below -126, so that no denormal arises. */
export function exp2(source: Ex<'f32'>): Ex<'f32'> {
  const x = flushAlways(source);
  const wide = ops.f64FromF32(x);
  const whole = ops.drint(wide);
  const rest = ops.dsub(wide, whole);
  const significand = fusible(ops.dadd(ops.dmul(polynomial(EXP2, rest), rest), f64(1)));
  const result = ops.f32FromF64(ops.dmul(significand, powerOfTwo(ops.sFromF64(whole))));
  const above = select(ops.fle(f32(128), x), infinity(F32), result);
  const value = select(ops.fisnan(x), nan(F32), select(ops.flt(x, f32(-126)), f32(0), above));
  return raising(value, 'raised_exponential', x);
}

/** Base 2 logarithm: -infinity for zeros, NaN below. */
export function log2(source: Ex<'f32'>): Ex<'f32'> {
  const x = flushAlways(source);
  const bits = ops.asU32(x);
  // The significand is taken from [sqrt(1/2), sqrt(2)), so that the logarithm of numbers near 1 loses nothing.
  const rootOfHalf = u32(0x3f3504f3);
  const exponent = ops.shrS(ops.sub(bits, rootOfHalf), u32(23));
  const significand = ops.asF32(ops.sub(bits, ops.shl(exponent, u32(23))));
  const rest = ops.dsub(ops.f64FromF32(significand), f64(1));
  const sum = fusible(ops.dadd(ops.dmul(polynomial(LOG2, rest), rest), ops.f64FromS(exponent)));
  const finite = select(isInfinite(F32, x), infinity(F32), ops.f32FromF64(sum));
  const nonNegative = select(ops.feq(x, f32(0)), f32(-Infinity), finite);
  const value = select(ops.orB(ops.fisnan(x), ops.flt(x, f32(0))), nan(F32), nonNegative);
  return raising(value, 'raised_logarithm', x);
}

/** Arguments of sin and cos are revolutions; beyond this many the results are those of 0. */
const LARGEST_ANGLE = f32(256);

/** sin(2 pi t) for t in [0, 1/4]. */
const sineOfQuarter = (t: Ex<'f64'>): Ex<'f64'> => ops.dmul(polynomial(SIN, ops.dmul(t, t)), t);

/** The fraction of a revolution in [-1/2, 1/2], exact. */
export function revolution(x: Ex<'f32'>): Ex<'f64'> {
  const wide = ops.f64FromF32(x);
  return ops.dsub(wide, ops.drint(wide));
}

/** |sin(2 pi t)| for t in [-1/2, 1/2]. */
export function sineSize(turn: Ex<'f64'>): Ex<'f64'> {
  const size = ops.dabs(turn);
  return sineOfQuarter(select(ops.dlt(f64(0.25), size), ops.dsub(f64(0.5), size), size));
}

/** cos(2 pi t) = sin(2 pi (1/4 - |t|)) for t in [-1/2, 1/2]. */
export function cosineOfTurn(turn: Ex<'f64'>): Ex<'f64'> {
  const quarter = ops.dsub(f64(0.25), ops.dabs(turn));
  const value = sineOfQuarter(ops.dabs(quarter));
  return select(isNegative(F64, quarter), ops.dneg(value), value);
}

function inAngleRange(x: Ex<'f32'>, result: Ex<'f32'>, beyond: number): Ex<'f32'> {
  const size = ops.fabs(x);
  const defined = select(ops.fle(size, LARGEST_ANGLE), result, f32(beyond));
  // Neither a NaN nor an infinity is below infinity.
  return raising(select(ops.flt(size, infinity(F32)), defined, nan(F32)), 'raised_angle', x);
}

export function sine(source: Ex<'f32'>): Ex<'f32'> {
  const x = flushAlways(source);
  const turn = revolution(x);
  const value = sineSize(turn);
  // A whole number of revolutions gives a zero with the sign of x.
  const signed = select(ops.deq(turn, f64(0)), isNegative(F32, x), isNegative(F64, turn));
  return inAngleRange(x, ops.f32FromF64(select(signed, ops.dneg(value), value)), 0);
}

export function cosine(source: Ex<'f32'>): Ex<'f32'> {
  const x = flushAlways(source);
  return inAngleRange(x, ops.f32FromF64(cosineOfTurn(revolution(x))), 1);
}

/** 1 / x, x ** -0.5 and x ** 0.5 in f32, denormals flushed on both sides. */
export const reciprocal32 = (x: Ex<'f32'>): Ex<'f32'> => flushAlways(call('f32', 'rcp_f32', flushAlways(x)));
export const reciprocalRoot32 = (x: Ex<'f32'>): Ex<'f32'> => call('f32', 'rsq_f32', flushAlways(x));
export const root32 = (x: Ex<'f32'>): Ex<'f32'> => call('f32', 'sqrt_f32', flushAlways(x));

/** The same in f64, denormals as MODE says. */
export const reciprocal64 = (x: Ex<'f64'>): Ex<'f64'> => F64.flushResult(call('f64', 'rcp_f64', F64.flushInput(x)));
export const reciprocalRoot64 = (x: Ex<'f64'>): Ex<'f64'> => call('f64', 'rsq_f64', F64.flushInput(x));
export const root64 = (x: Ex<'f64'>): Ex<'f64'> => call('f64', 'sqrt_f64', F64.flushInput(x));

/** The _clamp forms: infinities become the largest finite number of their sign. */
export function clampInfinity<F extends FloatType, B extends 'u32' | 'u64'>(width: Float<F, B>, x: Ex<F>): Ex<F> {
  const limit = select(isNegative(width, x), width.neg(largest(width)), largest(width));
  return select(isInfinite(width, x), limit, x);
}

/** v_log_clamp_f32: only the infinity of log 0 is clamped. */
export const clampLogarithm = (x: Ex<'f32'>): Ex<'f32'> =>
  select(ops.feq(x, f32(-Infinity)), ops.fneg(largest(F32)), x);

/** The _legacy forms: infinities become zeros of their sign. */
export const zeroInfinity = (x: Ex<'f32'>): Ex<'f32'> =>
  select(isInfinite(F32, x), select(isNegative(F32, x), f32(-0), f32(0)), x);
