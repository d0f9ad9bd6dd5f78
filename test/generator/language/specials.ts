// NaN, infinities, signed zeros, denormals, the largest and the smallest numbers, and their exact results. Such
// expressions have their own types (`special`): they become ordinary ones by way of their bits, of comparisons, of
// conversions, or by being put right.
//
// Values that OpenCL leaves open do not reach results: floats that a device may flush become zeros of their sign
// (`norm_*`), all NaNs are one (`bits_*`), nothing requests the sign of a NaN that was computed, of a zero that one of
// two equal operands gives, or of a small remainder.

import type { Context } from './context.js';
import { expressionOf, type Operation } from './operation.js';
import { cleaned } from './reals.js';
import type { Expression, Part } from './tree.js';
import {
  componentBytes,
  isInteger,
  isReal,
  isSigned,
  isUnsigned,
  isVector,
  nameOf,
  sameType,
  type Type,
  typeOf,
  withWidth,
} from './types.js';
import { componentName } from './vectors.js';

const CONSTANTS = {
  float: [
    ...['INFINITY', '-INFINITY', 'NAN', '0.0f', '-0.0f', 'FLT_MAX', '-FLT_MAX', 'FLT_MIN', '-FLT_MIN', 'FLT_EPSILON'],
    ...['1.0f', '-1.0f', '0.5f', '0x1p23f', '-0x1.fffffep22f', '0x1p31f', '-0x1p31f', '0x1p63f', '0x1p64f', '3.0f'],
  ],
  double: [
    ...['(double)INFINITY', '-(double)INFINITY', '(double)NAN', '0.0', '-0.0', 'DBL_MAX', '-DBL_MAX', 'DBL_MIN'],
    ...['0x1p-1074', '-0x1p-1074', '0x1.fffffffffffffp-1023', '-0x1p-1050', 'DBL_EPSILON', '1.0', '-1.0', '0.5'],
    ...['0x1p52', '-0x1.fffffffffffffp51', '0x1p31', '-0x1p31', '0x1p63', '-0x1p63', '0x1p64', '0x1p128', '0x1p-126'],
  ],
} as const;

const specialOf = ({ scalar, width }: Type): Type => ({ scalar, width, special: true });

/** Floats that may be flushed, as zeros. */
function settledFloat(c: Context, type: Type, ...parts: readonly Part[]): Expression {
  if (type.scalar === 'double') return expressionOf(type, undefined, ...parts);
  needs(c, type);
  return expressionOf(type, undefined, `norm_${nameOf(type)}(`, ...parts, ')');
}

const needs = (c: Context, { scalar, width }: Type): void =>
  void c.program.cleaned.set(nameOf({ scalar, width }), { scalar, width });

/** An element of the input of such numbers; undefined where there is none of the type. */
function element(c: Context, type: Type): string | undefined {
  const wild = c.kernel?.wild;
  if (!wild || !sameType(wild, withWidth(type, wild.width))) return undefined;
  // Places in work-groups are not the same everywhere when their size is undefined.
  const places = c.queriesGroups ? ['at', 'lid', 'item'] : ['at', 'item'];
  const one = (): string => `wild[(${c.random.pick(places)} * ${1 + c.random.below(7)}u) & 63]`;
  if (wild.width === type.width) return one();
  if (type.width === 1) return `${one()}.s${componentName(c.random.below(wild.width))}`;
  return wild.width === 1 ? `(${nameOf(type)})(${Array.from({ length: type.width }, one).join(', ')})` : undefined;
}

function constant(c: Context, type: Type): string {
  const list: readonly string[] = CONSTANTS[type.scalar as 'float'];
  const count = c.random.chance(0.5) ? 1 : type.width;
  return `(${nameOf(type)})(${Array.from({ length: count }, () => c.random.pick(list)).join(', ')})`;
}

function leaf(c: Context, type: Type): Expression {
  const own = c.random.chance(0.5) ? element(c, type) : undefined;
  if (own !== undefined) return settledFloat(c, type, own);
  if (c.random.chance(0.6)) return expressionOf(type, undefined, constant(c, type));
  return settledFloat(c, type, c.expression(typeOf(type.scalar, type.width), 0));
}

type Make = (c: Context, type: Type, depth: number) => readonly Part[];

const infix =
  (symbol: string): Make =>
  (c, type, depth) => [special(c, type, depth), ` ${symbol} `, special(c, type, depth)];
const call =
  (name: string, count: number, after = ''): Make =>
  (c, type, depth) => [
    `${name}(`,
    ...Array.from({ length: count }, (_, n): Part[] => [...(n ? [', '] : []), special(c, type, depth)]).flat(),
    `)${after}`,
  ];
/** The sign of their zero is undefined. */
const either =
  (name: string): Make =>
  (c, type, depth) => [...call(name, 2)(c, type, depth), ` + (${nameOf(type)})0`];

/** A small rest is flushed before it is known which side of zero it ends on, or behind that. */
const rest: Make = (c, type, depth) => [
  settledFloat(c, type, ...call('remainder', 2)(c, type, depth)),
  ` + (${nameOf(type)})0`,
];

const select: Make = (c, type, depth) => {
  const condition = typeOf(type.scalar === 'float' ? 'int' : 'long', type.width);
  return [
    ...['select(', special(c, type, depth), ', ', special(c, type, depth)],
    ...[', ', c.expression(condition, 0), ')'],
  ];
};

const scale: Make = (c, type, depth) => {
  const exponents = typeOf('int', type.width);
  const name = nameOf(exponents);
  return ['ldexp(', special(c, type, depth), ', (', c.expression(exponents, 0), ` & (${name})255) - (${name})128)`];
};

/** The sign of a NaN is known only where nothing has been computed. */
const signed: Make = (c, type, depth) => {
  const sign = element(c, type) ?? `(${nameOf(type)})(${c.random.pick(['-0.0', '-1.0', '0.0'])})`;
  return ['copysign(', special(c, type, depth), `, ${sign})`];
};

const fromOther: Make = (c, type, depth) => {
  const other = specialOf(typeOf(type.scalar === 'float' ? 'double' : 'float', type.width));
  const rounding = c.random.pick(['', '_rte', '_rtz', '_rtp', '_rtn']);
  return [`convert_${nameOf(type)}${rounding}(`, special(c, other, depth), ')'];
};

/**
 * Of what comes from memory: pocl's functions let its compiler take large constants for undefined. Upwards, a denormal
 * makes 1.
 */
const rounded =
  (name: string): Make =>
  (c, type, depth) => {
    const own = element(c, type);
    return own === undefined ? infix('-')(c, type, depth) : [`${name}(`, settledFloat(c, type, own), ')'];
  };

const MAKERS: readonly Make[] = [
  ...['+', '-', '*', '*', '/'].map(infix),
  ...['fmin', 'fmax', 'maxmag', 'minmag'].map(either),
  ...['floor', 'ceil', 'trunc', 'rint', 'round'].map(rounded),
  ...['fabs', '-', 'sqrt'].map((name) => call(name, 1)),
  ...[call('fma', 3), call('fdim', 2), call('fmod', 2), rest],
  ...[select, select, scale, signed, fromOther, fromOther],
];

/** A real expression whose value may be any. */
function special(c: Context, type: Type, depth: number): Expression {
  if (depth <= 0 || c.random.chance(0.2)) return leaf(c, type);
  const make = c.random.pick(MAKERS);
  return settledFloat(c, type, '(', ...make(c, type, depth - 1), ')');
}

const specialReal = (c: Context, width: Type['width']): Type =>
  specialOf(typeOf(c.random.pick(['float', 'double'] as const), width));

const RELATIONS = ['isequal', 'isnotequal', 'isgreater', 'isgreaterequal', 'isless', 'islessequal', 'islessgreater'];
const ORDERS = ['isordered', 'isunordered'];
const CLASSES = ['isnan', 'isinf', 'isfinite', 'isnormal'];

/** Truth of every component, as integers of the components' size. */
function truth(c: Context, type: Type): Part[] {
  if (c.random.chance(0.25)) return [`${c.random.pick(CLASSES)}(`, special(c, type, 1), ')'];
  const own = c.random.chance(0.15) ? element(c, type) : undefined;
  if (own !== undefined) return [`signbit(${own})`];
  const [a, b] = [special(c, type, 1), special(c, type, 1)];
  if (c.random.chance(0.5)) return ['(', a, ` ${c.random.pick(['<', '<=', '>', '>=', '==', '!='])} `, b, ')'];
  return [`${c.random.pick([...RELATIONS, ...ORDERS])}(`, a, ', ', b, ')'];
}

function compared(c: Context, type: Type): Expression {
  if (!isVector(type)) return expressionOf(type, undefined, `(${nameOf(type)})`, ...truth(c, specialReal(c, 1)));
  return expressionOf(type, undefined, ...truth(c, specialOf(sizedReal(type))));
}

/** The real type of as many components of the same size. */
const sizedReal = (type: Type): Type => typeOf(componentBytes(type) === 4 ? 'float' : 'double', type.width);

function bits(c: Context, type: Type): Expression {
  const real = sizedReal(type);
  needs(c, real);
  // Moves keep every bit.
  const moved = c.random.chance(0.3) ? [element(c, real), element(c, real)] : [];
  if (moved[0] !== undefined && moved[1] !== undefined) {
    const condition = c.expression(typeOf(type.scalar === 'uint' ? 'int' : 'long', type.width), 1);
    return expressionOf(type, undefined, `as_${nameOf(type)}(select(${moved[0]}, ${moved[1]}, `, condition, '))');
  }
  return expressionOf(type, undefined, `bits_${nameOf(real)}(`, special(c, specialOf(real), 2), ')');
}

/** Of what comes from memory, as `rounded`. */
function saturated(c: Context, type: Type): Expression {
  const real = specialReal(c, type.width);
  const own = element(c, real);
  if (own === undefined) return c.expression(type, 1);
  const rounding = c.random.pick(['', '_rte', '_rtz', '_rtp', '_rtn']);
  return expressionOf(type, undefined, `convert_${nameOf(type)}_sat${rounding}(`, settledFloat(c, real, own), ')');
}

const hasSize = (type: Type): boolean => componentBytes(type) >= 4;
const operation = (
  name: string,
  weight: number,
  applies: Operation['applies'],
  make: Operation['make'],
): Operation => ({
  name,
  weight,
  cost: 5,
  applies,
  make,
});

export const SPECIAL_OPERATIONS: readonly Operation[] = [
  operation(
    'special compared',
    0.8,
    (type) => (isVector(type) ? isSigned(type) && hasSize(type) : isInteger(type)),
    compared,
  ),
  operation('special bits', 2, (type) => isUnsigned(type) && hasSize(type), bits),
  operation('special saturated', 0.6, isInteger, saturated),
  // An ordinary number again: reductions must not put a special one in its place.
  operation('special put right', 0.8, isReal, (c, type) => ({ ...cleaned(c, special(c, specialOf(type), 2)), type })),
];

/** Functions that reduce special values to parts that are the same everywhere. */
export function specialFunctions({ scalar, width }: Type): readonly string[] {
  const type = nameOf({ scalar, width });
  const result = nameOf(typeOf(scalar === 'float' ? 'uint' : 'ulong', width));
  const nan = `(${result})(${scalar === 'float' ? '0x7fc00000u' : '0x7ff8000000000000ul'})`;
  const chosen = (yes: string, no: string, test: string): string =>
    width === 1 ? `${test} ? ${yes} : ${no}` : `select(${no}, ${yes}, ${test})`;
  const tiny = width === 1 ? 'fabs(x) <= 0x1p-126f' : `islessequal(fabs(x), (${type})(0x1p-126f))`;
  const bitsFunction = `${result} bits_${type}(${type} x) { return ${chosen(nan, `as_${result}(x)`, 'isnan(x)')}; }`;
  if (scalar === 'double') return [bitsFunction];
  return [`${type} norm_${type}(${type} x) { return ${chosen('x * 0.0f', 'x', tiny)}; }`, bitsFunction];
}
