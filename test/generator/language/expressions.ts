// Expressions of any type: one of the operations that there are, over expressions that are less deep.

import { type Context, isAllowed, magnitudeOf, variableMagnitude } from './context.js';
import { CONVERSIONS } from './conversions.js';
import { INTEGER_OPERATIONS } from './integers.js';
import { leaf } from './leaves.js';
import { expressionOf, type Operation } from './operation.js';
import { cleaned, REAL_OPERATIONS, settled } from './reals.js';
import { SPECIAL_OPERATIONS } from './specials.js';
import { STORAGE_OPERATIONS } from './storage.js';
import type { Expression } from './tree.js';
import { isReal, nameOf, sameType, type Type } from './types.js';
import { VECTOR_OPERATIONS } from './vectors.js';

const OPERATIONS: readonly Operation[] = [
  ...INTEGER_OPERATIONS,
  ...REAL_OPERATIONS,
  ...CONVERSIONS,
  ...VECTOR_OPERATIONS,
  ...SPECIAL_OPERATIONS,
  ...STORAGE_OPERATIONS,
];

/** Operations by type, with the sum of their weights so far. */
const operationsByType = new Map<string, readonly (readonly [Operation, number])[]>();

function operationsOf(c: Context, type: Type): readonly (readonly [Operation, number])[] {
  const cached = operationsByType.get(nameOf(type));
  if (cached) return cached;
  let total = 0;
  const list = OPERATIONS.filter((one) => one.applies(type, c)).map((one) => [one, (total += one.weight)] as const);
  operationsByType.set(nameOf(type), list);
  return list;
}

function call(c: Context, type: Type, depth: number): Expression | undefined {
  const functions = c.program.functions.filter((one) => sameType(one.result, type) && c.mayCall(one));
  if (functions.length === 0 || !c.afford(type, 40)) return undefined;
  const { name, parameters } = c.random.pick(functions);
  const values = parameters.map((parameter) => settled(c, c.expression(parameter, depth - 1)));
  const magnitude = isReal(type) ? variableMagnitude(type) : undefined;
  return expressionOf(type, magnitude, `${name}(`, ...values.flatMap((v, n) => (n ? [', ', v] : [v])), ')');
}

/** An expression of a type, without intermediate results that depend on the device. */
export function expression(c: Context, type: Type, depth: number): Expression {
  if (depth <= 0 || c.random.chance(0.2)) return leaf(c, type);
  if (c.random.chance(0.1)) {
    const called = call(c, type, depth);
    if (called) return called;
  }
  const operations = operationsOf(c, type);
  const place = (c.random.word() / 0x1_0000_0000) * operations.at(-1)![1];
  const [chosen] = operations.find(([, end]) => place < end)!;
  if (!c.afford(type, chosen.cost)) return leaf(c, type);
  const expression = chosen.make(c, type, depth);
  return isReal(type) && !isAllowed(type, magnitudeOf(expression)) ? cleaned(c, expression) : expression;
}
