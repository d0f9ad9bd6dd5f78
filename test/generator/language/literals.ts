// Constants, in forms that every OpenCL C compiler takes for the same value.

import type { Random } from '../../emulator/random.js';
import type { Expression } from './tree.js';
import { componentBytes, isReal, isUnsigned, nameOf, type Type, withWidth } from './types.js';

/** The values at which integer arithmetic goes wrong, as bits. */
function integerBits(random: Random, bits: number): bigint {
  const mask = (1n << BigInt(bits)) - 1n;
  const one = 1n << BigInt(random.below(bits));
  const any = (BigInt(random.word()) << 32n) | BigInt(random.word());
  return (
    random.pick([any, any >> 40n, one, one - 1n, ~one, BigInt(random.below(20)), -BigInt(random.below(20))]) & mask
  );
}

function integerText(bits: bigint, type: Type): string {
  const size = 8 * componentBytes(type);
  const long = size === 64 ? 'L' : '';
  if (isUnsigned(type)) return size < 32 ? `(${type.scalar})${bits}` : `${bits}U${long}`;
  const value = BigInt.asIntN(size, bits);
  if (value === -(1n << BigInt(size - 1)) && size >= 32) return `(${value + 1n}${long} - 1${long})`;
  return size < 32 ? `(${type.scalar})${value}` : `${value < 0 ? `(${value}${long})` : `${value}${long}`}`;
}

/** Real constants are multiples of 2**-16 below 2**16. */
export const LITERAL_MAGNITUDE = { low: -16, high: 16 } as const;

function realText(random: Random, type: Type): string {
  const suffix = type.scalar === 'float' ? 'f' : '';
  const unit = random.pick([1, 0.5, 0.25, 1 / 1024, 1 / 65536]);
  const value = (random.below(2 * 1024) - 1024) * unit * random.pick([1, 1, 1, 32]);
  const text = Number.isInteger(value) ? value.toFixed(1) : String(value);
  return value < 0 || Object.is(value, -0) ? `(${text}${suffix})` : `${text}${suffix}`;
}

const scalarText = (random: Random, type: Type): string =>
  isReal(type) ? realText(random, type) : integerText(integerBits(random, 8 * componentBytes(type)), type);

/** A constant of a type. */
export function literal(random: Random, type: Type): Expression {
  const magnitude = isReal(type) ? LITERAL_MAGNITUDE : undefined;
  if (type.width === 1) return { type, parts: [scalarText(random, type)], magnitude };
  const scalar = withWidth(type, 1);
  const count = random.chance(0.4) ? 1 : type.width;
  const components = Array.from({ length: count }, () => scalarText(random, scalar));
  return { type, parts: [`(${nameOf(type)})(${components.join(', ')})`], magnitude };
}

/** The plainest constant of a type. */
export const plainLiteral = (type: Type): string =>
  type.scalar === 'float' ? `(${nameOf(type)})(1.0f)` : `(${nameOf(type)})(1)`;
