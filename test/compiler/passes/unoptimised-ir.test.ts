// Repairs of IR text, without a compiler.

import test from 'ava';
import { withPointerSpace } from '../../../src/compiler/ir/pointer-space.js';
import { changeText } from '../../../src/compiler/ir/write.js';
import { repairIr } from '../../../src/compiler/passes/unoptimised-ir.js';

const OPERANDS: readonly (readonly [what: string, before: string, after: string])[] = [
  ['an opaque pointer', 'ptr addrspace(5) align 4 @c', 'ptr addrspace(4) align 4 @c'],
  ['a typed pointer', 'i8 addrspace(5)* align 4 @c', 'i8 addrspace(4)* align 4 @c'],
  [
    'a structure that holds pointers',
    'i8 addrspace(5)* align 8 bitcast ({ i32 addrspace(5)*, [5 x i32] } addrspace(5)* @c to i8 addrspace(5)*)',
    'i8 addrspace(4)* align 8 bitcast ({ i32 addrspace(5)*, [5 x i32] } addrspace(4)* @c to i8 addrspace(4)*)',
  ],
  [
    'an array of pointers',
    'i8 addrspace(5)* align 4 bitcast ([3 x %struct.S addrspace(5)*] addrspace(5)* @c to i8 addrspace(5)*)',
    'i8 addrspace(4)* align 4 bitcast ([3 x %struct.S addrspace(5)*] addrspace(4)* @c to i8 addrspace(4)*)',
  ],
  [
    'a pointer to a pointer',
    'i8 addrspace(5)* align 4 bitcast (i32 addrspace(5)* addrspace(5)* @c to i8 addrspace(5)*)',
    'i8 addrspace(4)* align 4 bitcast (i32 addrspace(5)* addrspace(4)* @c to i8 addrspace(4)*)',
  ],
  [
    'an element',
    'i8 addrspace(5)* getelementptr inbounds ({ i8, i32 addrspace(5)* }, { i8, i32 addrspace(5)* } addrspace(5)* @c, i32 0, i32 0)',
    'i8 addrspace(4)* getelementptr inbounds ({ i8, i32 addrspace(5)* }, { i8, i32 addrspace(5)* } addrspace(4)* @c, i32 0, i32 0)',
  ],
  [
    'a quoted name',
    'i8 addrspace(5)* bitcast (%"a[" addrspace(5)* @c to i8 addrspace(5)*)',
    'i8 addrspace(4)* bitcast (%"a[" addrspace(4)* @c to i8 addrspace(4)*)',
  ],
];

for (const [what, before, after] of OPERANDS)
  test(`copies from constant memory: ${what}`, (t) => t.is(withPointerSpace(before, 5, 4), after));

test('an initialiser of private memory that holds pointers becomes constant, its elements do not', (t) => {
  const text = [
    '@c = private unnamed_addr addrspace(5) constant { i32 addrspace(5)*, [5 x i32] } { i32 addrspace(5)* null, [5 x i32] zeroinitializer }, align 4',
    'define amdgpu_kernel void @k() {',
    '  %s = alloca { i32 addrspace(5)*, [5 x i32] }, align 4, addrspace(5)',
    '  %p = bitcast { i32 addrspace(5)*, [5 x i32] } addrspace(5)* %s to i8 addrspace(5)*',
    '  call void @llvm.memcpy.p5i8.p5i8.i64(i8 addrspace(5)* align 4 %p, i8 addrspace(5)* align 4 bitcast ({ i32 addrspace(5)*, [5 x i32] } addrspace(5)* @c to i8 addrspace(5)*), i64 24, i1 false)',
    '  ret void',
    '}',
  ].join('\n');
  const repaired = changeText(text, (module) => repairIr(module, { inlineAll: false }));
  t.regex(repaired, /^@c = private unnamed_addr addrspace\(4\) constant \{ i32 addrspace\(5\)\*, /m);
  t.true(repaired.includes('bitcast ({ i32 addrspace(5)*, [5 x i32] } addrspace(4)* @c to i8 addrspace(4)*)'));
  t.true(repaired.includes('%p = bitcast { i32 addrspace(5)*, [5 x i32] } addrspace(5)* %s to i8 addrspace(5)*'));
});
