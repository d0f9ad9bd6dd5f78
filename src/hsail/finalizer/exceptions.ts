// Exceptions of operations on floats, by operands and result. A result is inexact where rounding up
// and rounding down differ; whether it is tiny is seen before it is rounded.

import { directedQuotient, directedRoot } from './directed-quotients.js';
import { type Conditions, detects, generate } from './exception-flags.js';
import { floatOfBits, infinityBits } from './float-bits.js';
import type { HsailInstruction } from './instruction.js';
import { isNearest, roundedOperation } from './rounding.js';
import { formatOf, integerOf, valueType } from './shapes.js';

type Emitter = HsailInstruction;

export const any = ({ out }: Emitter, conditions: readonly string[]): string =>
  conditions.reduce((sum, condition) => out.value(`or i1 ${sum}, ${condition}`));
export const all = ({ out }: Emitter, conditions: readonly string[]): string =>
  conditions.reduce((sum, condition) => out.value(`and i1 ${sum}, ${condition}`));
export const not = ({ out }: Emitter, condition: string): string => out.value(`xor i1 ${condition}, true`);
const isNan = ({ out }: Emitter, type: string, value: string): string =>
  out.value(`fcmp uno ${valueType(type)} ${value}, ${value}`);

export function isAnyNan(instruction: Emitter, type: string, values: readonly string[]): string {
  return any(
    instruction,
    values.map((value) => isNan(instruction, type, value)),
  );
}

/** The bit that signaling NaNs do not have. */
const quietBit = (type: string): bigint => 1n << BigInt(formatOf(type).fraction - 1);

export function isSignalingNan(instruction: Emitter, type: string, values: readonly string[]): string {
  const { out, scope } = instruction;
  return any(
    instruction,
    values.map((value) => {
      const own = integerOf(type);
      const quiet = out.value(`and ${own} ${scope.toBits(value, type)}, ${quietBit(type)}`);
      return all(instruction, [isNan(instruction, type, value), out.value(`icmp eq ${own} ${quiet}, 0`)]);
    }),
  );
}

const magnitude = ({ out }: Emitter, type: string, value: string): string =>
  out.call(valueType(type), `llvm.fabs.${type}`, `${valueType(type)} ${value}`);

export function compareMagnitude(
  instruction: Emitter,
  type: string,
  predicate: string,
  value: string,
  bits: bigint,
): string {
  const limit = floatOfBits(instruction, type, bits);
  const own = valueType(type);
  return instruction.out.value(`fcmp ${predicate} ${own} ${magnitude(instruction, type, value)}, ${limit}`);
}

export const isInfiniteFloat = (instruction: Emitter, type: string, value: string): string =>
  compareMagnitude(instruction, type, 'oeq', value, infinityBits(type));
export const isFiniteFloat = (instruction: Emitter, type: string, value: string): string =>
  compareMagnitude(instruction, type, 'olt', value, infinityBits(type));
const isZero = (instruction: Emitter, type: string, value: string): string =>
  instruction.out.value(`fcmp oeq ${valueType(type)} ${value}, ${floatOfBits(instruction, type, 0n)}`);
const smallestNormal = (type: string): bigint => 1n << BigInt(formatOf(type).fraction);

/** A result by rounding mode. */
export type RoundedResult = (rounding: string) => string;

/** Inexact and underflow of a result that is no NaN. */
export function roundingConditions(instruction: Emitter, type: string, result: RoundedResult): Conditions {
  const { out, flushes } = instruction;
  const [up, down] = [result('up'), result('down')];
  const differ = out.value(`fcmp one ${valueType(type)} ${up}, ${down}`);
  const inexact = differ;
  if (!detects(instruction, 'underflow')) return { inexact };
  const smaller = (value: string): string => compareMagnitude(instruction, type, 'olt', value, smallestNormal(type));
  const isTiny = any(instruction, [smaller(up), smaller(down)]);
  const isExactZero = all(instruction, [isZero(instruction, type, up), isZero(instruction, type, down)]);
  const isLost = flushes ? not(instruction, isExactZero) : inexact;
  return { inexact, underflow: all(instruction, [isTiny, isLost]) };
}

type Word = 'add' | 'sub' | 'mul' | 'fma';
const WORDS: Readonly<Record<string, Word>> = { add: 'add', sub: 'sub', mul: 'mul', fma: 'fma', mad: 'fma' };

function operate(instruction: Emitter, rounding: string, type: string, values: readonly string[]): string {
  const word = WORDS[instruction.name];
  if (word !== undefined) return roundedOperation(instruction, rounding, word, type, values);
  return instruction.name === 'div'
    ? directedQuotient(instruction, rounding, type, values)
    : directedRoot(instruction, rounding, type, values[0]!);
}

/** The quarter of a power of two that no number reaches. */
const quarterLimit = (type: string): bigint => infinityBits(type) - 2n * smallestNormal(type);

/** If rounding goes to the largest number, a quarter of the result, rounded to zero, shows if that was exceeded. */
function overflows(instruction: Emitter, type: string, values: readonly string[], result: string): string {
  const { out } = instruction;
  const isBeyond = isInfiniteFloat(instruction, type, result);
  if (isNearest(instruction.rounding) || instruction.name === 'sqrt') return isBeyond;
  const own = valueType(type);
  const isScaled = (index: number): boolean =>
    index === 0 || (index === 1 && /add|sub/.test(instruction.name)) || index === 2;
  const quarters = values.map((value, index) =>
    isScaled(index) ? out.value(`fmul ${own} ${value}, ${floatOfBits(instruction, type, quarterBits(type))}`) : value,
  );
  const quarter = operate(instruction, 'zero', type, quarters);
  return any(instruction, [isBeyond, compareMagnitude(instruction, type, 'oge', quarter, quarterLimit(type))]);
}

const quarterBits = (type: string): bigint => {
  const { bits, fraction } = formatOf(type);
  const bias = (1n << BigInt(bits - fraction - 2)) - 1n;
  return (bias - 2n) << BigInt(fraction);
};

function generateByRounding(instruction: Emitter, type: string, values: readonly string[], result: string): void {
  const isOrdinary = all(
    instruction,
    values.map((value) => isFiniteFloat(instruction, type, value)),
  );
  const isDefined = not(instruction, isNan(instruction, type, result));
  const isGivenNan = isAnyNan(instruction, type, values);
  const isUndefined = all(instruction, [not(instruction, isDefined), not(instruction, isGivenNan)]);
  const invalid = any(instruction, [isSignalingNan(instruction, type, values), isUndefined]);
  const isDivided =
    instruction.name === 'div'
      ? all(instruction, [
          isZero(instruction, type, values[1]!),
          not(instruction, isZero(instruction, type, values[0]!)),
        ])
      : 'false';
  const isRounded = all(instruction, [isOrdinary, isDefined, not(instruction, isDivided)]);
  const { inexact, underflow } = roundingConditions(instruction, type, (rounding) =>
    operate(instruction, rounding, type, values),
  );
  generate(instruction, {
    invalid,
    divideByZero: all(instruction, [isDivided, isFiniteFloat(instruction, type, values[0]!)]),
    overflow: all(instruction, [isRounded, overflows(instruction, type, values, result)]),
    ...(underflow && { underflow: all(instruction, [isRounded, underflow]) }),
    inexact: all(instruction, [isRounded, inexact!]),
  });
}

/** The difference to the whole number below may be rounded. */
function generateByFraction(instruction: Emitter, type: string, value: string): void {
  const { out } = instruction;
  const own = valueType(type);
  const floor = out.call(own, `llvm.floor.${type}`, `${own} ${value}`);
  const [up, down] = ['up', 'down'].map((rounding) =>
    roundedOperation(instruction, rounding, 'sub', type, [value, floor]),
  );
  generate(instruction, {
    invalid: isSignalingNan(instruction, type, [value]),
    inexact: out.value(`fcmp one ${own} ${up}, ${down}`),
  });
}

const ROUNDING = /^(add|sub|mul|fma|mad|div|sqrt)$/;
const SIGNS = /^(neg|abs|copysign)$/;

/** The exceptions of an operation that floats.ts has. */
export function generateByOperation(
  instruction: HsailInstruction,
  type: string,
  values: readonly string[],
  result: string,
): void {
  const { name } = instruction;
  if (SIGNS.test(name)) return;
  if (ROUNDING.test(name)) generateByRounding(instruction, type, values, result);
  else if (name === 'fract') generateByFraction(instruction, type, values[0]!);
  else generate(instruction, { invalid: isSignalingNan(instruction, type, values) });
}
