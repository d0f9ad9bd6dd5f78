// Conversions between types, with every rounding and with saturation.

import { type Context, magnitudeOf } from './context.js';
import { bitsAs, expressionOf, type Operation } from './operation.js';
import { cleaned } from './reals.js';
import type { Expression } from './tree.js';
import {
  componentBytes,
  isInteger,
  isReal,
  isUnsigned,
  nameOf,
  randomInteger,
  SCALARS,
  type Type,
  typeOf,
  withWidth,
} from './types.js';

const ROUNDINGS = ['', '_rte', '_rtz', '_rtp', '_rtn'] as const;

/** Real numbers that every integer type of a size can hold, however they are rounded. */
function insideOf(type: Type): readonly [string, string] {
  const high = { 1: 100, 2: 30000, 4: 2_000_000_000, 8: 4e18 }[componentBytes(type)]!;
  return [isUnsigned(type) ? '1' : `-${high}`, String(high)];
}

function fromReal(c: Context, type: Type, depth: number): Expression {
  const from = typeOf(c.random.pick(['float', 'double'] as const), type.width);
  const value = c.expression(from, depth - 1);
  const rounding = c.random.pick(ROUNDINGS);
  if (c.random.chance(0.5)) return expressionOf(type, undefined, `convert_${nameOf(type)}_sat${rounding}(`, value, ')');
  const [low, high] = insideOf(type).map(
    (bound) => `(${nameOf(from)})${bound}${bound.includes('e') ? '' : '.0'}${from.scalar === 'float' ? 'f' : ''}`,
  );
  return expressionOf(type, undefined, `convert_${nameOf(type)}${rounding}(clamp(`, value, `, ${low}, ${high}))`);
}

function fromInteger(c: Context, type: Type, depth: number): Expression {
  const from = withWidth(randomInteger(c.random), type.width);
  const saturation = c.random.chance(0.5) ? '_sat' : '';
  return expressionOf(type, undefined, `convert_${nameOf(type)}${saturation}(`, c.expression(from, depth - 1), ')');
}

function realFromInteger(c: Context, type: Type, depth: number): Expression {
  const from = withWidth(randomInteger(c.random), type.width);
  const magnitude = { low: 0, high: 8 * componentBytes(from) };
  const rounding = c.random.pick(ROUNDINGS);
  return expressionOf(type, magnitude, `convert_${nameOf(type)}${rounding}(`, c.expression(from, depth - 1), ')');
}

/**
 * Doubles are put right before they become floats: what is denormal then would be flushed on one device and not on
 * another.
 */
function realFromReal(c: Context, type: Type, depth: number): Expression {
  const from = typeOf(type.scalar === 'float' ? 'double' : 'float', type.width);
  const value = c.expression(from, depth - 1);
  if (type.scalar === 'double') return expressionOf(type, magnitudeOf(value), `convert_${nameOf(type)}(`, value, ')');
  const rounded = expressionOf(type, undefined, `convert_${nameOf(type)}${c.random.pick(ROUNDINGS)}(`, value, ')');
  const { low, high } = magnitudeOf(value);
  return low >= -110 && high <= 110 ? { ...rounded, magnitude: { low, high: high + 1 } } : cleaned(c, rounded);
}

/** Types of the same size: components of three take the place of four, with undefined bits. */
function sameSize(type: Type): Type[] {
  const all = SCALARS.flatMap((scalar) => ([1, 2, 4, 8, 16] as const).map((width) => typeOf(scalar, width)));
  if (type.width === 3)
    return SCALARS.map((scalar) => typeOf(scalar, 3)).filter((one) => componentBytes(one) === componentBytes(type));
  return all.filter((one) => componentBytes(one) * one.width === componentBytes(type) * type.width);
}

const operation = (
  name: string,
  weight: number,
  cost: number,
  applies: Operation['applies'],
  make: Operation['make'],
): Operation => ({ name, weight, cost, applies, make });

export const CONVERSIONS: readonly Operation[] = [
  operation('from integer', 3, 2, isInteger, fromInteger),
  operation('from real', 1.5, 6, isInteger, fromReal),
  operation('real from integer', 3, 4, isReal, realFromInteger),
  operation('real from real', 1.5, 4, isReal, realFromReal),
  operation('as', 2, 1, isInteger, (c, type, depth) =>
    expressionOf(type, undefined, ...bitsAs(type, c.expression(c.random.pick(sameSize(type)), depth - 1))),
  ),
];
