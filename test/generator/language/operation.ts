// One way to make an expression of a type.

import type { Context } from './context.js';
import type { Expression, Magnitude, Part } from './tree.js';
import { componentBytes, isVector, nameOf, type Type } from './types.js';

export interface Operation {
  readonly name: string;
  readonly weight: number;
  /** How many simple operations it is worth. */
  readonly cost: number;
  applies(type: Type, context: Context): boolean;
  make(context: Context, type: Type, depth: number): Expression;
}

export const expressionOf = (type: Type, magnitude: Magnitude | undefined, ...parts: readonly Part[]): Expression => ({
  type,
  parts,
  magnitude,
});

/** An expression whose C type may be wider: scalars of less than an int are promoted. */
export const narrowed = (type: Type, ...parts: readonly Part[]): Expression =>
  isVector(type) || componentBytes(type) >= 4
    ? expressionOf(type, undefined, '(', ...parts, ')')
    : expressionOf(type, undefined, `(${nameOf(type)})(`, ...parts, ')');

/** A value whose bits are taken for another type of the same size. */
export const bitsAs = (type: Type, value: Part): Part[] => [`as_${nameOf(type)}(`, value, ')'];
