// Rules of conversions between types.

import { generateFromInteger, generateNarrowed, generateToInteger, generateWidened } from './conversion-exceptions.js';
import { detectsExceptions } from './exception-flags.js';
import { floatOfBits, flushed } from './float-bits.js';
import type { HsailInstruction, Rule, RuleTable } from './instruction.js';
import { isNearest, roundedConversion, roundedOperation } from './rounding.js';
import { bitsOf, formatOf, integerOf, isFloatName, isSignedName, valueType } from './shapes.js';

/** Functions that round to whole numbers, by the first letters of the rounding. */
const WHOLE: Readonly<Record<string, string>> = { near: 'roundeven', zero: 'trunc', up: 'ceil', down: 'floor' };

/** To integers: all roundings have limited results, for NaN 0, what leaves other results undefined. */
function floatToInteger(instruction: HsailInstruction, value: string): string {
  const { out, type, sourceType, rounding } = instruction;
  const own = valueType(sourceType);
  const [, direction] = /^s?(near|zero|up|down)i/.exec(rounding) ?? [];
  const whole = out.call(own, `llvm.${WHOLE[direction ?? 'zero']}.${sourceType}`, `${own} ${value}`);
  if (detectsExceptions(instruction)) generateToInteger(instruction, whole, value);
  const result = integerOf(type);
  const name = `llvm.fpto${isSignedName(type) ? 's' : 'u'}i.sat.${result}.${sourceType}`;
  return out.call(result, name, `${own} ${whole}`);
}

/** An integer of 64 bits as a sum of two numbers that f64 holds; only the sum is rounded. */
function directedDouble(instruction: HsailInstruction, rounding: string, value: string): string {
  const { out, sourceType } = instruction;
  const [high, toFloat] = isSignedName(sourceType) ? ['ashr', 'sitofp'] : ['lshr', 'uitofp'];
  const upper = out.value(`trunc i64 ${out.value(`${high} i64 ${value}, 32`)} to i32`);
  const lower = out.value(`trunc i64 ${value} to i32`);
  const wide = out.value(`fmul double ${out.value(`${toFloat} i32 ${upper} to double`)}, 4294967296.0`);
  const rest = out.value(`uitofp i32 ${lower} to double`);
  return roundedOperation(instruction, rounding, 'add', 'f64', [wide, rest]);
}

function roundedInteger(instruction: HsailInstruction, rounding: string, value: string): string {
  const { out, type, sourceType } = instruction;
  const word = isSignedName(sourceType) ? 'sitofp' : 'uitofp';
  const own = integerOf(sourceType);
  if (isNearest(rounding)) return out.value(`${word} ${own} ${value} to ${valueType(type)}`);
  // The value in f64 is exact, so that only the last step rounds.
  const wide =
    bitsOf(sourceType) === 64
      ? directedDouble(instruction, rounding, value)
      : out.value(`${word} ${own} ${value} to double`);
  return type === 'f64' ? wide : roundedConversion(instruction, rounding, ['f64', type], wide);
}

function integerToFloat(instruction: HsailInstruction, value: string): string {
  const { out, sourceType, rounding } = instruction;
  const result = roundedInteger(instruction, rounding, value);
  if (detectsExceptions(instruction)) {
    const word = isSignedName(sourceType) ? 'sitofp' : 'uitofp';
    const wide = out.value(`${word} ${integerOf(sourceType)} ${value} to double`);
    generateFromInteger(instruction, wide, result, (each) => roundedInteger(instruction, each, value));
  }
  return result;
}

function narrowedFloat(instruction: HsailInstruction, rounding: string, value: string): string {
  const { out, type, sourceType } = instruction;
  return isNearest(rounding)
    ? out.value(`fptrunc ${valueType(sourceType)} ${value} to ${valueType(type)}`)
    : roundedConversion(instruction, rounding, [sourceType, type], value);
}

function floatToFloat(instruction: HsailInstruction, value: string): string {
  const { out, type, sourceType, rounding } = instruction;
  const narrows = formatOf(type).bits < formatOf(sourceType).bits;
  const result = narrows
    ? narrowedFloat(instruction, rounding, value)
    : out.value(`fpext ${valueType(sourceType)} ${value} to ${valueType(type)}`);
  if (detectsExceptions(instruction) && narrows)
    generateNarrowed(instruction, value, result, (each) => narrowedFloat(instruction, each, value));
  else if (detectsExceptions(instruction)) generateWidened(instruction, value);
  return instruction.flushes ? flushed(instruction, type, result) : result;
}

function integerToInteger({ out, type, sourceType }: HsailInstruction, value: string): string {
  const [from, to] = [bitsOf(sourceType), bitsOf(type)];
  if (from === to) return value;
  const word = to < from ? 'trunc' : isSignedName(sourceType) ? 'sext' : 'zext';
  return out.value(`${word} i${from} ${value} to i${to}`);
}

function toBit(instruction: HsailInstruction, value: string): string {
  const { out, sourceType } = instruction;
  if (!isFloatName(sourceType)) return out.value(`icmp ne ${integerOf(sourceType)} ${value}, 0`);
  return out.value(`fcmp une ${valueType(sourceType)} ${value}, ${floatOfBits(instruction, sourceType, 0n)}`);
}

const cvt: Rule = (instruction) => {
  const { type, sourceType, flushes } = instruction;
  const [fromFloat, toFloat] = [isFloatName(sourceType), isFloatName(type)];
  const operand = instruction.read(1);
  const value = flushes && fromFloat ? flushed(instruction, sourceType, operand) : operand;
  if (type === 'b1') return instruction.write(toBit(instruction, value));
  const convert = fromFloat ? (toFloat ? floatToFloat : floatToInteger) : toFloat ? integerToFloat : integerToInteger;
  return instruction.write(convert(instruction, value));
};

export const CONVERSION_RULES: RuleTable = { cvt };
