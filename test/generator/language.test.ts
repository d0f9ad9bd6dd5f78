// Operations that generated programs must not contain, because OpenCL leaves their result open.

import test from 'ava';
import { makeProgram } from './language/program.js';
import { NO_EDITS, printParts, printStatements, type Statement } from './language/tree.js';

const GROUP_QUERY = /get_(?:local_id|local_size|group_id|num_groups)\(/;
const CALL = /\b(?:helper|pass)\d+(?=\()/g;

const textOf = (statement: Statement): string => printStatements([statement], NO_EDITS).join('\n');

/** The texts of a function and of all that it calls. */
function reached(text: string, functions: ReadonlyMap<string, string>, visited = new Set<string>()): string[] {
  const names = [...new Set(text.match(CALL))].filter((name) => !visited.has(name));
  for (const name of names) visited.add(name);
  return names.flatMap((name) => [functions.get(name)!, ...reached(functions.get(name)!, functions, visited)]);
}

test('kernels whose work-groups are as large as an implementation likes call no function that requests them', (t) => {
  let [calls, asking] = [0, 0];
  for (let seed = 1; seed <= 1000; seed++) {
    const { declarations, kernels } = makeProgram(seed, 4);
    const functions = new Map(
      declarations.flatMap((one) => {
        const name = printParts(one.parts, NO_EDITS).match(CALL)?.[0];
        return name === undefined ? [] : [[name, textOf(one)] as const];
      }),
    );
    for (const { statement, small, name } of kernels) {
      const texts = reached(textOf(statement), functions);
      calls += texts.length;
      if (small.local !== undefined) asking += texts.filter((text) => GROUP_QUERY.test(text)).length;
      else
        t.false(
          texts.some((text) => GROUP_QUERY.test(text)),
          `seed ${seed}, ${name}`,
        );
    }
  }
  t.true(calls > 100 && asking > 10, `${calls} functions called, ${asking} of them ask`);
});
