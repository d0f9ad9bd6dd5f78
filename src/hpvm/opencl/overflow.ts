// LLVM's functions whose result is a value and a flag of its overflow: two variables in OpenCL C.

import type { IrInstruction } from '../../compiler/ir/instruction.js';
import { untyped } from '../../compiler/ir/operand.js';
import { type IntegerOperands, operandsOf } from './integer-intrinsics.js';
import { LeafCodeError, type LeafValues, scalarType } from './leaf-values.js';

const OVERFLOW = /^@llvm\.([su])(add|sub|mul)\.with\.overflow\.i(\d+)$/;
interface OverflowForm {
  readonly type: string;
  readonly value: string;
  /** @param result the name of the value */
  readonly flag: (result: string) => string;
}

const SIGNS: Readonly<Record<string, string>> = { add: '+', sub: '-', mul: '*' };

function overflowFlag(
  operation: string,
  isSigned: boolean,
  { a, b, bits, signed }: IntegerOperands,
  result: string,
): string {
  const [x, y, z] = [a, b, result].map((one) => `(${signed})${one}`);
  switch (operation) {
    case 'add':
      return isSigned ? `(${signed})((${a} ^ ${result}) & (${b} ^ ${result})) < 0` : `${result} < ${a}`;
    case 'sub':
      return isSigned ? `(${signed})((${a} ^ ${b}) & (${a} ^ ${result})) < 0` : `${a} < ${b}`;
    default:
      return isSigned ? `mul_hi(${x}, ${y}) != (${signed})(${z} >> ${bits - 1})` : `mul_hi(${a}, ${b}) != 0`;
  }
}

/** A function whose result has a value and a flag; undefined for other ones. */
function overflowForm(instruction: IrInstruction, texts: readonly string[]): OverflowForm | undefined {
  const [, sign, operation = '', bits] = OVERFLOW.exec(instruction.callee ?? '') ?? [];
  if (bits === undefined) return undefined;
  const operands = operandsOf(instruction, texts, Number(bits));
  const { a, b, wide, type } = operands;
  return {
    type,
    value: `(${type})((${wide})${a} ${SIGNS[operation]} (${wide})${b})`,
    flag: (result) => overflowFlag(operation, sign === 's', operands, result),
  };
}

const flagName = (value: string): string => `${value} overflow`;

export const hasOverflowFlag = ({ opcode, callee }: IrInstruction): boolean =>
  opcode === 'call' && callee?.includes('.with.overflow.') === true;

/** The value has the name of the instruction, the flag another one. */
export function overflowStatement(values: LeafValues, instruction: IrInstruction): string {
  const texts = instruction.typedOperands.map(({ value, type }) => values.operand(value, type, instruction));
  const form = overflowForm(instruction, texts);
  const { result = '', callee = '' } = instruction;
  if (!form) throw new LeafCodeError(`a call of ${callee.slice(1)} has no form in OpenCL C here`, instruction);
  const [value, flag] = [values.variable(result), values.variable(flagName(result))];
  values.declarations.push(`${form.type} ${value};`, `bool ${flag};`);
  return `${value} = ${form.value}; ${flag} = ${form.flag(value)};`;
}

/** For `extractvalue`, which reads a value or a flag. */
export function partStatement(values: LeafValues, instruction: IrInstruction): string {
  const [whole = '', index] = instruction.operands;
  const name = untyped(whole);
  const isFlag = index === '1';
  if (!values.hasVariable(flagName(name)) || (index !== '0' && !isFlag))
    throw new LeafCodeError('extractvalue has no form in OpenCL C here', instruction);
  const part = values.variable(isFlag ? flagName(name) : name);
  const result = values.variable(instruction.result ?? '');
  const type = isFlag ? 'bool' : scalarType(/^\{ (i\d+),/.exec(whole)?.[1] ?? whole, instruction);
  values.declarations.push(`${type} ${result};`);
  return `${result} = ${part};`;
}
