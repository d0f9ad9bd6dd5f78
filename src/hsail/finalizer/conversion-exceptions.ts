// Exceptions of conversions and comparisons of floats.

import { generate } from './exception-flags.js';
import {
  all,
  any,
  compareMagnitude,
  isAnyNan,
  isFiniteFloat,
  isInfiniteFloat,
  isSignalingNan,
  not,
  type RoundedResult,
  roundingConditions,
} from './exceptions.js';
import { floatOfBits, infinityBits } from './float-bits.js';
import type { HsailInstruction } from './instruction.js';
import { isNearest } from './rounding.js';
import { bitsOf, formatOf, isSignedName, valueType } from './shapes.js';

/** The bits of a power of two; infinity where the format has it not. */
function powerBits(type: string, power: number): bigint {
  const { bits, fraction } = formatOf(type);
  const bias = 2 ** (bits - fraction - 2) - 1;
  return power > bias ? infinityBits(type) : BigInt(bias + power) << BigInt(fraction);
}

/** The power of two that is above all numbers of a format. */
const endOf = (type: string): number => 2 ** (formatOf(type).bits - formatOf(type).fraction - 2);

/** @param whole the rounded value @param value the one before */
export function generateToInteger(instruction: HsailInstruction, whole: string, value: string): void {
  const { out, type, sourceType, rounding } = instruction;
  const own = valueType(sourceType);
  const isSigned = isSignedName(type);
  const end = floatOfBits(instruction, sourceType, powerBits(sourceType, bitsOf(type) - (isSigned ? 1 : 0)));
  const least = isSigned ? out.value(`fneg ${own} ${end}`) : floatOfBits(instruction, sourceType, 0n);
  const isInRange = all(instruction, [
    out.value(`fcmp oge ${own} ${whole}, ${least}`),
    out.value(`fcmp olt ${own} ${whole}, ${end}`),
    isFiniteFloat(instruction, sourceType, value),
  ]);
  const isLimited = rounding.includes('sat');
  const isChanged = out.value(`fcmp one ${own} ${whole}, ${value}`);
  generate(instruction, {
    invalid: isLimited ? isSignalingNan(instruction, sourceType, [value]) : not(instruction, isInRange),
    ...(rounding.startsWith('s') && { inexact: all(instruction, [isInRange, isChanged]) }),
  });
}

/** @param wide the integer as f64 */
export function generateFromInteger(
  instruction: HsailInstruction,
  wide: string,
  result: string,
  rounded: RoundedResult,
): void {
  const { out, type, rounding } = instruction;
  const [up, down] = [rounded('up'), rounded('down')];
  const isBeyond = isInfiniteFloat(instruction, type, result);
  const exceeds = (): string => compareMagnitude(instruction, 'f64', 'oge', wide, powerBits('f64', endOf(type)));
  generate(instruction, {
    overflow: isNearest(rounding) ? isBeyond : any(instruction, [isBeyond, exceeds()]),
    inexact: out.value(`fcmp one ${valueType(type)} ${up}, ${down}`),
  });
}

/** To a format with less precision. */
export function generateNarrowed(
  instruction: HsailInstruction,
  value: string,
  result: string,
  rounded: RoundedResult,
): void {
  const { type, sourceType, rounding } = instruction;
  const isOrdinary = isFiniteFloat(instruction, sourceType, value);
  const isBeyond = isInfiniteFloat(instruction, type, result);
  const exceeds = (): string =>
    compareMagnitude(instruction, sourceType, 'oge', value, powerBits(sourceType, endOf(type)));
  const isOver = isNearest(rounding) ? isBeyond : any(instruction, [isBeyond, exceeds()]);
  const { inexact, underflow } = roundingConditions(instruction, type, rounded);
  generate(instruction, {
    invalid: isSignalingNan(instruction, sourceType, [value]),
    overflow: all(instruction, [isOrdinary, isOver]),
    ...(underflow && { underflow: all(instruction, [isOrdinary, underflow]) }),
    inexact: all(instruction, [isOrdinary, inexact!]),
  });
}

export const generateWidened = (instruction: HsailInstruction, value: string): void =>
  generate(instruction, { invalid: isSignalingNan(instruction, instruction.sourceType, [value]) });

export function generateByComparison(
  instruction: HsailInstruction,
  type: string,
  isSignaling: boolean,
  values: readonly string[],
): void {
  generate(instruction, { invalid: (isSignaling ? isAnyNan : isSignalingNan)(instruction, type, values) });
}
