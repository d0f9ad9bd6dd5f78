// Exceptions of IEEE 754 that an operation generates, exactly: a result is inexact where rounding up and rounding down
// differ, and tiny before it is rounded.

import { elementOf, tupleOf } from '../../../util/required.js';
import * as soft from '../softfloat.js';
import { type FloatFormat, ROUND, type WidthMode } from '../softfloat.js';
import { formatAt, HOW, type RoundedFunction, sizeOf } from './rounded.js';

type Bits = number | bigint;

/** Flags as HSAIL and GCN have them. */
export const EXCEPTION = { invalid: 1, divideByZero: 2, overflow: 4, underflow: 8, inexact: 16 } as const;

/** Fields of the last argument beside those of HOW. */
export const EXCEPTION_HOW = {
  /** A conversion to an integer that saturates. */
  saturates: 8,
  /** A conversion to an integer that may be inexact; a comparison that signals. */
  signals: 9,
  /** Five bits: the exceptions that are detected. */
  mask: 16,
} as const;

const bitAt = (how: number, place: number): boolean => ((how >>> place) & 1) === 1;
const modeFor = (round: number): WidthMode => ({ round, flushInputs: false, flushResults: false });
const MODES = { up: modeFor(ROUND.up), down: modeFor(ROUND.down), zero: modeFor(ROUND.zero) } as const;

/** A format whose exponents no result of the others exceeds. */
export const wideFormat = ({ fractionBits }: FloatFormat): FloatFormat => ({ exponentBits: 15, fractionBits });

const biasOf = ({ exponentBits }: FloatFormat): number => 2 ** (exponentBits - 1) - 1;
const powerIn = (f: FloatFormat, exponent: number): bigint => BigInt(exponent + biasOf(f)) << BigInt(f.fractionBits);

/** The result in a format. */
type Result = (f: FloatFormat, mode: WidthMode) => bigint;

const same = (f: FloatFormat, a: bigint, b: bigint): boolean => a === b || (soft.isZero(f, a) && soft.isZero(f, b));

/**
 * Of a result from finite operands.
 * @param how rounding and flushing, by HOW
 */
export function roundingFlags(f: FloatFormat, how: number, result: Result): number {
  const isInexact = !same(f, result(f, MODES.up), result(f, MODES.down));
  const wide = wideFormat(f);
  const size = (mode: WidthMode): bigint => soft.absolute(wide, result(wide, mode));
  const isOver = size(modeFor(how & 3)) >= powerIn(wide, biasOf(f) + 1);
  const truncated = size(MODES.zero);
  const isTiny = truncated < powerIn(wide, 1 - biasOf(f));
  const isLost = bitAt(how, HOW.flush) ? truncated !== 0n : isInexact;
  return (
    (isOver ? EXCEPTION.overflow : 0) |
    (isTiny && isLost ? EXCEPTION.underflow : 0) |
    (isInexact ? EXCEPTION.inexact : 0)
  );
}

export const isSignaling = (f: FloatFormat, bits: bigint): boolean =>
  soft.isNan(f, bits) && (bits & (1n << BigInt(f.fractionBits - 1))) === 0n;
const isFiniteNumber = (f: FloatFormat, bits: bigint): boolean => !soft.isNan(f, bits) && !soft.isInfinite(f, bits);

type Compute = (f: FloatFormat, operands: readonly bigint[], how: number) => number;

/** @param count of operands: bit patterns in the low bits of 64 */
function exceptions(count: number, meaning: string, compute: Compute): RoundedFunction {
  const args = [...Array.from({ length: count }, () => 'u64' as const), 'u32' as const];
  const evaluate = (values: readonly Bits[]): number => {
    const how = Number(values[count]);
    const f = formatAt(how, HOW.format);
    const operands = values.slice(0, count).map((value) => {
      const own = BigInt.asUintN(sizeOf(f), BigInt(value));
      return bitAt(how, HOW.flush) ? soft.flush(f, own) : own;
    });
    const invalid = operands.some((value) => isSignaling(f, value)) ? EXCEPTION.invalid : 0;
    return (invalid | compute(f, operands, how)) & (how >>> EXCEPTION_HOW.mask);
  };
  return { result: 'u32', args, meaning, evaluate };
}

type Operation = (f: FloatFormat, mode: WidthMode, ...operands: readonly bigint[]) => bigint;

const ofOperation = (count: number, name: string, operate: Operation): RoundedFunction =>
  exceptions(count, `exceptions of ${name}`, (f, operands, how) => {
    if (operands.some((value) => soft.isNan(f, value))) return 0;
    if (soft.isNan(f, operate(f, MODES.zero, ...operands))) return EXCEPTION.invalid;
    if (!operands.every((value) => isFiniteNumber(f, value))) return 0;
    if (name === 'a / b' && soft.isZero(f, elementOf(operands, 1, 'operand'))) return EXCEPTION.divideByZero;
    return roundingFlags(f, how, (to, mode) =>
      operate(to, mode, ...operands.map((value) => (to === f ? value : soft.convert(f, to, value, mode, mode)))),
    );
  });

const fraction: Compute = (f, operands) => {
  const [x] = tupleOf(operands, 1, 'operands');
  if (!isFiniteNumber(f, x)) return 0;
  const floor = soft.toIntegral(f, x, ROUND.down, MODES.zero);
  const rest = (mode: WidthMode): bigint => soft.subtract(f, x, floor, mode);
  return same(f, rest(MODES.up), rest(MODES.down)) ? 0 : EXCEPTION.inexact;
};

const narrowing: Compute = (f, operands, how) => {
  const [x] = tupleOf(operands, 1, 'operands');
  const to = formatAt(how, HOW.result);
  if (!isFiniteNumber(f, x) || sizeOf(to) >= sizeOf(f)) return 0;
  return roundingFlags(to, how, (format, mode) => soft.convert(f, format, x, mode, mode));
};

const toInteger: Compute = (f, operands, how) => {
  const [x] = tupleOf(operands, 1, 'operands');
  const width = 8 << ((how >>> HOW.width) & 3);
  const isSigned = bitAt(how, HOW.signed);
  const limit = 1n << BigInt(isSigned ? width - 1 : width);
  const least = isSigned ? -limit : 0n;
  const whole = soft.toIntegral(f, x, (how & 3) as soft.Round, MODES.zero);
  // Beyond the limits by one, so that what is limited differs from them.
  const value = isFiniteNumber(f, x) ? soft.toInteger(f, whole, least - 1n, limit) : limit;
  if (value < least || value === limit) return bitAt(how, EXCEPTION_HOW.saturates) ? 0 : EXCEPTION.invalid;
  return bitAt(how, EXCEPTION_HOW.signals) && !same(f, whole, x) ? EXCEPTION.inexact : 0;
};

const fromInteger: RoundedFunction['evaluate'] = (values) => {
  const [value, how] = tupleOf(values, 2, 'arguments');
  const own = bitAt(Number(how), HOW.signed) ? BigInt.asIntN(64, BigInt(value)) : BigInt(value);
  const f = formatAt(Number(how), HOW.format);
  const flags = roundingFlags(f, Number(how), (to, mode) => soft.fromInteger(to, own, mode));
  return flags & (Number(how) >>> EXCEPTION_HOW.mask);
};

const comparison: Compute = (f, operands, how) =>
  bitAt(how, EXCEPTION_HOW.signals) && operands.some((value) => soft.isNan(f, value)) ? EXCEPTION.invalid : 0;

export const EXCEPTION_FUNCTIONS = {
  exceptions_add: ofOperation(2, 'a + b', (f, m, a, b) => soft.add(f, a, b, m)),
  exceptions_sub: ofOperation(2, 'a - b', (f, m, a, b) => soft.subtract(f, a, b, m)),
  exceptions_mul: ofOperation(2, 'a * b', (f, m, a, b) => soft.multiply(f, a, b, m)),
  exceptions_div: ofOperation(2, 'a / b', (f, m, a, b) => soft.divide(f, a, b, m)),
  exceptions_fma: ofOperation(3, 'a * b + c', (f, m, a, b, c) => soft.fusedMultiplyAdd(f, a, b, c, m)),
  exceptions_sqrt: ofOperation(1, 'the square root', (f, m, a) => soft.squareRoot(f, a, m)),
  exceptions_fract: exceptions(1, 'exceptions of x - floor(x)', fraction),
  exceptions_of_one: exceptions(1, 'invalid where the operand is a signaling NaN', () => 0),
  exceptions_of_two: exceptions(2, 'invalid where an operand is a signaling NaN, or a NaN if it signals', comparison),
  exceptions_to_float: exceptions(1, 'exceptions of a conversion to another format', narrowing),
  exceptions_to_integer: exceptions(1, 'exceptions of a conversion to an integer', toInteger),
  exceptions_of_integer: {
    result: 'u32',
    args: ['u64', 'u32'],
    meaning: 'exceptions of the conversion of an integer of 64 bits',
    evaluate: fromInteger,
  },
} as const satisfies Readonly<Record<string, RoundedFunction>>;
