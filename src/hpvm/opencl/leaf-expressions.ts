// Expressions of OpenCL C for instructions that compute a value of their operands.

import type { IrInstruction } from '../../compiler/ir/instruction.js';
import { plainName } from '../../compiler/ir/lexical.js';
import { integerBits } from '../../compiler/ir/type-text.js';
import { openclMathName } from '../math-functions.js';
import { integerFunction, isRotation } from './integer-intrinsics.js';
import { LeafCodeError, type LeafValues, scalarType, signedType } from './leaf-values.js';

const UNSIGNED: Readonly<Record<string, string>> = {
  add: '+',
  sub: '-',
  mul: '*',
  udiv: '/',
  urem: '%',
  and: '&',
  or: '|',
  xor: '^',
  shl: '<<',
  lshr: '>>',
};
const SIGNED: Readonly<Record<string, string>> = { sdiv: '/', srem: '%', ashr: '>>' };
const FLOAT: Readonly<Record<string, string>> = { fadd: '+', fsub: '-', fmul: '*', fdiv: '/' };
const ORDER: Readonly<Record<string, string>> = { eq: '==', ne: '!=', gt: '>', ge: '>=', lt: '<', le: '<=' };

type Texts = readonly string[];

function integerComparison(instruction: IrInstruction, [a, b]: Texts): string {
  const { predicate, type } = instruction;
  const sign = ORDER[predicate.slice(-2)];
  if (type === 'ptr' || !predicate.startsWith('s')) return `${a} ${sign} ${b}`;
  const cast = `(${signedType(type, instruction)})`;
  return `${cast}${a} ${sign} ${cast}${b}`;
}

/** Unordered comparisons are negations of the opposite ordered ones. */
function floatComparison({ predicate }: IrInstruction, [a, b]: Texts): string {
  switch (predicate) {
    case 'ord':
      return `!isunordered(${a}, ${b})`;
    case 'uno':
      return `isunordered(${a}, ${b})`;
    case 'one':
      return `islessgreater(${a}, ${b})`;
    case 'ueq':
      return `!islessgreater(${a}, ${b})`;
    case 'une':
      return `${a} != ${b}`;
    case 'true':
    case 'false':
      return predicate === 'true' ? '1' : '0';
    default: {
      const opposite: Readonly<Record<string, string>> = { gt: '<=', ge: '<', lt: '>=', le: '>' };
      const order = predicate.slice(1);
      return predicate.startsWith('o') ? `${a} ${ORDER[order]} ${b}` : `!(${a} ${opposite[order]} ${b})`;
    }
  }
}

function castExpression(instruction: IrInstruction, a: string): string {
  const { opcode, cast } = instruction;
  const { type, target } = cast ?? { type: '', target: '' };
  const to = scalarType(target, instruction);
  const signedSource = signedType(type, instruction);
  switch (opcode) {
    case 'trunc':
      return target === 'i1' ? `${a} & 1` : `(${to})${a}`;
    case 'sext':
      return type === 'i1'
        ? `(${to})(${a} ? -1 : 0)`
        : `(${to})(${signedType(target, instruction)})(${signedSource})${a}`;
    case 'sitofp':
      return type === 'i1' ? `(${to})(${a} ? -1 : 0)` : `(${to})(${signedSource})${a}`;
    case 'fptosi':
      return `(${to})(${signedType(target, instruction)})${a}`;
    case 'bitcast':
      return `as_${to}(${a})`;
    case 'zext':
    case 'uitofp':
    case 'fptoui':
    case 'fpext':
    case 'fptrunc':
      return `(${to})${a}`;
    default:
      throw new LeafCodeError(`${opcode} has no form in OpenCL C here`, instruction);
  }
}

/** Functions of integers: operands are signed for the first ones. */
const SIGNED_FUNCTIONS = ['@llvm.smax', '@llvm.smin', '@llvm.abs'] as const;

/** True in programs that are compiled for speed, whose functions need not be exact. */
const isApproximate = (instruction: IrInstruction): boolean =>
  instruction.hasFlag('fast') || instruction.hasFlag('afn');

function mathExpression(instruction: IrInstruction, operands: Texts, values: LeafValues): string {
  const { callee = '', typedOperands } = instruction;
  const [first] = typedOperands;
  if (instruction.calls('@llvm.fmuladd'))
    return first?.type === 'float'
      ? `HPVM_MULADD(${operands.join(', ')})`
      : `${operands[0]} * ${operands[1]} + ${operands[2]}`;
  if (isRotation(instruction, operands)) {
    const count = instruction.calls('@llvm.fshl') ? operands[2] : `-${operands[2]}`;
    return `rotate(${operands[0]}, ${count})`;
  }
  const integer = integerFunction(instruction, operands);
  if (integer !== undefined) return integer;
  const name = openclMathName(callee);
  if (values.module.functions.has(callee))
    throw new LeafCodeError(`${plainName(callee)} is not inlined: it is noinline or recursive`, instruction);
  if (name === undefined || first === undefined)
    throw new LeafCodeError(`a call of ${plainName(callee)} has no form in OpenCL C here`, instruction);
  const isNative = name === 'sqrt' && first.type === 'float' && isApproximate(instruction);
  if (isNative) return `native_sqrt(${operands[0]})`;
  if (integerBits(first.type) === 0) return `${name}(${operands.join(', ')})`;
  // The last operand of LLVM's counting functions is a flag.
  const count = ['clz', 'abs', 'popcount'].includes(name) ? 1 : 2;
  const cast = instruction.calls(...SIGNED_FUNCTIONS) ? `(${signedType(first.type, instruction)})` : '';
  const call = `${name}(${operands
    .slice(0, count)
    .map((one) => `${cast}${one}`)
    .join(', ')})`;
  return `(${scalarType(first.type, instruction)})${call}`;
}

/** The value of an instruction; undefined if it is no expression of its operands. */
export function expressionOf(instruction: IrInstruction, values: LeafValues): string | undefined {
  const { opcode, type, typedOperands } = instruction;
  const operands = (): string[] => typedOperands.map((one) => values.operand(one.value, one.type, instruction));
  const [a = '', b = ''] = Object.hasOwn({ ...UNSIGNED, ...SIGNED, ...FLOAT }, opcode) ? operands() : [];
  if (Object.hasOwn(UNSIGNED, opcode)) {
    if (values.hasSignedOverflow(instruction)) {
      const cast = `(${signedType(type, instruction)})`;
      return `(${scalarType(type, instruction)})(${cast}${a} ${UNSIGNED[opcode]} ${cast}${b})`;
    }
    // Types narrower than int would become int, whose overflow is undefined.
    const cast = type === 'i8' || type === 'i16' ? '(uint)' : '';
    return `(${scalarType(type, instruction)})(${cast}${a} ${UNSIGNED[opcode]} ${cast}${b})`;
  }
  if (Object.hasOwn(SIGNED, opcode)) {
    const cast = `(${signedType(type, instruction)})`;
    return `(${scalarType(type, instruction)})(${cast}${a} ${SIGNED[opcode]} ${cast}${b})`;
  }
  if (opcode === 'fdiv' && type === 'float' && isApproximate(instruction)) return `native_divide(${a}, ${b})`;
  if (Object.hasOwn(FLOAT, opcode)) return `${a} ${FLOAT[opcode]} ${b}`;
  if (instruction.cast) return castExpression(instruction, operands()[0] ?? '');
  switch (opcode) {
    case 'fneg':
      return `-${operands()[0]}`;
    case 'frem':
      return `fmod(${operands().join(', ')})`;
    case 'freeze':
      return operands()[0];
    case 'icmp':
      return integerComparison(instruction, operands());
    case 'fcmp':
      return floatComparison(instruction, operands());
    case 'select': {
      const [condition, one, other] = operands();
      return `${condition} ? ${one} : ${other}`;
    }
    case 'call':
      return mathExpression(instruction, operands(), values);
    default:
      return undefined;
  }
}
