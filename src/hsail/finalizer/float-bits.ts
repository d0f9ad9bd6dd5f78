// Tests and changes of the bits of floats.

import { fieldOf } from './denormal-modes.js';
import type { HsailInstruction } from './instruction.js';
import { formatOf, integerOf, valueType } from './shapes.js';

type Emitting = Pick<HsailInstruction, 'out' | 'scope'>;

/** The constant with these bits as a value. */
export const floatOfBits = ({ scope }: Emitting, type: string, bits: bigint): string =>
  scope.toValue(String(bits), type);

export const infinityBits = (type: string): bigint => {
  const { bits, fraction } = formatOf(type);
  return ((1n << BigInt(bits - 1 - fraction)) - 1n) << BigInt(fraction);
};
export const oneBits = (type: string): bigint => {
  const { bits, fraction } = formatOf(type);
  return ((1n << BigInt(bits - 2 - fraction)) - 1n) << BigInt(fraction);
};
const signBit = (type: string): bigint => 1n << BigInt(formatOf(type).bits - 1);

/** True where MODE flushes floats of the type. */
export const flushesByMode = ({ scope }: Emitting, type: string): boolean =>
  scope.names.flushedFields(scope.executable).has(fieldOf(type));

/**
 * Subnormal numbers become zeros of their sign. Where MODE flushes, that is an operation which LLVM omits behind one
 * that has flushed, and which it computes for constants as the machine does.
 */
export function flushed(instruction: Emitting, type: string, value: string): string {
  const { out, scope } = instruction;
  if (flushesByMode(instruction, type))
    return out.call(valueType(type), `llvm.canonicalize.${type}`, `${valueType(type)} ${value}`);
  const own = integerOf(type);
  const bits = scope.toBits(value, type);
  const magnitude = out.value(`and ${own} ${bits}, ${signBit(type) - 1n}`);
  const sign = out.value(`and ${own} ${bits}, ${signBit(type)}`);
  const isSmall = out.value(`icmp ult ${own} ${magnitude}, ${1n << BigInt(formatOf(type).fraction)}`);
  return scope.toValue(out.value(`select i1 ${isSmall}, ${own} ${sign}, ${own} ${bits}`), type);
}
