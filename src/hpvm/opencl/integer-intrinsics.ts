// LLVM's functions of integers in OpenCL C 1.2. Operands are unsigned, and their types have 8, 16, 32 or 64 bits.

import type { IrInstruction } from '../../compiler/ir/instruction.js';
import { scalarType, signedType } from './leaf-values.js';

export interface IntegerOperands {
  readonly a: string;
  readonly b: string;
  readonly c: string;
  readonly bits: number;
  /** The unsigned and the signed type, and that of shifted operands. */
  readonly type: string;
  readonly signed: string;
  readonly wide: string;
}

/** Both shifts are by less than the width, as OpenCL C and LLVM need them. */
function funnel({ a, b, c, bits, wide }: IntegerOperands, direction: 'l' | 'r'): string {
  const count = `((${wide})${c} & ${bits - 1})`;
  const rest = `(${bits - 1} - ${count})`;
  const [high, low] = [`(${wide})${a}`, `(${wide})${b}`];
  return direction === 'l'
    ? `(${high} << ${count}) | (${low} >> 1 >> ${rest})`
    : `(${high} << 1 << ${rest}) | (${low} >> ${count})`;
}

const byteSwap = ({ a, bits }: IntegerOperands): string =>
  bits === 16
    ? `rotate(${a}, (ushort)8)`
    : bits === 32
      ? `as_uint(as_uchar4(${a}).wzyx)`
      : `as_ulong(as_uchar8(${a}).s76543210)`;

/** Neighbouring bits, pairs and fours change places, then bytes. */
function bitReverse(operands: IntegerOperands): string {
  const { a, bits, type } = operands;
  const suffix = bits === 64 ? 'UL' : 'u';
  let text = a;
  for (const [shift, byte] of [
    [1, '55'],
    [2, '33'],
    [4, '0f'],
  ] as const) {
    const mask = `0x${byte.repeat(bits / 8)}${suffix}`;
    text = `(((${text} >> ${shift}) & ${mask}) | ((${text} & ${mask}) << ${shift}))`;
  }
  return bits === 8 ? text : byteSwap({ ...operands, a: `(${type})${text}` });
}

const trailingZeros = ({ a, type }: IntegerOperands): string => `popcount((${type})((${a} & -${a}) - 1))`;
const order = (a: string, b: string): string => `(${a} > ${b}) - (${a} < ${b})`;
const saturated =
  (name: string, sign: 'signed' | 'type') =>
  (operands: IntegerOperands): string =>
    `${name}((${operands[sign]})${operands.a}, (${operands[sign]})${operands.b})`;

const FORMS: Readonly<Record<string, (operands: IntegerOperands) => string>> = {
  fshl: (operands) => funnel(operands, 'l'),
  fshr: (operands) => funnel(operands, 'r'),
  cttz: trailingZeros,
  bswap: byteSwap,
  bitreverse: bitReverse,
  'uadd.sat': saturated('add_sat', 'type'),
  'usub.sat': saturated('sub_sat', 'type'),
  'sadd.sat': saturated('add_sat', 'signed'),
  'ssub.sat': saturated('sub_sat', 'signed'),
};

const NAME = /^@llvm\.([a-z.]+)\.i(\d+)$/;
const COMPARISON = /^@llvm\.([su])cmp\.(i\d+)\.i(\d+)$/;

export function operandsOf(instruction: IrInstruction, texts: readonly string[], bits: number): IntegerOperands {
  const [a = '', b = '', c = ''] = texts;
  const name = `i${bits}`;
  return {
    a,
    b,
    c,
    bits,
    type: scalarType(name, instruction),
    signed: signedType(name, instruction),
    wide: bits === 64 ? 'ulong' : 'uint',
  };
}

/** Undefined for other functions. */
export function integerFunction(instruction: IrInstruction, texts: readonly string[]): string | undefined {
  const { callee = '' } = instruction;
  const [, sign, type = '', compared] = COMPARISON.exec(callee) ?? [];
  if (compared !== undefined) {
    const operands = operandsOf(instruction, texts, Number(compared));
    const cast = sign === 's' ? `(${operands.signed})` : '';
    return `(${scalarType(type, instruction)})(${order(`${cast}${operands.a}`, `${cast}${operands.b}`)})`;
  }
  const [, name = '', bits] = NAME.exec(callee) ?? [];
  if (!Object.hasOwn(FORMS, name) || bits === undefined) return undefined;
  const operands = operandsOf(instruction, texts, Number(bits));
  return `(${operands.type})(${FORMS[name]?.(operands)})`;
}

export const isRotation = (instruction: IrInstruction, [a, b]: readonly string[]): boolean =>
  instruction.calls('@llvm.fshl', '@llvm.fshr') && a === b;
