// Hit conditions of breakpoints, as editors write them.

import test from 'ava';
import { hitConditionOf } from '../../src/debug/hit-condition.js';

const stopping = (text: string): number[] => {
  const { holds } = hitConditionOf(text);
  return [1, 2, 3, 4, 5, 6].filter(holds);
};

for (const [text, hits] of [
  ['4', [4, 5, 6]],
  [' >= 4', [4, 5, 6]],
  ['>4', [5, 6]],
  ['= 4', [4]],
  ['==4', [4]],
  ['<= 2', [1, 2]],
  ['< 2', [1]],
  ['% 3 ', [3, 6]],
] as const)
  test(`'${text}' stops at ${hits.join(', ')}`, (t) => {
    t.deepEqual(stopping(text), [...hits]);
  });

for (const text of ['', 'x', '-1', '1.5', '% 0', '=> 3', '3 4', '9999999999'])
  test(`'${text}' is refused`, (t) => {
    t.throws(() => hitConditionOf(text), { message: /is not a number of hits/ });
  });
