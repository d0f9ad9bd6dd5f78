// Private arrays that a loop fills, with a way out: earlier values of elements have to stay.

import { condition } from './conditions.js';
import type { Context } from './context.js';
import { value } from './simple-statements.js';
import { fixedLine, line, type Statement } from './tree.js';
import { nameOf, randomType, type Type } from './types.js';

/** Several ways to one store: through a branch, past it, and out of the loop. */
function turn(c: Context, name: string, type: Type, counter: string): Statement[] {
  const variable = c.name('v');
  const first = fixedLine(`${nameOf(type)} ${variable} = `, value(c, type, 1), ';');
  const inner = c.nested({ uniform: false, loops: c.scope.loops + 1, inLoop: true }, () => [
    line('if (', ...condition(c), `) ${c.random.pick(['break', 'break', 'continue'])};`),
    line(`${variable} = `, value(c, type, 1), ';'),
  ]);
  const branch: Statement = { parts: ['if (', ...condition(c), ') {'], body: inner, end: '}', opens: true };
  return [first, branch, fixedLine(`${name}[${counter}] = ${variable};`)];
}

export function fillArray(c: Context): Statement {
  const type = randomType(c.random);
  const [name, counter] = [c.name('a'), c.name('i')];
  const length = c.random.pick(type.width > 4 ? [2] : [2, 2, 4]);
  const zeros = Array.from({ length }, (_, n) => `${name}[${n}] = (${nameOf(type)})(0);`).join(' ');
  const body = turn(c, name, type, counter);
  c.scope.arrays.push({ name, type, length, writable: true });
  const head = `${nameOf(type)} ${name}[${length}]; ${zeros}`;
  return {
    parts: [`${head} for (${c.random.pick(['int', 'long'])} ${counter} = 0; ${counter} < ${length}; ${counter}++) {`],
    body,
    end: '}',
  };
}
