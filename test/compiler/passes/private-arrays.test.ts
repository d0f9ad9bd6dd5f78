// Private arrays that stay in memory.

import test from 'ava';
import type { IrTextModule } from '../../../src/compiler/ir/module.js';
import { readModule } from '../../../src/compiler/ir/read.js';
import { mustStayInMemory } from '../../../src/compiler/passes/private-arrays.js';

const kernel = (...lines: readonly string[]): IrTextModule =>
  readModule(['define amdgpu_kernel void @k(i32 %w) {', ...lines.map((line) => `  ${line}`), '}'].join('\n'));

const ARRAY = '%a = alloca [8 x i32], align 4, addrspace(5)';
const FIRST = '%p = getelementptr inbounds nuw [8 x i32], ptr addrspace(5) %a, i32 0, i32 %w';
const READ = '%x = load i32, ptr addrspace(5) %p, align 4, !tbaa !6';

test('an element that was read is an index, widened or in the next turn of a loop, too', (t) => {
  const index = (name: string): string => `%q = getelementptr [8 x i32], ptr addrspace(5) %a, i32 0, i32 ${name}`;
  t.true(mustStayInMemory(kernel(ARRAY, FIRST, READ, index('%x'))));
  t.true(mustStayInMemory(kernel(ARRAY, FIRST, READ, '%i = sext i32 %x to i64', index('%i'))));
  t.true(mustStayInMemory(kernel(ARRAY, index('%x'), FIRST, READ)));
  t.false(mustStayInMemory(kernel(ARRAY, FIRST, READ, index('%w'))));
  t.false(mustStayInMemory(kernel(ARRAY, FIRST, '%x = load i32, ptr addrspace(1) %g, align 4', index('%x'))));
});

test('typed pointers, as versions before 15 have them', (t) => {
  const typed = (index: string): IrTextModule =>
    kernel(
      ARRAY,
      '%p = getelementptr inbounds [8 x i32], [8 x i32] addrspace(5)* %a, i32 0, i32 %w',
      '%x = load i32, i32 addrspace(5)* %p, align 4',
      `%q = getelementptr inbounds [8 x i32], [8 x i32] addrspace(5)* %a, i32 0, i32 ${index}`,
    );
  t.deepEqual([typed('%x'), typed('%w')].map(mustStayInMemory), [true, false]);
});

test('arrays that are written with their own value; elements may be', (t) => {
  const vector = '%v = alloca <4 x float>, align 16, addrspace(5)';
  const whole = [
    '%s = load <4 x float>, ptr addrspace(5) %v, align 16',
    'store <4 x float> %s, ptr addrspace(5) %v, align 16',
  ];
  t.true(mustStayInMemory(kernel(vector, ...whole)));
  t.false(mustStayInMemory(kernel(ARRAY, FIRST, READ, 'store i32 %x, ptr addrspace(5) %a, align 4')));
  t.false(mustStayInMemory(kernel('%n = add i32 %w, 1')));
});
