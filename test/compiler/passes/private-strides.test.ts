// Private variables that stay out of local memory.

import test from 'ava';
import { readModule } from '../../../src/compiler/ir/read.js';
import { isStrideUneven } from '../../../src/compiler/passes/private-strides.js';

const isUneven = (allocation: string): boolean =>
  isStrideUneven(
    readModule(
      [
        '%struct.six = type { i8, [5 x i8] }',
        'define void @k() {',
        `  %v = alloca ${allocation}, addrspace(5)`,
        '}',
      ].join('\n'),
    ),
  );

test('variables whose size is no multiple of their alignment', (t) => {
  for (const allocation of [
    '%struct.six, align 4',
    '[6 x i8], align 4',
    '[3 x float], align 8',
    '{ i32, i8 }, align 16',
  ])
    t.true(isUneven(allocation), allocation);
});

test('variables that lie behind each other as they are aligned', (t) => {
  for (const allocation of [
    '%struct.six, align 1',
    '[8 x i8], align 4',
    '<3 x float>, align 16',
    '{ i32, i8 }, align 4',
  ])
    t.false(isUneven(allocation), allocation);
});
