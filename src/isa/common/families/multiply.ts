// The unfused multiply-add, which flushes denormals whatever MODE says, and the legacy multiplications, in which 0
// times anything (infinities and NaNs too) is +0.

import { type Ex, f32, flushing, ops, select } from '../../language/expr.js';
import { F32, flushAlways, largest } from './float.js';

/** a * b + c, the product rounded; denormals flushed everywhere. */
export const multiplyAdd = (a: Ex<'f32'>, b: Ex<'f32'>, c: Ex<'f32'>): Ex<'f32'> =>
  flushing(ops.fadd(flushing(ops.fmul(a, b)), c));

const eitherIsZero = (a: Ex<'f32'>, b: Ex<'f32'>): Ex<'b1'> => ops.orB(ops.feq(a, f32(0)), ops.feq(b, f32(0)));

/** a * b; denormals as MODE says. */
export const multiplyLegacy = (a: Ex<'f32'>, b: Ex<'f32'>): Ex<'f32'> =>
  select(eitherIsZero(a, b), f32(0), ops.fmul(a, b));

/** a * b + c with the legacy product; denormals flushed everywhere. */
export function multiplyAddLegacy(a: Ex<'f32'>, b: Ex<'f32'>, c: Ex<'f32'>): Ex<'f32'> {
  const zero = eitherIsZero(flushAlways(a), flushAlways(b));
  return flushing(ops.fadd(select(zero, f32(0), flushing(ops.fmul(a, b))), c));
}

/**
 * Blinn's lighting: the legacy product a * b, or -MAX where b is NaN or not above -MAX, or c is NaN or not positive.
 */
export function multiplyForLighting(a: Ex<'f32'>, b: Ex<'f32'>, c: Ex<'f32'>): Ex<'f32'> {
  const least = ops.fneg(largest(F32));
  return select(ops.andB(ops.flt(least, b), ops.flt(f32(0), c)), multiplyLegacy(a, b), least);
}
