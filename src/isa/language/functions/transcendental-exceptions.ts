// Exceptions of exponentials, logarithms, sines and cosines of f32. Their values are irrational but for those that are
// named here, so that all others are inexact. Operands that are denormal have been flushed.

import { F32 } from '../softfloat.js';
import { isSignaling } from './float-exceptions.js';
import { TRAP_STATUS } from './operation-exceptions.js';

const view = new DataView(new ArrayBuffer(4));
function singleOf(bits: number): number {
  view.setUint32(0, bits);
  return view.getFloat32(0);
}

const FRACTION = 0x7fffff;
/** Results of exponentials below this exponent are 0. */
const MIN_EXPONENT = -126;
const LARGEST_EXPONENT = 128;
const LARGEST_ANGLE = 256;
const { invalid, divideByZero, overflow, underflow, inexact } = TRAP_STATUS;

/** @param raised by a number other than NaN */
const ofNumber =
  (raised: (x: number, bits: number) => number) =>
  (bits: number): number => {
    const x = singleOf(bits);
    if (Number.isNaN(x)) return isSignaling(F32, BigInt(bits)) ? invalid : 0;
    return raised(x, bits);
  };

export const ofExponential = ofNumber((x) => {
  if (!Number.isFinite(x)) return 0;
  if (x >= LARGEST_EXPONENT) return overflow | inexact;
  if (x < MIN_EXPONENT) return underflow | inexact;
  return Number.isInteger(x) ? 0 : inexact;
});

export const ofLogarithm = ofNumber((x, bits) => {
  if (x === 0) return divideByZero;
  if (x < 0) return invalid;
  return x === Infinity || (bits & FRACTION) === 0 ? 0 : inexact;
});

/** Of sine and cosine of revolutions, which are rational where four times the operand is an integer. */
export const ofAngle = ofNumber((x) => {
  if (!Number.isFinite(x)) return invalid;
  return Math.abs(x) > LARGEST_ANGLE || Number.isInteger(4 * x) ? 0 : inexact;
});
