// Conversions: plain ones as LLVM's, saturated and rounded ones by the library's functions.

import type { SpirvInstruction } from '../../../spirv/module.js';
import type { SpirvRule, SpirvScope } from './function-scope.js';
import { roundingSuffix } from './mangling.js';
import { countOf, elementOf, irType, isSameType, type TypeShape } from './type-shapes.js';

interface Conversion {
  readonly from: 'int' | 'float';
  readonly to: 'int' | 'float';
  readonly isSignedSource: boolean;
  readonly isSignedResult: boolean;
  /** For a wider result, and for a narrower one. */
  readonly widen: string;
  readonly narrow: string;
}

const conversion = (
  from: 'int' | 'float',
  to: 'int' | 'float',
  signs: string,
  widen: string,
  narrow = widen,
): Conversion => ({
  from,
  to,
  isSignedSource: signs.startsWith('s'),
  isSignedResult: signs.endsWith('s'),
  widen,
  narrow,
});

const CONVERSIONS: Readonly<Record<string, Conversion>> = {
  ConvertFToU: conversion('float', 'int', 'fu', 'fptoui'),
  ConvertFToS: conversion('float', 'int', 'fs', 'fptosi'),
  ConvertSToF: conversion('int', 'float', 'sf', 'sitofp'),
  ConvertUToF: conversion('int', 'float', 'uf', 'uitofp'),
  UConvert: conversion('int', 'int', 'uu', 'zext', 'trunc'),
  SConvert: conversion('int', 'int', 'ss', 'sext', 'trunc'),
  FConvert: conversion('float', 'float', 'ff', 'fpext', 'fptrunc'),
  SatConvertSToU: conversion('int', 'int', 'su', ''),
  SatConvertUToS: conversion('int', 'int', 'us', ''),
};

const widthOf = (type: TypeShape): number => {
  const element = elementOf(type);
  return element.kind === 'int' || element.kind === 'float' ? element.width : 0;
};

const INTEGERS: Readonly<Record<number, string>> = { 8: 'char', 16: 'short', 32: 'int', 64: 'long' };
const FLOATS: Readonly<Record<number, string>> = { 16: 'half', 32: 'float', 64: 'double' };

/** OpenCL C's name of a type. */
export function typeName(type: TypeShape, isSigned: boolean): string {
  const element = elementOf(type);
  const width = widthOf(type);
  const own = element.kind === 'float' ? FLOATS[width] : `${isSigned ? '' : 'u'}${INTEGERS[width]}`;
  return `${own}${type.kind === 'vector' ? type.count : ''}`;
}

/** The suffixes of a conversion that is saturated or has a rounding mode; empty for others. */
function suffixOf({ module }: SpirvScope, { name, result }: SpirvInstruction): string {
  const isSaturated = name.startsWith('Sat') || module.decorations.has(result, 'SaturatedConversion');
  const mode = module.decorations.find(result, 'FPRoundingMode')?.operands[0]?.value;
  return `${isSaturated ? '_sat' : ''}${mode === undefined ? '' : roundingSuffix(mode)}`;
}

const convert: SpirvRule = (scope, instruction) => {
  const rule = CONVERSIONS[instruction.name];
  const value = scope.operand(instruction, 0);
  const type = scope.resultType(instruction);
  const fits = elementOf(value.type).kind === rule?.from && elementOf(type).kind === rule?.to;
  if (!rule || !fits || countOf(type) !== countOf(value.type)) throw scope.fail(instruction, 'operands of other types');
  const suffix = suffixOf(scope, instruction);
  if (suffix !== '') {
    const name = `convert_${typeName(type, rule.isSignedResult)}${suffix}`;
    scope.define(instruction, scope.builtinCall(instruction, name, [value], rule.isSignedSource));
    return;
  }
  const [from, to] = [widthOf(value.type), widthOf(type)];
  if (rule.from === rule.to && from === to) scope.set(instruction, value);
  else {
    const operation = to > from ? rule.widen : rule.narrow;
    scope.define(instruction, `${operation} ${irType(value.type)} ${value.text} to ${irType(type)}`);
  }
};

const bitcast: SpirvRule = (scope, instruction) => {
  const value = scope.operand(instruction, 0);
  const type = scope.resultType(instruction);
  const from = `${irType(value.type)} ${value.text}`;
  if (value.type.kind === 'pointer' && type.kind === 'pointer') {
    scope.need(value.type.space === type.space, instruction, 'the pointers are of different memories');
    scope.set(instruction, { type, text: value.text });
  } else if (value.type.kind === 'pointer' || type.kind === 'pointer') pointerBits(scope, instruction, type, from);
  else if (isSameType(value.type, type)) scope.set(instruction, value);
  else {
    const bits = (one: TypeShape): number => widthOf(one) * countOf(one);
    scope.need(bits(value.type) > 0 && bits(value.type) === bits(type), instruction, 'the types have different sizes');
    scope.define(instruction, `bitcast ${from} to ${irType(type)}`);
  }
};

function pointerBits(scope: SpirvScope, instruction: SpirvInstruction, type: TypeShape, from: string): void {
  const value = scope.operand(instruction, 0);
  const other = type.kind === 'pointer' ? value.type : type;
  scope.need(other.kind === 'int' && other.width === 64, instruction, 'only integers of 64 bits are like pointers');
  scope.define(instruction, `${type.kind === 'pointer' ? 'inttoptr' : 'ptrtoint'} ${from} to ${irType(type)}`);
}

/** To the nearest half and back. */
const quantize: SpirvRule = (scope, instruction) => {
  const value = scope.operand(instruction, 0);
  const type = scope.resultType(instruction);
  const fits = isSameType(value.type, type) && elementOf(type).kind === 'float' && widthOf(type) === 32;
  scope.need(fits, instruction, 'operands of other types');
  const half = irType(type).replace('float', 'half');
  const short = scope.emit(`fptrunc ${irType(type)} ${value.text} to ${half}`);
  scope.define(instruction, `fpext ${half} ${short} to ${irType(type)}`);
};

export const CONVERSION_RULES: Readonly<Record<string, SpirvRule>> = {
  ...Object.fromEntries(Object.keys(CONVERSIONS).map((name) => [name, convert])),
  Bitcast: bitcast,
  QuantizeToF16: quantize,
};
