// Values in the code of internal nodes, as far as they are the same in each run.

import { isInteger } from '../compiler/ir/constants.js';
import { integerBits } from '../compiler/ir/type-text.js';

export type GraphValue =
  | { readonly kind: 'integer'; readonly value: bigint }
  | { readonly kind: 'input'; readonly index: number; readonly text: string }
  /** A node that this function has created. */
  | { readonly kind: 'node'; readonly index: number }
  | { readonly kind: 'function'; readonly symbol: string }
  /** An address in a local variable. */
  | { readonly kind: 'address'; readonly variable: string; readonly offset: bigint }
  | { readonly kind: 'computed'; readonly text: string };

export const integerValue = (value: bigint): GraphValue => ({ kind: 'integer', value });

export function valueText(value: GraphValue): string {
  switch (value.kind) {
    case 'integer':
      return String(value.value);
    case 'node':
      return `node ${value.index}`;
    case 'function':
      return value.symbol;
    case 'address':
      return value.variable;
    default:
      return value.text;
  }
}

/** A constant operand; undefined for names of values. */
export function constantValue(text: string): GraphValue | undefined {
  if (isInteger(text)) return integerValue(BigInt(text));
  if (text === 'true') return integerValue(1n);
  if (text === 'false' || text === 'null' || text === 'zeroinitializer') return integerValue(0n);
  if (text.startsWith('@')) return { kind: 'function', symbol: text };
  return text.startsWith('%') ? undefined : { kind: 'computed', text };
}

interface BinaryOperation {
  readonly sign: string;
  /** Undefined for operands without a result, as of a division by zero. */
  readonly compute: (a: bigint, b: bigint, bits: number) => bigint | undefined;
}

const signed = (value: bigint, bits: number): bigint => BigInt.asIntN(bits, value);
const unsigned = (value: bigint, bits: number): bigint => BigInt.asUintN(bits, value);
const isShift = (count: bigint, bits: number): boolean => count >= 0n && count < BigInt(bits);

const BINARY: Readonly<Record<string, BinaryOperation>> = {
  add: { sign: '+', compute: (a, b) => a + b },
  sub: { sign: '-', compute: (a, b) => a - b },
  mul: { sign: '*', compute: (a, b) => a * b },
  and: { sign: '&', compute: (a, b) => a & b },
  or: { sign: '|', compute: (a, b) => a | b },
  xor: { sign: '^', compute: (a, b) => a ^ b },
  shl: { sign: '<<', compute: (a, b, bits) => (isShift(b, bits) ? a << b : undefined) },
  ashr: { sign: '>>', compute: (a, b, bits) => (isShift(b, bits) ? signed(a, bits) >> b : undefined) },
  lshr: { sign: '>>', compute: (a, b, bits) => (isShift(b, bits) ? unsigned(a, bits) >> b : undefined) },
  sdiv: { sign: '/', compute: (a, b, bits) => (b === 0n ? undefined : signed(a, bits) / signed(b, bits)) },
  udiv: { sign: '/', compute: (a, b, bits) => (b === 0n ? undefined : unsigned(a, bits) / unsigned(b, bits)) },
  srem: { sign: '%', compute: (a, b, bits) => (b === 0n ? undefined : signed(a, bits) % signed(b, bits)) },
  urem: { sign: '%', compute: (a, b, bits) => (b === 0n ? undefined : unsigned(a, bits) % unsigned(b, bits)) },
};

/** Undefined for other instructions. */
export function binaryValue(opcode: string, type: string, [a, b]: readonly GraphValue[]): GraphValue | undefined {
  const operation = Object.hasOwn(BINARY, opcode) ? BINARY[opcode] : undefined;
  if (!operation || !a || !b) return undefined;
  const bits = integerBits(type);
  if (a.kind === 'integer' && b.kind === 'integer' && bits > 0) {
    const value = operation.compute(a.value, b.value, bits);
    if (value !== undefined) return integerValue(signed(value, bits));
  }
  return { kind: 'computed', text: `(${valueText(a)} ${operation.sign} ${valueText(b)})` };
}

const COMPARISONS: Readonly<Record<string, (a: bigint, b: bigint) => boolean>> = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
};

export function comparedValue(predicate: string, type: string, [a, b]: readonly GraphValue[]): GraphValue {
  const compare = COMPARISONS[predicate.slice(-2)];
  const bits = integerBits(type);
  if (a?.kind !== 'integer' || b?.kind !== 'integer' || !compare || bits === 0)
    return { kind: 'computed', text: [a, b].map((one) => (one ? valueText(one) : '?')).join(` ${predicate} `) };
  const view = predicate.startsWith('u') ? unsigned : signed;
  return integerValue(compare(view(a.value, bits), view(b.value, bits)) ? 1n : 0n);
}

export function castValue(opcode: string, from: string, to: string, value: GraphValue): GraphValue {
  if (value.kind !== 'integer') return value;
  const [source, target] = [integerBits(from), integerBits(to)];
  if (opcode === 'zext') return integerValue(unsigned(value.value, source));
  if (opcode === 'sext') return integerValue(signed(value.value, source));
  if (opcode === 'trunc') return integerValue(signed(value.value, target));
  return { kind: 'computed', text: `${opcode}(${valueText(value)})` };
}
