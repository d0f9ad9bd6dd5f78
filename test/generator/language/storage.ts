// Memory that is read or written as another type than its declared one: halves, vectors at any element,
// unions.

import type { Context } from './context.js';
import { leaf } from './leaves.js';
import { expressionOf, type Operation } from './operation.js';
import { cleaned, settled } from './reals.js';
import { value } from './simple-statements.js';
import { type Expression, line, type Statement } from './tree.js';
import { bytesOf, INT, isInteger, isReal, nameOf, randomType, type Type, typeOf, UINT, type Width } from './types.js';

/** Words that every kernel has in constant memory. */
const WORDS = 64;
const index = (c: Context): Expression => c.expression(c.random.pick([INT, UINT]), 1);
const suffix = (width: Width): string => (width === 1 ? '' : String(width));

/** As many halves, of any bits: NaNs and infinities are put right. */
function loadHalf(c: Context, type: Type): Expression {
  if (!c.kernel) return leaf(c, type);
  const aligned = type.width > 1 && c.random.chance(0.4);
  const places = (2 * WORDS) / (type.width === 3 ? 4 : type.width);
  const name = `vload${aligned ? 'a' : ''}_half${suffix(type.width)}`;
  const parts = [`${name}((`, index(c), `) & ${places - 1}, (constant half*)words)`];
  return cleaned(c, expressionOf(type, undefined, ...parts));
}

/** Components from an element on, which need not be aligned as the vector is. */
function loadVector(c: Context, type: Type): Expression {
  if (!c.kernel) return leaf(c, type);
  const bytes = bytesOf({ ...type, width: 1 });
  // The last component lies within.
  const places = Math.min((4 * WORDS) / bytes / 32, 16);
  const shift = c.random.below((4 * WORDS) / bytes - places * type.width - 1);
  const pointer = `(constant ${type.scalar}*)words + ${shift}`;
  return expressionOf(type, undefined, `vload${type.width}((`, index(c), `) & ${places - 1}, ${pointer})`);
}

/** Bits of two numbers mixed by those of a third one. */
function mixBits(c: Context, type: Type): Expression {
  const [a, b, d] = [c.expression(type, 0), c.expression(type, 0), c.expression(type, 0)];
  return cleaned(c, expressionOf(type, undefined, 'bitselect(', a, ', ', b, ', ', d, ')'));
}

export const STORAGE_OPERATIONS: readonly Operation[] = [
  { name: 'vload_half', weight: 2, cost: 8, applies: ({ scalar }) => scalar === 'float', make: loadHalf },
  {
    name: 'vload',
    weight: 1,
    cost: 4,
    applies: (type) => isInteger(type) && type.width > 1 && type.width < 16,
    make: loadVector,
  },
  { name: 'bitselect of reals', weight: 0.4, cost: 4, applies: isReal, make: mixBits },
];

/** Halves in memory of the work-item, which are looked at as bytes: those may be anything's. */
export function storeHalf(c: Context): Statement {
  const width = c.random.pick([1, 2, 3, 4] as const);
  const type = typeOf(c.random.chance(0.8) ? 'float' : 'double', width);
  const [name, rounding] = [c.name('a'), c.random.pick(['', '_rte', '_rtz', '_rtp', '_rtn'])];
  const stored = settled(c, c.expression(type, 2));
  const place = c.random.below(width === 1 ? 4 : 1);
  const statement = line(
    ...[
      `uchar ${name}[8] __attribute__((aligned(8))) = {1, 2, 3, 4, 5, 6, 7, 8}; vstore_half${suffix(width)}${rounding}(`,
      stored,
    ],
    `, ${place}, (half*)${name});`,
  );
  c.scope.arrays.push({ name, type: typeOf('uchar'), length: 8, writable: true });
  return statement;
}

/** Names of a union's bytes, with their types. */
const PARTS: readonly (readonly [string, Type, number])[] = [
  ['c', typeOf('uchar'), 16],
  ['s', typeOf('short'), 8],
  ['i', typeOf('uint'), 4],
  ['l', typeOf('ulong'), 2],
];

/** One piece of memory under several names: real numbers are written only, all others read too. */
export function declareUnion(c: Context): Statement {
  const name = c.name('u');
  let type = randomType(c.random);
  while (type.width === 3 || bytesOf(type) > 16) type = randomType(c.random);
  const parts = PARTS.map(([part, { scalar }, count]) => `${scalar} ${part}[${count}];`).join(' ');
  const count = 16 / bytesOf(type);
  const statement = line(
    ...[`union { ${nameOf(type)} v[${count}]; ${parts} } ${name}; ${name}.l[0] = `, value(c, typeOf('ulong'))],
    ...[`; ${name}.l[1] = `, c.expression(typeOf('ulong'), 0), `; ${name}.v[(`, index(c), `) & ${count - 1}] = `],
    ...[value(c, type), ';'],
  );
  for (const [part, of, length] of PARTS)
    c.scope.arrays.push({ name: `${name}.${part}`, type: of, length, writable: true });
  return statement;
}
