// Operations of integers. Nothing is left to the compiler: signed arithmetic wraps by way of unsigned types, divisors
// are positive.

import type { Context } from './context.js';
import { expressionOf, narrowed, type Operation } from './operation.js';
import type { Expression, Part } from './tree.js';
import {
  componentBytes,
  isInteger,
  isSigned,
  isUnsigned,
  isVector,
  nameOf,
  randomType,
  resized,
  SCALARS,
  signedOf,
  type Type,
  typeOf,
  unsignedOf,
} from './types.js';

const two = (c: Context, type: Type, depth: number): [Expression, Expression] => [
  c.expression(type, depth - 1),
  c.expression(type, depth - 1),
];

/** Scalars as unsigned numbers that no operation overflows, vectors by their bits. */
function unsignedPart(type: Type, value: Part): Part[] {
  if (!isVector(type)) return [componentBytes(type) === 8 ? '(ulong)' : '(uint)', value];
  return isUnsigned(type) ? [value] : [`as_${nameOf(unsignedOf(type))}(`, value, ')'];
}

/** The result of unsigned arithmetic, as a value of the type. */
const signedAgain = (type: Type, ...parts: readonly Part[]): Expression =>
  isVector(type)
    ? isUnsigned(type)
      ? expressionOf(type, undefined, '(', ...parts, ')')
      : expressionOf(type, undefined, `as_${nameOf(type)}(`, ...parts, ')')
    : expressionOf(type, undefined, `(${nameOf(type)})(`, ...parts, ')');

const operation = (name: string, weight: number, cost: number, make: Operation['make']): Operation => ({
  name,
  weight,
  cost,
  applies: isInteger,
  make,
});

const wrapping = (symbol: string, weight: number, cost: number): Operation =>
  operation(symbol, weight, cost, (c, type, depth) => {
    const [a, b] = two(c, type, depth);
    return signedAgain(type, ...unsignedPart(type, a), ` ${symbol} `, ...unsignedPart(type, b));
  });

const bitwise = (symbol: string): Operation =>
  operation(symbol, 2, 1, (c, type, depth) => {
    const [a, b] = two(c, type, depth);
    return narrowed(type, a, ` ${symbol} `, b);
  });

/** OpenCL takes the low bits of the amount. */
function shift(c: Context, type: Type, depth: number): Expression {
  const [a, b] = two(c, type, depth);
  const last = 8 * componentBytes(type) - 1;
  const amount: Part[] = c.random.chance(0.5) ? [b] : ['(', b, ` & (${nameOf(type)})${last})`];
  if (c.random.chance(0.5)) return narrowed(type, a, ' >> ', ...amount);
  return signedAgain(type, ...unsignedPart(type, a), ' << ', ...amount);
}

function divide(c: Context, type: Type, depth: number): Expression {
  const [a, b] = two(c, type, depth);
  const name = nameOf(type);
  // Floats could divide 24 bits.
  if (isUnsigned(type) && componentBytes(type) >= 4 && c.random.chance(0.2)) {
    const masked = (value: Expression): Part[] => ['(', value, ` & (${name})0xffffff)`];
    return narrowed(type, ...masked(a), c.random.pick([' / ', ' % ']), '(', ...masked(b), ` | (${name})1)`);
  }
  const mask = isUnsigned(type) && c.random.chance(0.5) ? '' : ` & (${name})${c.random.pick([3, 15, 63])}`;
  return narrowed(type, a, c.random.pick([' / ', ' % ']), '((', b, `${mask}) | (${name})1)`);
}

/** A value of another integer type, as one of this type. */
const converted = (type: Type, from: Type, value: Part): Part[] =>
  isVector(type) ? [`convert_${nameOf(type)}(`, value, ')'] : [`(${nameOf(type)})(${nameOf(from)})(`, value, ')'];

/** Divisions of numbers that have fewer bits than their type: the smallest by -1 fits, too. */
function divideWidened(c: Context, type: Type, depth: number): Expression {
  const half = resized(type, 0.5)!;
  const from = (c.random.chance(0.4) && resized(half, 0.5)) || half;
  const narrow = c.random.chance(0.7) ? signedOf(from) : unsignedOf(from);
  const operand = (): Expression => (c.random.chance(0.3) ? edge(c, narrow) : c.expression(narrow, depth - 1));
  const divisor = converted(type, narrow, operand());
  const odd: Part[] = ['(', ...divisor, ` | (${nameOf(type)})1)`];
  return narrowed(type, ...converted(type, narrow, operand()), c.random.pick([' / ', ' % ']), ...odd);
}

/** The smallest number, -1, the largest one, by the bits of the type. */
function edge(c: Context, type: Type): Expression {
  const bits = 8n * BigInt(componentBytes(type));
  const low = isUnsigned(type) ? 0n : -(1n << (bits - 1n));
  const high = isUnsigned(type) ? (1n << bits) - 1n : -low - 1n;
  const value = c.random.pick(isUnsigned(type) ? [low, 1n, high] : [low, low + 1n, -1n, high]);
  return expressionOf(
    type,
    undefined,
    value === low && low < 0n
      ? `(${nameOf(type)})(${value + 1n} - 1)`
      : `(${nameOf(type)})(${value}${isUnsigned(type) ? 'u' : ''})`,
  );
}

/** Comparisons of vectors give signed integers of their components' size. */
function compare(c: Context, type: Type, depth: number): Expression {
  const symbol = c.random.pick(['<', '<=', '>', '>=', '==', '!=']);
  if (!isVector(type)) {
    const [a, b] = two(c, typeOf(c.random.pick(SCALARS)), depth);
    return expressionOf(type, undefined, `(${nameOf(type)})(`, a, ` ${symbol} `, b, ')');
  }
  const [a, b] = two(c, c.random.pick(comparable(type)), depth);
  return expressionOf(type, undefined, '(', a, ` ${symbol} `, b, ')');
}

function comparable(type: Type): Type[] {
  const { width } = type;
  const bytes = componentBytes(type);
  const real = bytes === 4 ? [typeOf('float', width)] : bytes === 8 ? [typeOf('double', width)] : [];
  return [type, unsignedOf(type), ...real];
}

/** Functions of OpenCL C by the types of their arguments; the result has the type itself. */
const call = (name: string, count: number, cost = 2): Operation =>
  operation(name, 0.6, cost, (c, type, depth) => {
    const values = Array.from({ length: count }, () => c.expression(type, depth - 1));
    return expressionOf(type, undefined, `${name}(`, ...values.flatMap((v, n) => (n ? [', ', v] : [v])), ')');
  });

const absolute: Operation = {
  ...operation('abs', 1, 2, (c, type, depth) => {
    const from = c.random.chance(0.7) ? signedOf(type) : type;
    if (c.random.chance(0.5)) return expressionOf(type, undefined, `abs(`, c.expression(from, depth - 1), ')');
    const [a, b] = two(c, from, depth);
    return expressionOf(type, undefined, 'abs_diff(', a, ', ', b, ')');
  }),
  applies: isUnsigned,
};

const clamp: Operation = operation('clamp', 0.6, 3, (c, type, depth) => {
  const [a, b] = [c.expression(type, 0), c.expression(type, 0)];
  const value = c.expression(type, depth - 1);
  return expressionOf(type, undefined, 'clamp(', value, ', min(', a, ', ', b, '), max(', a, ', ', b, '))');
});

const upsample: Operation = {
  ...operation('upsample', 0.8, 2, (c, type, depth) => {
    const half = resized(type, 0.5)!;
    const low = c.expression(unsignedOf(half), depth - 1);
    return expressionOf(type, undefined, 'upsample(', c.expression(half, depth - 1), ', ', low, ')');
  }),
  applies: (type) => isInteger(type) && componentBytes(type) > 1,
};

/** Only 24 bits of the factors are looked at; here they have no more. */
const multiply24: Operation = {
  ...operation('mul24', 1, 2, (c, type, depth) => {
    const [a, b] = two(c, type, depth);
    const mask = ` & (${nameOf(type)})0x3fff)`;
    if (c.random.chance(0.5)) return expressionOf(type, undefined, 'mul24((', a, mask, ', (', b, mask, ')');
    const sum = c.expression(type, 0);
    return expressionOf(type, undefined, 'mad24((', a, mask, ', (', b, mask, ', (', sum, mask, ')');
  }),
  applies: (type) => isInteger(type) && componentBytes(type) === 4,
};

/** How many components of a vector fulfil something. */
const anyOrAll: Operation = {
  ...operation('any', 0.5, 2, (c, type, depth) => {
    const vector = randomType(c.random, ['char', 'short', 'int', 'long']);
    const value = c.expression(vector, depth - 1);
    return expressionOf(type, undefined, `(${nameOf(type)})${c.random.pick(['any', 'all'])}(`, value, ')');
  }),
  applies: (type) => isInteger(type) && !isVector(type),
};

const not = operation('~', 1, 1, (c, type, depth) => narrowed(type, '~', c.expression(type, depth - 1)));
const negate = operation('negate', 1, 1, (c, type, depth) =>
  signedAgain(
    type,
    isVector(type) ? `(${nameOf(unsignedOf(type))})0 - ` : '0u - ',
    ...unsignedPart(type, c.expression(type, depth - 1)),
  ),
);
const logicalNot: Operation = {
  ...operation('!', 0.5, 1, (c, type, depth) =>
    expressionOf(type, undefined, isVector(type) ? '(!' : `(${nameOf(type)})(!`, c.expression(type, depth - 1), ')'),
  ),
  applies: isSigned,
};

export const INTEGER_OPERATIONS: readonly Operation[] = [
  wrapping('+', 4, 1),
  wrapping('-', 3, 1),
  wrapping('*', 3, 3),
  ...['&', '|', '^'].map(bitwise),
  operation('shift', 3, 2, shift),
  operation('divide', 1, 30, divide),
  {
    ...operation('divide widened', 1, 40, divideWidened),
    applies: (type) => isInteger(type) && componentBytes(type) > 1,
  },
  { ...operation('compare', 2, 2, compare), applies: (type) => isInteger(type) && (!isVector(type) || isSigned(type)) },
  ...['add_sat', 'sub_sat', 'hadd', 'rhadd', 'mul_hi', 'max', 'min', 'rotate'].map((name) => call(name, 2, 3)),
  ...['clz', 'popcount'].map((name) => call(name, 1)),
  ...['mad_hi', 'mad_sat', 'bitselect'].map((name) => call(name, 3, 5)),
  ...[absolute, clamp, upsample, multiply24, anyOrAll, not, negate, logicalNot],
];
