// Values that get a copy in the loop that lanes leave with them.

import test from 'ava';
import { IrInstruction } from '../../../src/compiler/ir/instruction.js';
import { resultType } from '../../../src/compiler/ir/result-type.js';
import { changeText } from '../../../src/compiler/ir/write.js';
import { temporalDivergence } from '../../../src/compiler/passes/temporal-divergence.js';

const keepTurns = (text: string): string => changeText(text, temporalDivergence.run);

/** A kernel with a loop. @param exit decides about another turn @param after text behind the loop */
const loop = (
  exit: string,
  body: string,
  after: string,
): string => `define amdgpu_kernel void @k(ptr addrspace(1) %0, i32 %1) {
  %2 = call i32 @llvm.amdgcn.workitem.id.x()
  br label %3

3:                                                ; preds = %3, %0
  %i = phi i32 [ 0, %0 ], [ %next, %3 ]
  %next = add nuw nsw i32 %i, 1
${body}
  %again = icmp ult i32 ${exit}
  br i1 %again, label %3, label %4

4:                                                ; preds = %3
${after}
  ret void
}`;

const copied = (text: string): string[] =>
  [...text.matchAll(/^ {2}%atoll\.leave\.\d+(?:\.e0)? = (?:call .*\(\w+|extractelement <.*>) (%\w+)/gm)].map(
    ([, name]) => name!,
  );

test('values uniform in an iteration are copied where lanes leave in different iterations', (t) => {
  const text = keepTurns(loop('%next, %2', '', '  %5 = add i32 %i, %2'));
  t.deepEqual(copied(text), ['%i']);
  t.regex(
    text,
    /%i = phi .*\n {2}%atoll\.leave\.0 = call i32 asm "", "=v,0"\(i32 %i\)\n {2}%next = add nuw nsw i32 %i, 1\n/,
  );
  t.regex(text, /%5 = add i32 %atoll\.leave\.0, %2\n/);
});

test('a phi behind the loop reads the copy', (t) => {
  t.regex(keepTurns(loop('%next, %2', '', '  %5 = phi i32 [ %next, %3 ]')), /%5 = phi i32 \[ %atoll\.leave\.0, %3 \]/);
});

test('loops that all lanes leave together: nothing is copied', (t) => {
  for (const exit of ['%next, %1', '%next, 9']) {
    const text = loop(exit, '', '  %5 = add i32 %i, %2');
    t.is(keepTurns(text), text);
  }
});

test('values in registers of each lane are not copied, but vectors that are put together are', (t) => {
  t.deepEqual(copied(keepTurns(loop('%next, %2', '  %a = add i32 %i, %2', '  %5 = add i32 %a, 1'))), []);
  const put = '  %v = insertelement <2 x i32> undef, i32 %2, i64 0\n  %w = insertelement <2 x i32> %v, i32 %i, i64 1';
  t.deepEqual(copied(keepTurns(loop('%next, %2', put, '  %5 = add <2 x i32> %w, %w'))), ['%w']);
});

test('a loop that lanes leave apart inside of one that they leave together', (t) => {
  const text = `define amdgpu_kernel void @k(ptr addrspace(1) %0, i32 %1) {
  %2 = call i32 @llvm.amdgcn.workitem.id.x()
  br label %outer

outer:
  %o = phi i32 [ 0, %0 ], [ %p, %end ]
  br label %inner

inner:
  %i = phi i32 [ 0, %outer ], [ %j, %inner ]
  %j = add i32 %i, 1
  %x = icmp ult i32 %j, %2
  br i1 %x, label %inner, label %end

end:
  %s = add i32 %i, %o
  %p = add i32 %o, 1
  %y = icmp ult i32 %p, %1
  br i1 %y, label %outer, label %done

done:
  %t = add i32 %o, 1
  ret void
}`;
  t.deepEqual(copied(keepTurns(text)), ['%i']);
});

test('cases of a switch, with metadata behind them and without', (t) => {
  for (const [end, last] of [
    ['  ], !dbg !7', '%done'],
    ['  ]', '%done'],
    ['', '%head'],
  ]) {
    const cases = end === '' ? '[ ]' : `[\n    i32 1, label %head\n    i32 2, label %done\n${end}`;
    const text = `define amdgpu_kernel void @k(i32 %0) {
  %2 = call i32 @llvm.amdgcn.workitem.id.x()
  br label %head

head:
  %i = phi i32 [ 0, %0 ], [ %j, %head ]
  %j = add i32 %i, %2
  %l = add i32 %i, 1
  switch i32 %2, label ${last} ${cases}

done:
  %t = add i32 %l, 1
  ret void
}`;
    t.is(keepTurns(text.replace('%j, %head', '%l, %head')).includes('%atoll.leave.0'), end !== '', end);
  }
});

test('parameters of functions may differ, those of kernels do not', (t) => {
  const kernel = loop('%next, %1', '', '  %5 = add i32 %i, %2');
  t.deepEqual(copied(keepTurns(kernel)), []);
  t.deepEqual(copied(keepTurns(kernel.replace('amdgpu_kernel ', ''))), ['%i']);
});

test('types of results', (t) => {
  const types: readonly (readonly [string, string | undefined])[] = [
    ['add nuw nsw i32 %1, 2', 'i32'],
    ['phi <2 x float> [ %1, %2 ], [ %3, %4 ]', '<2 x float>'],
    ['phi ptr addrspace(1) [ %1, %2 ], [ %3, %4 ]', 'ptr addrspace(1)'],
    ['icmp samesign ult i32 %1, 2', 'i1'],
    ['fcmp fast olt <4 x float> %1, %2', '<4 x i1>'],
    ['zext nneg i32 %1 to i64', 'i64'],
    ['bitcast <2 x i32> %1 to double', 'double'],
    ['select i1 %1, i64 %2, i64 3', 'i64'],
    ['select <2 x i1> %1, <2 x i64> %2, <2 x i64> zeroinitializer', '<2 x i64>'],
    ['load volatile float, ptr addrspace(3) %1, align 4', 'float'],
    ['load double, double addrspace(1)* %1, align 8', 'double'],
    ['getelementptr inbounds nuw i8, ptr addrspace(1) %1, i64 %2', 'ptr addrspace(1)'],
    ['getelementptr inbounds double, double addrspace(1)* %1, i64 %2', 'double addrspace(1)*'],
    ['getelementptr inbounds %s, %s addrspace(1)* %1, i64 0, i32 1', undefined],
    ['extractelement <4 x i8> %1, i64 0', 'i8'],
    ['insertelement <4 x i8> %1, i8 %2, i64 0', '<4 x i8>'],
    ['shufflevector <4 x i8> %1, <4 x i8> poison, <2 x i32> <i32 0, i32 1>', '<2 x i8>'],
    ['tail call noundef range(i32 0, 64) i32 @f(i32 %1)', 'i32'],
    ['tail call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %1, i32 %2)', '{ i32, i1 }'],
    ['call fastcc <2 x i32> asm sideeffect "s_nop 0", "=v,0"(ptr @g)', '<2 x i32>'],
    ['getelementptr i8, ptr %1, <2 x i64> %2', '<2 x ptr>'],
    ['load atomic i32, ptr addrspace(1) %1 syncscope("agent") monotonic, align 4', 'i32'],
    ['extractvalue { i32, i1 } %1, 0', undefined],
    ['fneg fast double %1', 'double'],
  ];
  for (const [text, type] of types) t.is(resultType(new IrInstruction([`  ${text}`])), type, text);
});
