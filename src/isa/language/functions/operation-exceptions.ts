// Exceptions that operations raise, as bits of the TRAPSTS register, exactly. Results are tiny before they are rounded;
// a result that is flushed is an underflow and inexact. A denormal operand is an exception where it is not flushed.

import * as soft from '../softfloat.js';
import { type FloatFormat, ROUND, type WidthMode } from '../softfloat.js';
import { EXCEPTION, isSignaling, roundingFlags, wideFormat } from './float-exceptions.js';
import { HOW } from './rounded.js';

/** Bits of TRAPSTS. Source: "AMD GCN3 ISA" and "AMD Vega ISA", "Trap Status Register". */
export const TRAP_STATUS = {
  invalid: 1,
  inputDenormal: 2,
  divideByZero: 4,
  overflow: 8,
  underflow: 16,
  inexact: 32,
  integerDivideByZero: 64,
} as const;

/** Finite operands, in a format and mode. */
type Result = (f: FloatFormat, mode: WidthMode) => bigint;
const EXACT = soft.EXACT_NEAREST;

/** Overflow, underflow, inexact. */
function ofRounding(f: FloatFormat, mode: WidthMode, result: Result): number {
  const flags = roundingFlags(f, mode.round | (Number(mode.flushResults) << HOW.flush), result);
  const isUnder = (flags & EXCEPTION.underflow) !== 0;
  return (
    (flags & EXCEPTION.overflow ? TRAP_STATUS.overflow : 0) |
    (isUnder ? TRAP_STATUS.underflow : 0) |
    (flags & EXCEPTION.inexact || (isUnder && mode.flushResults) ? TRAP_STATUS.inexact : 0)
  );
}

const isFiniteNumber = (f: FloatFormat, x: bigint): boolean => !soft.isNan(f, x) && !soft.isInfinite(f, x);
const read = (f: FloatFormat, mode: WidthMode, x: bigint): bigint => (mode.flushInputs ? soft.flush(f, x) : x);

/** Exceptions of operands by themselves. @param signals any NaN is invalid */
export function ofOperands(f: FloatFormat, mode: WidthMode, values: readonly bigint[], signals = false): number {
  const isInvalid = values.some((x) => (signals ? soft.isNan(f, x) : isSignaling(f, x)));
  const isDenormal = !mode.flushInputs && values.some((x) => soft.isDenormal(f, x));
  return (isInvalid ? TRAP_STATUS.invalid : 0) | (isDenormal ? TRAP_STATUS.inputDenormal : 0);
}

export type RoundedOperation = (f: FloatFormat, mode: WidthMode, ...values: readonly bigint[]) => bigint;

/** Of an operation that rounds once. */
export function ofOperation(
  f: FloatFormat,
  mode: WidthMode,
  operate: RoundedOperation,
  ...operands: readonly bigint[]
): number {
  const own = ofOperands(f, mode, operands);
  const values = operands.map((x) => read(f, mode, x));
  if (values.some((x) => soft.isNan(f, x))) return own;
  if (soft.isNan(f, operate(f, EXACT, ...values))) return own | TRAP_STATUS.invalid;
  if (!values.every((x) => isFiniteNumber(f, x))) return own;
  const widened = (to: FloatFormat): readonly bigint[] =>
    values.map((x) => (to === f ? x : soft.convert(f, to, x, EXACT, EXACT)));
  return own | ofRounding(f, mode, (to, how) => operate(to, how, ...widened(to)));
}

/** A finite number by 0 divides by zero. */
export function ofQuotient(f: FloatFormat, mode: WidthMode, a: bigint, b: bigint): number {
  const [x, y] = [read(f, mode, a), read(f, mode, b)];
  if (isFiniteNumber(f, x) && !soft.isZero(f, x) && soft.isZero(f, y))
    return ofOperands(f, mode, [a, b]) | TRAP_STATUS.divideByZero;
  return ofOperation(f, mode, (to, how, p, q) => soft.divide(to, p, q, how), a, b);
}

export const ofReciprocal = (f: FloatFormat, mode: WidthMode, x: bigint): number =>
  ofQuotient(f, mode, soft.fromInteger(f, 1n, EXACT), x);

export function ofReciprocalRoot(f: FloatFormat, mode: WidthMode, x: bigint): number {
  if (soft.isZero(f, read(f, mode, x))) return ofOperands(f, mode, [x]) | TRAP_STATUS.divideByZero;
  return ofOperation(f, mode, (to, how, each) => soft.reciprocalSquareRoot(to, each, how), x);
}

export const ofRoot = (f: FloatFormat, mode: WidthMode, x: bigint): number =>
  ofOperation(f, mode, (to, how, each) => soft.squareRoot(to, each, how), x);

/** A conversion to another format. */
export function ofConversion(f: FloatFormat, mode: WidthMode, to: FloatFormat, toMode: WidthMode, x: bigint): number {
  const own = ofOperands(f, mode, [x]);
  if (!isFiniteNumber(f, x)) return own;
  return own | ofRounding(to, toMode, (format, how) => soft.convert(f, format, x, mode, how));
}

/** A conversion to an integer, truncated: beyond the limits it is invalid, else inexact where it is no integer. */
export function ofTruncation(f: FloatFormat, mode: WidthMode, least: bigint, most: bigint, operand: bigint): number {
  const own = ofOperands(f, mode, [operand]);
  const x = read(f, mode, operand);
  const value = isFiniteNumber(f, x) ? soft.toInteger(f, x, least - 1n, most + 1n) : most + 1n;
  if (value < least || value > most) return own | TRAP_STATUS.invalid;
  const whole = soft.toIntegral(f, x, ROUND.zero, EXACT);
  return own | (soft.compare(f, whole, x, EXACT) === 0 ? 0 : TRAP_STATUS.inexact);
}

export const ofInteger = (f: FloatFormat, mode: WidthMode, value: bigint): number =>
  ofRounding(f, mode, (to, how) => soft.fromInteger(to, value, how));

/** Beyond this every number has overflowed or vanished. */
const MAX_SCALE = 4000;

/** x * 2 ** n, rounded once. */
export function ofScaling(f: FloatFormat, mode: WidthMode, operand: bigint, n: number): number {
  const own = ofOperands(f, mode, [operand]);
  const x = read(f, mode, operand);
  if (!isFiniteNumber(f, x) || soft.isZero(f, x)) return own;
  const wide = wideFormat(f);
  const power = BigInt(Math.max(-MAX_SCALE, Math.min(MAX_SCALE, n))) << BigInt(f.fractionBits);
  const scaled = soft.convert(f, wide, x, EXACT, EXACT) + power;
  return own | ofRounding(f, mode, (to, how) => soft.convert(wide, to, scaled, EXACT, how));
}
