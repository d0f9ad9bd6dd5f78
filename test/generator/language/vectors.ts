// Parts of vectors, vectors of parts, shuffles, choices: for every type.

import { type Context, magnitudeOf } from './context.js';
import { bitsAs, expressionOf, narrowed, type Operation } from './operation.js';
import type { Expression, Magnitude } from './tree.js';
import { isReal, isVector, nameOf, signedOf, type Type, typeOf, unsignedOf, type Width, withWidth } from './types.js';

/** Sums of widths that make a vector. */
const SPLITS: Readonly<Partial<Record<Width, readonly (readonly Width[])[]>>> = {
  2: [[1, 1]],
  3: [
    [1, 1, 1],
    [1, 2],
    [2, 1],
  ],
  4: [
    [1, 1, 1, 1],
    [2, 2],
    [1, 3],
    [3, 1],
    [1, 2, 1],
  ],
  8: [
    [4, 4],
    [2, 3, 3],
    [1, 2, 4, 1],
  ],
  16: [
    [8, 8],
    [4, 4, 8],
    [8, 3, 3, 2],
  ],
};

const widest = (values: readonly Expression[]): Magnitude | undefined =>
  isReal(values[0]!.type)
    ? {
        low: Math.min(...values.map((value) => magnitudeOf(value).low)),
        high: Math.max(...values.map((value) => magnitudeOf(value).high)),
      }
    : undefined;

export const componentName = (n: number): string => n.toString(16);

/** `xyz` or `s012` for components in any order. */
export function selector(c: Context, width: Width, indices: readonly number[]): string {
  if (width <= 4 && c.random.chance(0.6)) return indices.map((n) => 'xyzw'[n]).join('');
  return `${c.random.pick(['s', 'S'])}${indices.map(componentName).join('')}`;
}

function swizzle(c: Context, type: Type, depth: number): Expression {
  const wider = ([2, 3, 4, 8, 16] as const).filter((width) => width >= type.width && width <= 4 * type.width);
  const width = c.random.pick(wider);
  const value = c.expression(withWidth(type, width), depth - 1);
  const half = width === 2 * type.width && c.random.chance(0.5);
  const chosen = half
    ? c.random.pick(['lo', 'hi', 'even', 'odd'])
    : selector(
        c,
        width,
        Array.from({ length: type.width }, () => c.random.below(width)),
      );
  return expressionOf(type, widest([value]), '(', value, `).${chosen}`);
}

function compose(c: Context, type: Type, depth: number): Expression {
  const widths = c.random.pick(SPLITS[type.width]!);
  const values = widths.map((width) => c.expression(withWidth(type, width), depth - 1));
  const parts = values.flatMap((value, n) => (n ? [', ', value] : [value]));
  return expressionOf(type, widest(values), `(${nameOf(type)})(`, ...parts, ')');
}

/** Masks that are known cost little; others become a choice among all components. */
function shuffle(c: Context, type: Type, depth: number): Expression {
  const width = c.random.pick([2, 4, 8, 16] as const);
  const source = withWidth(type, width);
  const maskType = unsignedOf(type);
  const isConstant = width * type.width > 16 || c.random.chance(0.7);
  const indices = Array.from({ length: type.width }, () => c.random.below(64)).join(', ');
  const mask = isConstant
    ? expressionOf(maskType, undefined, `(${nameOf(maskType)})(${indices})`)
    : c.expression(maskType, depth - 1);
  const values = [c.expression(source, depth - 1)];
  if (c.random.chance(0.4)) values.push(c.expression(source, depth - 1));
  const parts = values.flatMap((value) => [value, ', ']);
  return expressionOf(type, widest(values), values.length === 1 ? 'shuffle(' : 'shuffle2(', ...parts, mask, ')');
}

/** `select` and `?:`: by truth for scalars, by the highest bit of each component for vectors. */
function choose(c: Context, type: Type, depth: number): Expression {
  const [a, b] = [c.expression(type, depth - 1), c.expression(type, depth - 1)];
  const magnitude = widest([a, b]);
  const signed = typeOf(signedOf(type).scalar, type.width);
  const condition = c.expression(signed, depth - 1);
  if (c.random.chance(0.5))
    return expressionOf(type, magnitude, 'select(', a, ', ', b, ', ', ...bitsAs(signed, condition), ')');
  // Scalars that are less than an int are promoted.
  return { ...narrowed(type, condition, ' ? ', a, ' : ', b), magnitude };
}

const isShuffled = ({ width }: Type): boolean => width === 2 || width === 4 || width === 8 || width === 16;

export const VECTOR_OPERATIONS: readonly Operation[] = [
  { name: 'swizzle', weight: 3, cost: 1, applies: ({ width }) => width <= 8, make: swizzle },
  { name: 'compose', weight: 3, cost: 1, applies: isVector, make: compose },
  { name: 'shuffle', weight: 1, cost: 6, applies: isShuffled, make: shuffle },
  { name: 'choose', weight: 3, cost: 2, applies: () => true, make: choose },
];
