// Branches and loops. Every loop ends: its rounds are counted, whatever else its condition has.

import { condition, uniformCondition } from './conditions.js';
import type { Context, Scope } from './context.js';
import { block, type Part, type Statement } from './tree.js';
import { INT, UINT } from './types.js';

const MAX_LOOPS = 2;
const MAX_DEPTH = 3;

export const mayNest = (c: Context): boolean => c.scope.depth < MAX_DEPTH;
export const mayLoop = (c: Context): boolean => mayNest(c) && c.scope.loops < MAX_LOOPS;

const inside = (c: Context): number => 1 + c.random.below(c.scope.depth > 0 ? 2 : 3);

export function branch(c: Context): Statement {
  const uniform = c.scope.uniform && c.random.chance(0.5);
  const parts: Part[] = ['if (', ...(uniform ? uniformCondition(c) : condition(c)), ')'];
  const scope = { uniform };
  const first = c.nested(scope, () => c.statements(inside(c)));
  if (c.random.chance(0.5)) return block(parts, first, { opens: true });
  const second = c.nested(scope, () => c.statements(inside(c)));
  const body = [block(parts, first, { fixed: true }), block(['else'], second, { fixed: true })];
  return { parts: ['{'], body, end: '}' };
}

/** Heads of loops by kind, and the scope of their bodies. */
interface Loop {
  readonly head: readonly Part[];
  readonly end?: string;
  readonly scope: Partial<Scope>;
  readonly counter?: string;
}

function counted(c: Context, counter: string): Loop {
  const uniform = c.scope.uniform;
  const rounds = c.random.pick([1, 2, 3, 4, 5, 8]);
  const bound = uniform ? c.random.pick([`${rounds}`, '(int)(n & 3u)', '(int)(factor & 3u) + 1']) : `${rounds}`;
  const head = c.random.pick([
    [`for (int ${counter} = 0; ${counter} < ${bound}; ${counter}++)`],
    [`for (int ${counter} = ${bound}; ${counter} > 0; --${counter})`],
    [`for (int ${counter} = 1; ${counter} <= ${bound}; ${counter} += 2)`],
  ]);
  return { head, scope: { uniform }, counter };
}

/** A number of rounds from a value of the lane. */
function dependent(c: Context, counter: string): Loop {
  const type = c.random.pick([INT, UINT]);
  const bound = c.expression(type, 1);
  const head = [`for (uint ${counter} = 0; ${counter} < ((`, bound, `) & ${c.random.pick([3, 7])}u); ++${counter})`];
  return { head, scope: { uniform: false }, counter };
}

function conditional(c: Context, counter: string): Loop {
  const rounds = c.random.pick([2, 3, 5]);
  const head = [`for (int ${counter} = 0; ${counter}++ < ${rounds} && `, ...condition(c), ';)'];
  return { head, scope: { uniform: false } };
}

export function loop(c: Context): Statement {
  const counter = c.name('i');
  const kind = c.random.pick(c.scope.uniform ? [counted, counted, dependent] : [counted, dependent, conditional]);
  const { head, scope, counter: visible } = kind(c, counter);
  const change = { ...scope, loops: c.scope.loops + 1, inLoop: !scope.uniform };
  const body = c.nested(change, () => {
    if (visible !== undefined) c.declare(visible, kind === dependent ? UINT : INT, false);
    return c.statements(1 + inside(c));
  });
  return block(head, body);
}

/** The condition comes last, and decides about the first round only when it is over. */
export function tailLoop(c: Context): Statement {
  const counter = c.name('i');
  const last = condition(c);
  const change = { uniform: false, loops: c.scope.loops + 1, inLoop: true };
  const body = c.nested(change, () => c.statements(inside(c)));
  const whole: Statement = { parts: ['do {'], body, fixed: true };
  const rest: Statement = {
    parts: [`} while (${counter}++ < ${c.random.pick([1, 3])} && `, ...last, ');'],
    fixed: true,
  };
  return { parts: [`{ int ${counter} = 0;`], body: [whole, rest], end: '}' };
}

export function choice(c: Context): Statement {
  const count = 2 + c.random.below(3);
  const cases = Array.from({ length: count }, (_, n): Statement => {
    const body = c.nested({ uniform: false, inLoop: false }, () => c.statements(inside(c)));
    if (!c.random.chance(0.25)) body.push({ parts: ['break;'], fixed: true });
    return { parts: [`${n === count - 1 ? 'default' : `case ${n * c.random.pick([1, 1, 3])}`}: {`], body, end: '}' };
  });
  const value = c.expression(c.random.pick([INT, UINT]), 1);
  return { parts: ['switch ((', value, `) & ${c.random.pick([3, 7])}) {`], body: distinct(cases), end: '}' };
}

/** Cases of equal values are one too many. */
function distinct(cases: readonly Statement[]): Statement[] {
  const labels = new Set<string>();
  return cases.filter(({ parts }) => !labels.has(String(parts[0])) && labels.add(String(parts[0])));
}

/** Leaves the loop, or its round, in some lanes. */
export const leave = (c: Context): Statement => ({
  parts: ['if (', ...condition(c), `) ${c.random.pick(['break', 'continue'])};`],
});
