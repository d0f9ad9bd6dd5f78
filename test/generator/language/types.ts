// The types of OpenCL C that generated programs compute with.

import type { Random } from '../../emulator/random.js';

const INTEGERS = ['char', 'uchar', 'short', 'ushort', 'int', 'uint', 'long', 'ulong'] as const;
const REALS = ['float', 'double'] as const;
export const SCALARS = [...INTEGERS, ...REALS] as const;
export type Scalar = (typeof SCALARS)[number];
export const WIDTHS = [1, 2, 3, 4, 8, 16] as const;
export type Width = (typeof WIDTHS)[number];

export interface Type {
  readonly scalar: Scalar;
  /** Components; 1 for a scalar. */
  readonly width: Width;
  /** Of reals that may be anything: see specials.ts. */
  readonly special?: boolean;
}

const BYTES: Readonly<Record<Scalar, number>> = {
  ...{ char: 1, uchar: 1, short: 2, ushort: 2, int: 4, uint: 4, long: 8, ulong: 8 },
  ...{ float: 4, double: 8 },
};

export const typeOf = (scalar: Scalar, width: Width = 1): Type => ({ scalar, width });
export const INT = typeOf('int');
export const UINT = typeOf('uint');
export const ULONG = typeOf('ulong');

export const nameOf = ({ scalar, width }: Type): string => (width === 1 ? scalar : `${scalar}${width}`);
/** Bytes of a component. */
export const componentBytes = ({ scalar }: Type): number => BYTES[scalar];
/** Bytes in memory: three components take the place of four. */
export const bytesOf = (type: Type): number => componentBytes(type) * (type.width === 3 ? 4 : type.width);
export const isReal = ({ scalar }: Type): boolean => scalar === 'float' || scalar === 'double';
export const isInteger = (type: Type): boolean => !isReal(type);
export const isVector = ({ width }: Type): boolean => width > 1;
export const isUnsigned = ({ scalar }: Type): boolean => scalar.startsWith('u');
export const isSigned = (type: Type): boolean => isInteger(type) && !isUnsigned(type);
export const sameType = (a: Type, b: Type): boolean =>
  a.scalar === b.scalar && a.width === b.width && a.special === b.special;

/** The integer scalar of so many bytes. */
function integerOf(bytes: number, signed: boolean): Scalar {
  const name = ({ 1: 'char', 2: 'short', 4: 'int', 8: 'long' } as const)[bytes] ?? 'int';
  return signed ? name : `u${name}`;
}
export const signedOf = (type: Type): Type => ({ ...type, scalar: integerOf(componentBytes(type), true) });
export const unsignedOf = (type: Type): Type => ({ ...type, scalar: integerOf(componentBytes(type), false) });
/** The integer type with components of half or twice the size; undefined where there is none. */
export function resized(type: Type, factor: 0.5 | 2): Type | undefined {
  const bytes = componentBytes(type) * factor;
  return bytes < 1 || bytes > 8 ? undefined : { ...type, scalar: integerOf(bytes, !isUnsigned(type)) };
}
export const withWidth = ({ scalar }: Type, width: Width): Type => ({ scalar, width });

/** Types of which most are scalars and short vectors, as in programs that people write. */
export function randomType(random: Random, scalars: readonly Scalar[] = SCALARS): Type {
  const width = random.chance(0.45) ? 1 : random.chance(0.75) ? random.pick([2, 3, 4] as const) : random.pick(WIDTHS);
  return typeOf(random.pick(scalars), width);
}

export const randomInteger = (random: Random): Type => randomType(random, INTEGERS);
export const randomReal = (random: Random): Type => randomType(random, REALS);
