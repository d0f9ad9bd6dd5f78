// Operations of float and double that IEEE 754 or the specification make exact: every implementation gives the same
// bits.

import { type Context, magnitudeOf, variableMagnitude, withinMagnitude } from './context.js';
import { expressionOf, type Operation } from './operation.js';
import type { Expression, Magnitude } from './tree.js';
import { isReal, nameOf, type Type, typeOf } from './types.js';

const PRECISION = { float: 24, double: 53 } as const;
const precisionOf = ({ scalar }: Type): number => PRECISION[scalar as 'float'];
/** Minimum exponent of cleaned values: see the functions clean_*. */
const CLEAN = { float: 40, double: 300 } as const;
export const cleanExponent = ({ scalar }: Type): number => CLEAN[scalar as 'float'];

/** The value if it is neither tiny nor huge nor NaN, else 1/2. */
export function cleaned(c: Context, value: Expression): Expression {
  c.program.cleaned.set(nameOf(value.type), value.type);
  return expressionOf(value.type, cleanMagnitude(value.type), `clean_${nameOf(value.type)}(`, value, ')');
}

const cleanMagnitude = (type: Type): Magnitude => ({
  low: -cleanExponent(type) - precisionOf(type),
  high: cleanExponent(type),
});

/** A value as variables may hold it. */
export const settled = (c: Context, value: Expression): Expression =>
  !isReal(value.type) || withinMagnitude(magnitudeOf(value), variableMagnitude(value.type)) ? value : cleaned(c, value);

/** A value that is not 0. */
const nonZero = (c: Context, type: Type, depth: number): Expression => cleaned(c, c.expression(type, depth));

const operation = (name: string, weight: number, cost: number, make: Operation['make']): Operation => ({
  name,
  weight,
  cost,
  applies: isReal,
  make,
});

/** Infix operators and functions of two operands, by their effect on magnitudes. */
const binary = (
  weight: number,
  before: string,
  between: string,
  after: string,
  combine: (a: Magnitude, b: Magnitude) => Magnitude,
  cost = 1,
): Operation =>
  operation(before + between, weight, cost, (c, type, depth) => {
    const [a, b] = [c.expression(type, depth - 1), c.expression(type, depth - 1)];
    return expressionOf(type, combine(magnitudeOf(a), magnitudeOf(b)), before, a, between, b, after);
  });

const either = (a: Magnitude, b: Magnitude): Magnitude => ({
  low: Math.min(a.low, b.low),
  high: Math.max(a.high, b.high),
});
const sum = (a: Magnitude, b: Magnitude): Magnitude => ({ ...either(a, b), high: Math.max(a.high, b.high) + 1 });
const product = (a: Magnitude, b: Magnitude): Magnitude => ({ low: a.low + b.low, high: a.high + b.high });
const first = (a: Magnitude): Magnitude => a;

/** Functions of one operand. */
const unary = (
  weight: number,
  name: string,
  change: (a: Magnitude, type: Type) => Magnitude = first,
  cost = 1,
): Operation =>
  operation(name, weight, cost, (c, type, depth) => {
    const a = c.expression(type, depth - 1);
    return expressionOf(type, change(magnitudeOf(a), type), `${name}(`, a, ')');
  });
/** To a whole number. */
const whole = ({ high }: Magnitude): Magnitude => ({ low: 0, high: Math.max(high, 0) + 1 });

/** The sign of their zero is undefined: adding 0 makes it +0. */
const extreme = (name: string): Operation => {
  return operation(name, 1.5, 2, (c, type, depth) => {
    const [a, b] = [c.expression(type, depth - 1), c.expression(type, depth - 1)];
    return expressionOf(
      type,
      either(magnitudeOf(a), magnitudeOf(b)),
      `(${name}(`,
      a,
      ', ',
      b,
      `) + (${nameOf(type)})0)`,
    );
  });
};

const fma = operation('fma', 2.5, 2, (c, type, depth) => {
  const [a, b, d] = [c.expression(type, depth - 1), c.expression(type, depth - 1), c.expression(type, depth - 1)];
  const magnitude = sum(product(magnitudeOf(a), magnitudeOf(b)), magnitudeOf(d));
  return expressionOf(type, magnitude, 'fma(', a, ', ', b, ', ', d, ')');
});

const divide = operation('/', 1, 12, (c, type, depth) => {
  const [a, b] = [c.expression(type, depth - 1), nonZero(c, type, depth - 1)];
  const { low, high } = magnitudeOf(a);
  const [far, precision] = [cleanExponent(type), precisionOf(type)];
  return expressionOf(type, { low: low - far - precision, high: high + far }, '(', a, ' / ', b, ')');
});

const root = operation('sqrt', 1, 12, (c, type, depth) => {
  const a = c.expression(type, depth - 1);
  const { low, high } = magnitudeOf(a);
  const magnitude = { low: Math.floor(low / 2) - precisionOf(type), high: Math.ceil(high / 2) + 1 };
  return expressionOf(type, magnitude, 'sqrt(fabs(', a, '))');
});

const scale = operation('ldexp', 1.5, 3, (c, type, depth) => {
  const a = c.expression(type, depth - 1);
  const { low, high } = magnitudeOf(a);
  const exponents = typeOf('int', type.width);
  const by = c.expression(exponents, depth - 1);
  const name = nameOf(exponents);
  return expressionOf(type, { low: low - 8, high: high + 7 }, 'ldexp(', a, ', (', by, ` & (${name})15) - (${name})8)`);
});

const remainder = (name: string): Operation =>
  operation(name, 0.3, 40, (c, type, depth) => {
    const [a, b] = [c.expression(type, depth - 1), nonZero(c, type, depth - 1)];
    const { low, high } = magnitudeOf(a);
    const least = Math.min(low, -cleanExponent(type) - precisionOf(type));
    return expressionOf(type, { low: least, high }, `${name}(`, a, ', ', b, ')');
  });

const successor = operation('nextafter', 0.5, 8, (c, type, depth) => {
  const [a, b] = [nonZero(c, type, depth - 1), c.expression(type, depth - 1)];
  const far = cleanExponent(type);
  return expressionOf(type, { low: -far - precisionOf(type) - 2, high: far + 1 }, 'nextafter(', a, ', ', b, ')');
});

const exponent = operation('logb', 0.5, 6, (c, type, depth) =>
  expressionOf(type, { low: 0, high: 10 }, 'logb(', nonZero(c, type, depth - 1), ')'),
);

/** Integers whose bits are taken for a real number. */
const fromBits = operation('as', 0.7, 3, (c, type, depth) => {
  const bits = typeOf(type.scalar === 'float' ? 'uint' : 'ulong', type.width);
  return cleaned(c, expressionOf(type, undefined, `as_${nameOf(type)}(`, c.expression(bits, depth - 1), ')'));
});

const step = binary(0.6, 'step(', ', ', ')', () => ({ low: 0, high: 1 }), 2);
const sign = unary(0.4, 'sign', () => ({ low: 0, high: 1 }), 4);

export const REAL_OPERATIONS: readonly Operation[] = [
  binary(4, '(', ' + ', ')', sum),
  binary(3, '(', ' - ', ')', sum),
  binary(4, '(', ' * ', ')', product),
  ...['fmin', 'fmax', 'min', 'max', 'maxmag', 'minmag'].map(extreme),
  ...['floor', 'ceil', 'trunc', 'rint', 'round'].map((name) => unary(0.8, name, whole, 4)),
  unary(1, 'fabs'),
  unary(1, '-'),
  binary(0.8, 'copysign(', ', ', ')', first),
  binary(0.6, 'fdim(', ', ', ')', sum, 4),
  ...['fmod', 'remainder'].map(remainder),
  ...[fma, divide, root, scale, successor, exponent, fromBits, step, sign],
];
