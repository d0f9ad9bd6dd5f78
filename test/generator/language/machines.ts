// Loops around a switch, as parsers and interpreters have: cases continue with the next round, fall through, leave the
// switch or the loop, each lane another one. Every loop ends: its rounds are counted wherever a case continues.

import { condition } from './conditions.js';
import type { Context } from './context.js';
import { fixedLine, line, type Part, type Statement } from './tree.js';
import { UINT } from './types.js';

/** Ends of cases; no case falls through. */
function ending(c: Context, state: string): Statement[] {
  const next = (): Part[] => [`${state} = `, c.expression(UINT, 1), ';'];
  const kind = c.random.pick(['go on', 'go on', 'leave', 'either', 'maybe', 'fall through'] as const);
  if (kind === 'go on') return [line(...next(), ' continue;')];
  if (kind === 'leave') return [line(...next(), ' break;')];
  if (kind === 'either') return [line('if (', ...condition(c), ') {', ...next(), ' continue; }'), line('break;')];
  if (kind === 'maybe') return [line('if (', ...condition(c), ') ', c.random.pick(['break;', 'continue;']))];
  return [];
}

function cases(c: Context, state: string): Statement {
  const count = 3 + c.random.below(3);
  const body = Array.from(
    { length: count },
    (_, n): Statement => ({
      parts: [`${n === count - 1 ? 'default' : `case ${n}`}: {`],
      body: c.nested({}, () => [...c.statements(1), ...ending(c, state)]),
      end: '}',
    }),
  );
  return { parts: [`switch (${state} & ${c.random.pick([3, 7])}u) {`], body, end: '}' };
}

export function machine(c: Context): Statement {
  const [state, counter] = [c.name('s'), c.name('i')];
  const start = c.expression(UINT, 1);
  const [last, rounds] = [condition(c), c.random.pick([3, 5, 8])];
  const change = { uniform: false, loops: c.scope.loops + 1, inLoop: true };
  const body = c.nested(change, () => {
    c.declare(state, UINT, false);
    c.declare(counter, UINT, false);
    const inner = cases(c, state);
    return [inner, ...(c.random.chance(0.6) ? c.statements(1) : [])];
  });
  const loop: readonly [readonly Part[], readonly Part[]] = c.random.pick([
    [[`for (; ${counter} < ${rounds}; ++${counter}) {`], ['}']],
    [[`while (${counter}++ < ${rounds} && `, ...last, ') {'], ['}']],
    [['do {'], [`} while (++${counter} < ${rounds} && `, ...last, ');']],
  ] as const);
  const whole: Statement = { parts: loop[0], body, fixed: true };
  c.declare(state, UINT, false);
  return {
    parts: [`uint ${state} = `, start, `; {`],
    body: [fixedLine(`uint ${counter} = 0;`), whole, fixedLine(...loop[1])],
    end: '}',
  };
}
