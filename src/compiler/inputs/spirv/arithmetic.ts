// Arithmetic, logic, comparisons and bits.

import type { SpirvInstruction } from '../../../spirv/module.js';
import type { SpirvRule, SpirvScope, SpirvValue } from './function-scope.js';
import { BOOL, countOf, elementOf, irType, isSameType, type TypeShape, withElement } from './type-shapes.js';

export type NumberCategory = 'int' | 'float' | 'bool';

export const isOf = (type: TypeShape, category: NumberCategory): boolean => elementOf(type).kind === category;

const FAST_FLAGS: readonly (readonly [bit: number, flag: string])[] = [
  [1, 'nnan'],
  [2, 'ninf'],
  [4, 'nsz'],
  [8, 'arcp'],
  [0x1_0000, 'contract'],
  [0x2_0000, 'reassoc'],
];
const FAST = 16;

function fastMode({ module }: SpirvScope, { result }: SpirvInstruction): number {
  return module.decorations.find(result, 'FPFastMathMode')?.operands[0]?.value ?? 0;
}

/** Fast-math flags, each with a blank behind it. */
export function fastFlags(scope: SpirvScope, instruction: SpirvInstruction): string {
  const mode = fastMode(scope, instruction);
  if ((mode & FAST) !== 0) return 'fast ';
  return FAST_FLAGS.map(([bit, flag]) => ((mode & bit) === 0 ? '' : `${flag} `)).join('');
}

function wrapFlags({ module: { decorations } }: SpirvScope, { result }: SpirvInstruction): string {
  const unsigned = decorations.has(result, 'NoUnsignedWrap') ? 'nuw ' : '';
  return `${unsigned}${decorations.has(result, 'NoSignedWrap') ? 'nsw ' : ''}`;
}

/** Operands of the result's type and category. */
function sameOperands(
  scope: SpirvScope,
  instruction: SpirvInstruction,
  category: NumberCategory,
  count: number,
): SpirvValue[] {
  const type = scope.resultType(instruction);
  const values = Array.from({ length: count }, (_, n) => scope.operand(instruction, n));
  const fits = isOf(type, category) && values.every((one) => isSameType(one.type, type));
  scope.need(fits, instruction, `operands and result are not of one type of the kind ${category}`);
  return values;
}

const texts = (values: readonly SpirvValue[]): string => values.map(({ text }) => text).join(', ');

function binary(
  operation: string,
  category: NumberCategory,
  flags?: (scope: SpirvScope, i: SpirvInstruction) => string,
): SpirvRule {
  return (scope, instruction) => {
    const values = sameOperands(scope, instruction, category, 2);
    const type = irType(scope.resultType(instruction));
    scope.define(instruction, `${operation} ${flags?.(scope, instruction) ?? ''}${type} ${texts(values)}`);
  };
}

/** Quotients of floats may have the error of OpenCL C where the module permits approximations. */
const divide: SpirvRule = (scope, instruction) => {
  const values = sameOperands(scope, instruction, 'float', 2);
  const type = scope.resultType(instruction);
  const flags = fastFlags(scope, instruction);
  const isFast = flags.includes('arcp') || flags.startsWith('fast') || scope.module.isRelaxed;
  const accuracy = isFast && irType(elementOf(type)) === 'float' ? `, !fpmath ${scope.module.looseQuotients()}` : '';
  scope.define(instruction, `fdiv ${flags}${irType(type)} ${texts(values)}${accuracy}`);
};

/** Shift counts may have another width than the result; clang 22 also shifts wider numbers left. */
function shift(operation: string): SpirvRule {
  return (scope, instruction) => {
    const type = scope.resultType(instruction);
    const [base, by] = [scope.operand(instruction, 0), scope.operand(instruction, 1)];
    const isWider = operation === 'shl' && widthOf(base.type) > widthOf(type);
    const integers = [type, base.type, by.type].every((one) => isOf(one, 'int') && countOf(one) === countOf(type));
    const fits = integers && (isWider || isSameType(base.type, type));
    scope.need(fits, instruction, 'operands of other types');
    const flags = operation === 'shl' && !isWider ? wrapFlags(scope, instruction) : '';
    const own = isWider ? resized(scope, base, type) : base.text;
    scope.define(instruction, `${operation} ${flags}${irType(type)} ${own}, ${resized(scope, by, type)}`);
  };
}

export const widthOf = (type: TypeShape): number => {
  const element = elementOf(type);
  return element.kind === 'int' || element.kind === 'float' ? element.width : 1;
};

/** An integer as unsigned number of another width. */
export function resized(scope: SpirvScope, { type, text }: SpirvValue, to: TypeShape): string {
  const [from, width] = [widthOf(type), widthOf(to)];
  if (from === width) return text;
  return scope.emit(`${from < width ? 'zext' : 'trunc'} ${irType(type)} ${text} to ${irType(to)}`);
}

const negate: SpirvRule = (scope, instruction) => {
  const [value] = sameOperands(scope, instruction, 'int', 1);
  const type = irType(scope.resultType(instruction));
  const zero = type.startsWith('<') ? 'zeroinitializer' : '0';
  scope.define(instruction, `sub ${wrapFlags(scope, instruction)}${type} ${zero}, ${value?.text}`);
};

/** The text of a constant with the same number in each element. */
export function splat(type: TypeShape, number: string): string {
  const element = irType(elementOf(type));
  return type.kind === 'vector'
    ? `<${Array.from({ length: type.count }, () => `${element} ${number}`).join(', ')}>`
    : number;
}

function not(category: NumberCategory): SpirvRule {
  return (scope, instruction) => {
    const [value] = sameOperands(scope, instruction, category, 1);
    const type = scope.resultType(instruction);
    scope.define(
      instruction,
      `xor ${irType(type)} ${value?.text}, ${splat(type, category === 'bool' ? 'true' : '-1')}`,
    );
  };
}

const negateFloat: SpirvRule = (scope, instruction) => {
  const [value] = sameOperands(scope, instruction, 'float', 1);
  scope.define(
    instruction,
    `fneg ${fastFlags(scope, instruction)}${irType(scope.resultType(instruction))} ${value?.text}`,
  );
};

/** Remainders with the sign of the divisor. */
const signedModulus: SpirvRule = (scope, instruction) => {
  const [a, b] = sameOperands(scope, instruction, 'int', 2);
  const type = irType(scope.resultType(instruction));
  const zero = type.startsWith('<') ? 'zeroinitializer' : '0';
  const flags = irType(withElement(scope.resultType(instruction), BOOL));
  const rest = scope.emit(`srem ${type} ${a?.text}, ${b?.text}`);
  const mixed = scope.emit(`xor ${type} ${rest}, ${b?.text}`);
  const differs = scope.emit(`icmp slt ${type} ${mixed}, ${zero}`);
  const exists = scope.emit(`icmp ne ${type} ${rest}, ${zero}`);
  const isOther = scope.emit(`and ${flags} ${differs}, ${exists}`);
  const sum = scope.emit(`add ${type} ${rest}, ${b?.text}`);
  scope.define(instruction, `select ${flags} ${isOther}, ${type} ${sum}, ${type} ${rest}`);
};

const floatModulus: SpirvRule = (scope, instruction) => {
  const [a, b] = sameOperands(scope, instruction, 'float', 2);
  const shape = scope.resultType(instruction);
  const type = irType(shape);
  const zero = type.startsWith('<') ? 'zeroinitializer' : '0.0';
  const flags = irType(withElement(shape, BOOL));
  const rest = scope.emit(`frem ${type} ${a?.text}, ${b?.text}`);
  const sum = scope.emit(`fadd ${type} ${rest}, ${b?.text}`);
  const restSign = scope.emit(`fcmp olt ${type} ${rest}, ${zero}`);
  const divisorSign = scope.emit(`fcmp olt ${type} ${b?.text}, ${zero}`);
  const differs = scope.emit(`xor ${flags} ${restSign}, ${divisorSign}`);
  const exists = scope.emit(`fcmp une ${type} ${rest}, ${zero}`);
  const isOther = scope.emit(`and ${flags} ${differs}, ${exists}`);
  scope.define(instruction, `select ${flags} ${isOther}, ${type} ${sum}, ${type} ${rest}`);
};

/** LLVM's name of a type in those of intrinsics. */
export function intrinsicType(type: TypeShape): string {
  const element = elementOf(type);
  const own = element.kind === 'int' ? `i${element.width}` : element.kind === 'float' ? `f${element.width}` : 'i1';
  return type.kind === 'vector' ? `v${type.count}${own}` : own;
}

/** clang 22 passes integers, of which the highest bit counts as in OpenCL C. */
function booleans(scope: SpirvScope, { type, text }: SpirvValue): SpirvValue {
  if (!isOf(type, 'int')) return { type, text };
  const zero = type.kind === 'vector' ? 'zeroinitializer' : '0';
  return { type: withElement(type, BOOL), text: scope.emit(`icmp slt ${irType(type)} ${text}, ${zero}`) };
}

function reduce(operation: 'and' | 'or'): SpirvRule {
  return (scope, instruction) => {
    const value = booleans(scope, scope.operand(instruction, 0));
    const type = scope.resultType(instruction);
    scope.need(isOf(value.type, 'bool') && type.kind === 'bool', instruction, 'operands of other types');
    const name = `llvm.vector.reduce.${operation}.${intrinsicType(value.type)}`;
    if (value.type.kind !== 'vector') scope.set(instruction, value);
    else scope.define(instruction, scope.callText('i1', name, [value]));
  };
}

const select: SpirvRule = (scope, instruction) => {
  const [condition, yes, no] = [0, 1, 2].map((n) => scope.operand(instruction, n)) as [
    SpirvValue,
    SpirvValue,
    SpirvValue,
  ];
  const type = scope.resultType(instruction);
  const fits = isSameType(yes.type, type) && isSameType(no.type, type) && isOf(condition.type, 'bool');
  const counts = condition.type.kind === 'bool' || countOf(condition.type) === countOf(type);
  scope.need(fits && counts, instruction, 'operands of other types');
  const value = ({ text }: SpirvValue): string => `${irType(type)} ${text}`;
  scope.define(
    instruction,
    `select ${fastFlags(scope, instruction)}${irType(condition.type)} ${condition.text}, ${value(yes)}, ${value(no)}`,
  );
};

function intrinsic(name: string): SpirvRule {
  return (scope, instruction) => {
    const value = scope.operand(instruction, 0);
    const type = scope.resultType(instruction);
    const fits = isOf(value.type, 'int') && isOf(type, 'int') && countOf(type) === countOf(value.type);
    scope.need(fits, instruction, 'operands of other types');
    const text = scope.callText(irType(value.type), `llvm.${name}.${intrinsicType(value.type)}`, [value]);
    if (isSameType(type, value.type)) scope.define(instruction, text);
    else {
      const own = scope.emit(text);
      scope.set(instruction, { type, text: resized(scope, { type: value.type, text: own }, type) });
    }
  };
}

export const ARITHMETIC_RULES: Readonly<Record<string, SpirvRule>> = {
  IAdd: binary('add', 'int', wrapFlags),
  ISub: binary('sub', 'int', wrapFlags),
  IMul: binary('mul', 'int', wrapFlags),
  UDiv: binary('udiv', 'int'),
  SDiv: binary('sdiv', 'int'),
  UMod: binary('urem', 'int'),
  SRem: binary('srem', 'int'),
  SMod: signedModulus,
  FAdd: binary('fadd', 'float', fastFlags),
  FSub: binary('fsub', 'float', fastFlags),
  FMul: binary('fmul', 'float', fastFlags),
  FRem: binary('frem', 'float', fastFlags),
  FDiv: divide,
  FMod: floatModulus,
  BitwiseAnd: binary('and', 'int'),
  BitwiseOr: binary('or', 'int'),
  BitwiseXor: binary('xor', 'int'),
  LogicalAnd: binary('and', 'bool'),
  LogicalOr: binary('or', 'bool'),
  LogicalNotEqual: binary('xor', 'bool'),
  LogicalEqual: binary('icmp eq', 'bool'),
  LogicalNot: not('bool'),
  Not: not('int'),
  SNegate: negate,
  FNegate: negateFloat,
  ShiftLeftLogical: shift('shl'),
  ShiftRightLogical: shift('lshr'),
  ShiftRightArithmetic: shift('ashr'),
  Select: select,
  Any: reduce('or'),
  All: reduce('and'),
  BitCount: intrinsic('ctpop'),
  BitReverse: intrinsic('bitreverse'),
};
