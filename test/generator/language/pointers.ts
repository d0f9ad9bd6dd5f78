// Pointers to elements of private data of a work-item, also to one of two, which one each lane decides.

import { condition } from './conditions.js';
import type { Context, Indexed } from './context.js';
import { indexed } from './leaves.js';
import { value } from './simple-statements.js';
import { line, type Part, type Statement } from './tree.js';
import { INT, nameOf, sameType } from './types.js';

/** Bytes of unions are also other types' bytes: pointers with other alias types must not point to them. */
const mayPoint = ({ name, writable }: Indexed): boolean => writable && !name.startsWith('u');

const address = (c: Context, array: Indexed): Part[] => [
  '&',
  ...indexed(array, c.expression(INT, 1), c.expression(INT, 0)),
];

/** Its target is a variable from here on, and an element still. */
export function pointTo(c: Context): Statement | undefined {
  const arrays = c.scope.arrays.filter(mayPoint);
  if (arrays.length === 0) return undefined;
  const array = c.random.pick(arrays);
  const other = c.random.pick(arrays.filter(({ type }) => sameType(type, array.type)));
  const name = c.name('p');
  const place = c.random.chance(0.6)
    ? ['(', ...condition(c), ') ? ', ...address(c, array), ' : ', ...address(c, other)]
    : address(c, array);
  const assignment = c.random.chance(0.7) ? [` *${name} = `, value(c, array.type), ';'] : [];
  c.declare(`(*${name})`, array.type);
  return line(`${nameOf(array.type)}* ${name} = `, ...place, ';', ...assignment);
}
