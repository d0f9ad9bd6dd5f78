// Leaves of expressions: constants, variables, elements, the work-item's place.

import { type Context, type Indexed, variableMagnitude } from './context.js';
import { literal } from './literals.js';
import { expressionOf } from './operation.js';
import type { Expression } from './tree.js';
import { INT, isInteger, isReal, isVector, nameOf, sameType, type Type, UINT } from './types.js';

const GLOBAL = ['get_global_id(0)', 'get_global_id(1)', 'get_global_id(2)', 'get_global_offset(0)', 'get_work_dim()'];
const GROUPS = [
  'get_local_id(0)',
  'get_group_id(0)',
  'get_local_id(1)',
  'get_local_size(0)',
  'get_num_groups(0)',
  'get_group_id(2)',
];

/** Index of an element by a value that may be anything. */
export const indexed = (
  { name, length, rows, member = '' }: Indexed,
  first: Expression,
  second: Expression,
): readonly (string | Expression)[] => [
  ...(rows === undefined ? [name] : [`${name}[(`, second, `) & ${rows - 1}]`]),
  '[(',
  first,
  `) & ${length - 1}]${member}`,
];

function element(c: Context, array: Indexed, type: Type): Expression {
  const index = (): Expression => leaf(c, c.random.pick([INT, UINT]), false);
  const magnitude = isReal(type) ? variableMagnitude(type) : undefined;
  return expressionOf(type, magnitude, ...indexed(array, index(), index()));
}

/** @param elements whether the leaf may be an element, whose index is a leaf itself */
export function leaf(c: Context, type: Type, elements = true): Expression {
  const arrays = c.scope.arrays.filter((array) => sameType(array.type, type));
  if (elements && arrays.length > 0 && c.random.chance(0.4)) return element(c, c.random.pick(arrays), type);
  const variables = c.variablesOf(type);
  const magnitude = isReal(type) ? variableMagnitude(type) : undefined;
  if (variables.length > 0 && c.random.chance(0.75)) {
    // The last ones are the ones that have just been computed.
    const { name } = c.random.chance(0.5) ? variables.at(-1)! : c.random.pick(variables);
    return expressionOf(type, magnitude, name);
  }
  if (isInteger(type) && c.random.chance(0.5)) return integerLeaf(c, type);
  return c.random.chance(0.4) && c.scope.variables.length > 0 ? fromVariable(c, type) : literal(c.random, type);
}

function integerLeaf(c: Context, type: Type): Expression {
  if (!isVector(type) && c.random.chance(0.4))
    return expressionOf(
      type,
      undefined,
      `(${nameOf(type)})${c.random.pick(c.queriesGroups && c.random.chance(0.6) ? GROUPS : GLOBAL)}`,
    );
  return c.scope.variables.length > 0 ? fromVariable(c, type) : literal(c.random, type);
}

/** Any variable of as many components, or a component of it for all. */
function fromVariable(c: Context, type: Type): Expression {
  const candidates = c.scope.variables.filter(
    ({ type: { width, scalar } }) =>
      (width === type.width || width === 1) &&
      (isReal({ scalar, width }) ? scalar === type.scalar : scalar !== type.scalar || width === 1),
  );
  if (candidates.length === 0) return literal(c.random, type);
  const { name, type: from } = c.random.pick(candidates);
  const magnitude = isReal(type) ? (isReal(from) ? variableMagnitude(type) : { low: 0, high: 64 }) : undefined;
  if (from.width === type.width) return expressionOf(type, magnitude, `convert_${nameOf(type)}(${name})`);
  return expressionOf(type, magnitude, `(${nameOf(type)})((${type.scalar})${name})`);
}
