// Comparisons and classes of numbers.

import { fastFlags, intrinsicType, isOf, widthOf } from './arithmetic.js';
import type { SpirvRule } from './function-scope.js';
import { countOf, integer, irType, isSameType, withElement } from './type-shapes.js';

function compare(operation: 'icmp' | 'fcmp', predicate: string): SpirvRule {
  return (scope, instruction) => {
    const [a, b] = [scope.operand(instruction, 0), scope.operand(instruction, 1)];
    const type = scope.resultType(instruction);
    const isPointer = operation === 'icmp' && a.type.kind === 'pointer';
    const fits = isPointer || isOf(a.type, operation === 'icmp' ? 'int' : 'float');
    const agree = isSameType(a.type, b.type) && isOf(type, 'bool') && countOf(type) === countOf(a.type);
    scope.need(fits && agree, instruction, 'operands of other types');
    const flags = operation === 'fcmp' ? fastFlags(scope, instruction) : '';
    scope.define(instruction, `${operation} ${flags}${predicate} ${irType(a.type)} ${a.text}, ${b.text}`);
  };
}

/** LLVM's classes of floats, as bits. Source: Language Reference, llvm.is.fpclass. */
const CLASSES: Readonly<Record<string, number>> = { IsNan: 0x3, IsInf: 0x204, IsFinite: 0x1f8, IsNormal: 0x108 };

const classify: SpirvRule = (scope, instruction) => {
  const value = scope.operand(instruction, 0);
  const type = scope.resultType(instruction);
  const fits = isOf(value.type, 'float') && isOf(type, 'bool') && countOf(type) === countOf(value.type);
  scope.need(fits, instruction, 'operands of other types');
  const name = `llvm.is.fpclass.${intrinsicType(value.type)}`;
  const symbol = scope.module.declare(irType(type), name, [irType(value.type), 'i32 immarg']);
  const text = `call ${irType(type)} ${symbol}(${irType(value.type)} ${value.text}, i32 ${CLASSES[instruction.name] ?? 0})`;
  scope.define(instruction, text);
};

const signBit: SpirvRule = (scope, instruction) => {
  const value = scope.operand(instruction, 0);
  const type = scope.resultType(instruction);
  const fits = isOf(value.type, 'float') && isOf(type, 'bool') && countOf(type) === countOf(value.type);
  scope.need(fits, instruction, 'operands of other types');
  const bits = withElement(value.type, integer(widthOf(value.type)));
  const word = scope.emit(`bitcast ${irType(value.type)} ${value.text} to ${irType(bits)}`);
  scope.define(
    instruction,
    `icmp slt ${irType(bits)} ${word}, ${value.type.kind === 'vector' ? 'zeroinitializer' : '0'}`,
  );
};

const COMPARISONS: Readonly<Record<string, readonly ['icmp' | 'fcmp', string]>> = {
  IEqual: ['icmp', 'eq'],
  INotEqual: ['icmp', 'ne'],
  UGreaterThan: ['icmp', 'ugt'],
  SGreaterThan: ['icmp', 'sgt'],
  UGreaterThanEqual: ['icmp', 'uge'],
  SGreaterThanEqual: ['icmp', 'sge'],
  ULessThan: ['icmp', 'ult'],
  SLessThan: ['icmp', 'slt'],
  ULessThanEqual: ['icmp', 'ule'],
  SLessThanEqual: ['icmp', 'sle'],
  PtrEqual: ['icmp', 'eq'],
  PtrNotEqual: ['icmp', 'ne'],
  FOrdEqual: ['fcmp', 'oeq'],
  FUnordEqual: ['fcmp', 'ueq'],
  FOrdNotEqual: ['fcmp', 'one'],
  FUnordNotEqual: ['fcmp', 'une'],
  FOrdLessThan: ['fcmp', 'olt'],
  FUnordLessThan: ['fcmp', 'ult'],
  FOrdGreaterThan: ['fcmp', 'ogt'],
  FUnordGreaterThan: ['fcmp', 'ugt'],
  FOrdLessThanEqual: ['fcmp', 'ole'],
  FUnordLessThanEqual: ['fcmp', 'ule'],
  FOrdGreaterThanEqual: ['fcmp', 'oge'],
  FUnordGreaterThanEqual: ['fcmp', 'uge'],
  LessOrGreater: ['fcmp', 'one'],
  Ordered: ['fcmp', 'ord'],
  Unordered: ['fcmp', 'uno'],
};

export const COMPARISON_RULES: Readonly<Record<string, SpirvRule>> = {
  ...Object.fromEntries(Object.entries(COMPARISONS).map(([name, [operation, how]]) => [name, compare(operation, how)])),
  IsNan: classify,
  IsInf: classify,
  IsFinite: classify,
  IsNormal: classify,
  SignBitSet: signBit,
};
