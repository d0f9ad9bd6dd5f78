// Typed parts of instructions: operands, calls, phis, branches, and names of values.

import test from 'ava';
import { constantElements, constantTexts } from '../../../src/compiler/ir/constants.js';
import { IrInstruction } from '../../../src/compiler/ir/instruction.js';
import { localNames } from '../../../src/compiler/ir/lexical.js';
import { elementType, fromType, integerBits, vectorShape, withElements } from '../../../src/compiler/ir/type-text.js';

const instruction = (...lines: readonly string[]): IrInstruction => new IrInstruction(lines.map((line) => `  ${line}`));

test('operands have their types and no attributes', (t) => {
  const operands: readonly (readonly [string, readonly string[]])[] = [
    ['%a = fadd nnan float %b, 1.0, !fpmath !1', ['float %b', 'float 1.0']],
    ['%a = icmp samesign ult <2 x i32> %b, <i32 1, i32 2>', ['<2 x i32> %b', '<2 x i32> <i32 1, i32 2>']],
    ['%a = select nsz i1 %c, float %b, float 0.0', ['i1 %c', 'float %b', 'float 0.0']],
    ['%a = load atomic i32, ptr addrspace(1) %b syncscope("agent") acquire, align 4', ['ptr addrspace(1) %b']],
    ['store volatile <2 x i8> %b, ptr %p, align 2, !tbaa !3', ['<2 x i8> %b', 'ptr %p']],
    ['%a = atomicrmw volatile add ptr %p, i32 0 syncscope("a b") monotonic, align 4', ['ptr %p', 'i32 0']],
    ['%a = cmpxchg weak ptr %p, i32 %b, i32 9 monotonic monotonic, align 4', ['ptr %p', 'i32 %b', 'i32 9']],
    [
      '%a = getelementptr inbounds nuw [4 x i8], ptr addrspace(5) %p, i64 0, i64 %i',
      ['ptr addrspace(5) %p', 'i64 0', 'i64 %i'],
    ],
    ['%a = phi <2 x i8> [ <i8 1, i8 2>, %"x, y" ], [ %b, %z ]', ['<2 x i8> <i8 1, i8 2>', '<2 x i8> %b']],
    ['%a = zext nneg i8 %b to i32', ['i8 %b']],
    [
      '%a = tail call float @f(float noundef nofpclass(nan inf) %b, ptr byval({ i8, i8 }) align 4 @"g,h")',
      ['float %b', 'ptr @"g,h"'],
    ],
    ['%a = extractvalue { i32, i1 } %b, 1', ['{ i32, i1 } %b']],
    ['%a = alloca [4 x i8], align 4, addrspace(5)', []],
    ['ret void', []],
  ];
  for (const [text, typed] of operands)
    t.deepEqual(
      instruction(text).typedOperands.map(({ type, value }) => `${type} ${value}`),
      typed,
      text,
    );
});

test('calls: functions, assembly, pointers to functions', (t) => {
  const fabs = instruction('%a = tail call fast float @llvm.fabs.f32(float %b)');
  t.deepEqual([fabs.callee, fabs.flags, fabs.isAssembly], ['@llvm.fabs.f32', 'fast ', false]);
  t.deepEqual(
    [['@llvm.fabs'], ['@llvm.fab'], ['@x', '@llvm.fabs.f32']].map((names) => fabs.calls(...names)),
    [true, false, true],
  );
  const assembly = instruction('%a = call i32 asm sideeffect "x @f(", "=v,0"(i32 %b) #1');
  t.deepEqual([assembly.callee, assembly.isAssembly, assembly.uses], [undefined, true, ['%b']]);
  const quoted = instruction('call void @"a asm b"(ptr %b)');
  t.deepEqual([quoted.callee, quoted.isAssembly], ['@"a asm b"', false]);
  t.is(instruction('%a = call i32 %f(i32 %b)').callee, undefined);
});

test('phis and branches', (t) => {
  const phi = instruction('%a = phi i32 [ %b, %x ], [ 0, %"y z" ], !dbg !1');
  t.deepEqual(phi.incoming, [
    { value: '%b', block: '%x' },
    { value: '0', block: '%"y z"' },
  ]);
  t.deepEqual([phi.uses, phi.targets], [['%b'], []]);
  t.is(phi.withIncoming(phi.incoming.toReversed()), '  %a = phi i32 [ 0, %"y z" ], [ %b, %x ], !dbg !1');
  const branch = instruction('br i1 %c, label %x, label %y, !llvm.loop !1');
  t.deepEqual([branch.targets, branch.condition, branch.uses], [['%x', '%y'], '%c', ['%c']]);
  const constant = instruction('br i1 true, label %x, label %x');
  t.deepEqual([constant.targets, constant.condition], [['%x', '%x'], undefined]);
  t.is(instruction('br label %x').condition, undefined);
  const cases = instruction('switch i32 %v, label %d [', '  i32 0, label %a', ']');
  t.deepEqual([cases.targets, cases.condition, cases.uses], [['%d', '%a'], '%v', ['%v']]);
});

test('names of values are replaced, text in quotes is not', (t) => {
  const call = instruction('call void asm "%a", "v,v"(i32 %a, i32 %ab), !dbg !1');
  t.deepEqual(
    call.withNames((name) => (name === '%a' ? '%c' : name)),
    ['  call void asm "%a", "v,v"(i32 %c, i32 %ab), !dbg !1'],
  );
  t.deepEqual(localNames('i32 %a, ptr @"%b", i8 %"c d"'), ['%a', '%"c d"']);
});

test('metadata and flags', (t) => {
  const load = instruction('%a = load volatile i32, ptr %p, align 4, !range !2, !dbg !1');
  t.deepEqual(
    ['range', 'dbg', 'tbaa', 'ran'].map((kind) => load.hasMetadata(kind)),
    [true, true, false, false],
  );
  t.deepEqual(
    ['volatile', 'atomic'].map((flag) => load.hasFlag(flag)),
    [true, false],
  );
});

test('words of types', (t) => {
  t.deepEqual(vectorShape('<3 x ptr addrspace(1)>'), { count: 3, element: 'ptr addrspace(1)' });
  t.is(vectorShape('<{ i8, i32 }>'), undefined);
  t.deepEqual(['i8', '<2 x i64>', 'float', '[2 x i8]', 'ptr'].map(integerBits), [8, 64, 0, 0, 0]);
  t.deepEqual([elementType('<2 x half>'), elementType('i8')], ['half', 'i8']);
  t.deepEqual([withElements('<2 x i64>', 'i1'), withElements('i64', 'i1')], ['<2 x i1>', 'i1']);
  t.is(fromType('fastcc noundef range(i32 0, 5) i32 @f()'), 'i32 @f()');
  t.is(fromType('align 4 dereferenceable(8) ptr addrspace(1) @f()'), 'ptr addrspace(1) @f()');
});

test('elements of constants', (t) => {
  t.deepEqual(constantTexts('<float 1.0, float poison>'), ['1.0', 'poison']);
  t.deepEqual(constantTexts('splat (i32 -1)'), ['-1']);
  t.deepEqual(constantElements('<i32 -1, i32 2>'), [-1n, 2n]);
  t.deepEqual(['zeroinitializer', '7', 'poison', '%x', '<i32 1, i32 undef>'].map(constantElements), [
    [0n],
    [7n],
    undefined,
    undefined,
    undefined,
  ]);
});
