// Conditions: some that differ from lane to lane, some that are the same for all work-items of a work-group.

import type { Context } from './context.js';
import type { Part } from './tree.js';
import { INT, randomReal, SCALARS, typeOf, UINT } from './types.js';

const SYMBOLS = ['<', '<=', '>', '>=', '==', '!='];
const RELATIONS = ['isless', 'isgreater', 'islessequal', 'isnotequal', 'isequal', 'islessgreater', 'isunordered'];

/** A scalar that is true or false in each lane. */
export function condition(c: Context, depth = 1): Part[] {
  if (depth > 0 && c.random.chance(0.2))
    return ['(', ...condition(c, depth - 1), c.random.pick([' && ', ' || ']), ...condition(c, depth - 1), ')'];
  if (c.random.chance(0.3))
    return ['((', c.expression(c.random.pick([INT, UINT]), depth), `) & ${c.random.pick([1, 2, 3, 6])})`];
  if (c.random.chance(0.15)) return relation(c, depth);
  const type = typeOf(c.random.pick(SCALARS));
  return ['(', c.expression(type, depth), ` ${c.random.pick(SYMBOLS)} `, c.expression(type, depth - 1), ')'];
}

function relation(c: Context, depth: number): Part[] {
  const type = randomReal(c.random);
  const [a, b] = [c.expression(type, depth), c.expression(type, depth - 1)];
  const parts: Part[] = [`${c.random.pick(RELATIONS)}(`, a, ', ', b, ')'];
  return type.width === 1 ? parts : [`${c.random.pick(['any', 'all'])}(`, ...parts, ')'];
}

/** The same in a work-group, but not known when the program is compiled. */
export function uniformCondition(c: Context): Part[] {
  const what = c.random.pick(['n', 'get_group_id(0)', 'get_num_groups(0)', 'factor']);
  return [`((${what} & ${c.random.pick([1, 2, 4])}u) ${c.random.pick(['==', '!='])} 0)`];
}
