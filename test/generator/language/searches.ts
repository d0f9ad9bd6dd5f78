// Loops whose turns compute what all work-items share, and that each work-item leaves in its own turn: what it
// keeps is of that turn.

import { condition } from './conditions.js';
import type { Context, Indexed } from './context.js';
import { indexed } from './leaves.js';
import { expressionOf } from './operation.js';
import { type Expression, fixedLine, line, type Part, type Statement } from './tree.js';
import { isInteger, isReal, nameOf, sameType, type Type, UINT } from './types.js';

const shared = ({ writable }: Indexed): boolean => !writable;

/** An element that all work-items of a turn read. */
const sharedElement = (array: Indexed, state: Expression): readonly Part[] => indexed(array, state, state);

function nextState(c: Context, state: Expression, counter: string): Statement {
  const tables = c.scope.arrays.filter((one) => shared(one) && isInteger(one.type) && one.type.width === 1);
  const name = String(state.parts[0]);
  if (tables.length === 0 || c.random.chance(0.4))
    return fixedLine(`${name} = ${name} * ${c.random.pick([5, 17, 1025])}u + ${counter};`);
  return fixedLine(`${name} = ${name} * 5u ^ (uint)`, ...sharedElement(c.random.pick(tables), state), ';');
}

/** The value of a type that the state of an iteration gives, also where that is a part of it only. */
function ofState(c: Context, type: Type, state: Expression): readonly Part[] {
  const arrays = c.scope.arrays.filter((one) => shared(one) && sameType(one.type, type));
  if (arrays.length > 0 && c.random.chance(0.7)) return sharedElement(c.random.pick(arrays), state);
  const word = isReal(type) ? [state, ' & 1023u'] : [state];
  return [`(${nameOf(type)})((${type.scalar})(`, ...word, '))'];
}

/** Keeps something of the turn, by itself or with what was there. */
function keep(c: Context, state: Expression): Statement[] {
  const variables = c.scope.variables.filter(({ writable, type }) => writable && !type.special);
  if (variables.length === 0) return [];
  const { name, type } = c.random.pick(variables);
  const more = isReal(type) || c.random.chance(0.5) ? [] : [' ^ ', c.expression(type, 1)];
  return [line(`${name} = `, ...ofState(c, type, state), ...more, ';')];
}

export function search(c: Context): Statement {
  const [name, counter] = [c.name('s'), c.name('i')];
  const state = expressionOf(UINT, undefined, name);
  const first = c.random.pick(['7u', c.kernel ? 'factor' : '1u', c.kernel ? 'n' : '0u']);
  const change = { uniform: false, loops: c.scope.loops + 1, inLoop: true };
  const body = c.nested(change, () => {
    const before = [nextState(c, state, counter), ...keep(c, state)];
    c.declare(name, UINT, false);
    c.declare(counter, UINT, false);
    const leaves = c.random.chance(0.5) ? [`((${name} ^ `, c.expression(UINT, 1), ') & 3u)'] : condition(c);
    return [...before, ...c.statements(1), line('if (', ...leaves, ') break;'), ...keep(c, state)];
  });
  c.declare(name, UINT, false);
  c.declare(counter, UINT, false);
  const rounds = c.random.pick([3, 5, 8]);
  return {
    parts: [`uint ${name} = ${first}, ${counter}; for (${counter} = 0; ${counter} < ${rounds}; ++${counter}) {`],
    body,
    end: '}',
  };
}
