// Parts of LLVM IR text as values: parts that are read are written back byte for byte, and text in quotes is no part of
// it.

import test from 'ava';
import { attributeGroupLine, attributeValue, readAttributeGroup } from '../../../src/compiler/ir/attributes.js';
import { callLine, readCall, withCallee } from '../../../src/compiler/ir/call.js';
import { firstElementBase, mapCasts } from '../../../src/compiler/ir/constants.js';
import { groupOf, headLine, isKernel, readHead, withGroup } from '../../../src/compiler/ir/function-head.js';
import { addressSpaceOf, globalLine, isDefinedVariable, readGlobal } from '../../../src/compiler/ir/global.js';
import { IrInstruction } from '../../../src/compiler/ir/instruction.js';
import { plainName } from '../../../src/compiler/ir/lexical.js';
import { IrProgramError } from '../../../src/compiler/ir/locations.js';
import { readModule } from '../../../src/compiler/ir/read.js';
import { symbolsIn } from '../../../src/compiler/ir/symbols.js';
import { typedPointer } from '../../../src/compiler/ir/typed-values.js';

const instruction = (text: string): IrInstruction => new IrInstruction([`  ${text}`]);

test('groups of attributes: keys, values and parentheses', (t) => {
  const line =
    'attributes #12 = { nounwind memory(argmem: readwrite, inaccessiblemem: none) allockind("alloc,zeroed") "a-b" "text"="x\\22 {y} " }';
  const group = readAttributeGroup(line)!;
  t.is(attributeGroupLine(group), line);
  t.is(group.number, 12);
  t.is(group.attributes.length, 5);
  t.deepEqual(
    ['a-b', 'text', 'nounwind'].map((key) => attributeValue(group, key)),
    ['', 'x\\22 {y} ', undefined],
  );
  t.is(readAttributeGroup('!0 = !{!"attributes #1 = { x }"}'), undefined);
});

test('variables and aliases', (t) => {
  const lines = [
    '@"a b" = internal unnamed_addr addrspace(4) constant [2 x i8] c"@b", align 1, !dbg !5',
    '@b = external addrspace(1) global i32',
    '@c = thread_local(initialexec) externally_initialized global i32 0',
    '@d = linkonce_odr unnamed_addr alias void (ptr), ptr @e',
  ];
  const globals = lines.map((line) => readGlobal(line)!);
  t.deepEqual(globals.map(globalLine), lines);
  t.deepEqual(globals.map(addressSpaceOf), [4, 1, 0, 0]);
  t.deepEqual(globals.map(isDefinedVariable), [true, false, true, false]);
  t.is(plainName(globals[0]!.name), 'a b');
  t.is(readGlobal('define void @f() {'), undefined);
});

test('first lines of functions, and declarations', (t) => {
  const line =
    'define dso_local amdgpu_kernel void @"k,("(ptr addrspace(1) noundef align 4 %p, <2 x i32> %v) local_unnamed_addr #3 !x !7 {';
  const head = readHead(line)!;
  t.is(headLine(head), line);
  t.deepEqual([head.name, head.parameters.length, isKernel(head), groupOf(head)], ['@"k,("', 2, true, 3]);
  t.true(headLine(withGroup(head, 10)).includes(' #10 !x !7 {'));
  const declared = readHead('declare i32 @printf(ptr addrspace(4), ...)')!;
  t.deepEqual([declared.parameters.at(-1), isKernel(declared), groupOf(declared)], ['...', false, undefined]);
});

test('calls of another function', (t) => {
  const variadic = readCall('  %a = tail call i32 (ptr addrspace(4), ...) @f(ptr addrspace(4) @s, i32 1) #1')!;
  t.is(callLine(withCallee(variadic, '@g', ['i32 1'])), '  %a = tail call i32 @g(i32 1) #1');
  const plain = readCall('  call void @f(i32 1)')!;
  t.is(callLine(withCallee(plain, '@g', [])), '  call void @g()');
});

test('casts of constants: inner ones first, none in strings', (t) => {
  const casts: string[] = [];
  const line =
    '@x = global { ptr, [9 x i8] } { ptr addrspacecast (ptr addrspace(1) bitcast (ptr @a to ptr) to ptr), c"bitcast (" }';
  const changed = mapCasts(line, ({ operation, type, value, target }) => {
    casts.push(`${operation}|${type}|${value}|${target}`);
    return operation === 'bitcast' ? '@a' : undefined;
  });
  t.deepEqual(casts, ['bitcast|ptr|@a|ptr', 'addrspacecast|ptr addrspace(1)|@a|ptr']);
  t.is(changed, line.replace('bitcast (ptr @a to ptr) to', '@a to'));
  t.is(firstElementBase('getelementptr inbounds ([3 x i8], [3 x i8]* @s, i64 0, i64 0)'), '[3 x i8]* @s');
  t.is(firstElementBase('getelementptr inbounds ([3 x i8], [3 x i8]* @s, i64 0, i64 1)'), undefined);
});

test('symbols, conversions and pointers', (t) => {
  t.deepEqual(symbolsIn('call void @"a\\22b"(ptr @c.1), !dbg !1 ; c"@no" metadata !"@no"'), ['@"a\\22b"', '@c.1']);
  t.deepEqual(instruction('%a = bitcast %struct.s addrspace(5)* %b to i8 addrspace(5)*, !dbg !1').cast, {
    type: '%struct.s addrspace(5)*',
    value: '%b',
    target: 'i8 addrspace(5)*',
  });
  t.deepEqual(typedPointer('ptr addrspace(5) %p'), { space: 5, value: '%p' });
  t.deepEqual(typedPointer('i32 %n'), { space: undefined, value: '%n' });
});

test('metadata of a kind is removed, other metadata stays', (t) => {
  const line = '%q = fdiv float %a, %b, !dbg !1, !fpmath !2, !noalias !3';
  t.is(instruction(line).withoutMetadata('fpmath'), '  %q = fdiv float %a, %b, !dbg !1, !noalias !3');
  t.is(instruction(line).withoutMetadata('tbaa'), `  ${line}`);
});

test('the place of a rejected instruction', (t) => {
  const module = readModule(`define void @f() !dbg !3 {
  ret void, !dbg !9
}
!2 = !DIFile(filename: "a \\22b.cl", directory: ".", checksumkind: CSK_MD5, checksum: "x")
!3 = distinct !DISubprogram(name: "f", scope: !2, file: !2, line: 1)
!5 = distinct !DILexicalBlock(scope: !3, file: !2, line: 7, column: 3)
!9 = !DILocation(line: 8, column: 5, scope: !5)
`);
  const rejected = (text: string): string | undefined => new IrProgramError('no', '', instruction(text), module).place;
  t.is(rejected('ret void, !dbg !9'), 'a "b.cl:8:5');
  t.is(rejected('ret void'), undefined);
  t.is(rejected('ret void, !dbg !2'), undefined);
});
