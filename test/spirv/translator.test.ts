// Kernels of one OpenCL C source: compiled directly, and from the SPIR-V that clang 22 has made of it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { translateSpirv } from '../../src/compiler/inputs/spirv/translate.js';
import { type Compiled, compile, local, Machine } from '../../src/library/index.js';
import { readSpirv } from '../../src/spirv/reader.js';
import { root } from '../../src/util/paths.js';
import { assembleFile, assembleText } from './tools.js';

const SOURCE = readFileSync(join(root, 'test/spirv/kernels.cl'), 'utf8');
const COUNT = 256;
const PADDING = 1024;

const inputs = (): Uint32Array => {
  let state = 12345;
  return Uint32Array.from({ length: COUNT + 16 }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state;
  });
};

/** struct Pair, uint4, long, room, table. */
function moreArguments(): unknown[] {
  const pair = new Uint8Array(12);
  const view = new DataView(pair.buffer);
  view.setInt32(0, -5, true);
  view.setFloat32(4, 2.5, true);
  pair[10] = 9;
  return [pair, [1, 2, 3, 4], -7n, local(256), Uint32Array.of(5, 6, 7, 8)];
}

async function outputOf(program: Compiled, kernel: string, engine: 'jit' | 'interp'): Promise<Uint32Array> {
  const machine = new Machine({ engine });
  const out = new Uint32Array(COUNT * 4 + PADDING);
  const more = kernel === 'arguments' ? moreArguments() : [];
  await machine.launch(program.kernel(kernel), {
    globalSize: [COUNT],
    localSize: [64],
    arguments: [inputs(), out, ...more] as never,
  });
  await machine.close();
  return out;
}

const KERNELS = [...SOURCE.matchAll(/^kernel .*?(\w+)\(global/gm)].map(([, name]) => name!);

for (const device of ['tahiti', 'fiji', 'vega10'])
  test(`SPIR-V computes what OpenCL C computes: ${device}`, async (t) => {
    const expected = await compile(SOURCE, { device });
    const program = await compile(assembleFile('kernels.spvasm'), { device });
    t.deepEqual(program.kernels.map(({ name }) => name).sort(), [...KERNELS].sort());
    for (const kernel of KERNELS) {
      const output = await outputOf(program, kernel, 'jit');
      t.deepEqual(output, await outputOf(expected, kernel, 'jit'), kernel);
      t.true(output.some((word) => word !== 0));
    }
  });

const SHIFT = (operation: string): string => `OpCapability Addresses
OpCapability Kernel
OpCapability Int64
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %k "k"
%void = OpTypeVoid
%uint = OpTypeInt 32 0
%ulong = OpTypeInt 64 0
%fn = OpTypeFunction %void %ulong
%two = OpConstant %uint 2
%k = OpFunction %void None %fn
%x = OpFunctionParameter %ulong
%entry = OpLabel
%y = ${operation} %uint %x %two
OpReturn
OpFunctionEnd`;

test('clang 22 shifts wider numbers left; other such shifts are refused at their word', (t) => {
  const translated = (operation: string): string =>
    translateSpirv(readSpirv(assembleText(SHIFT(operation)), 'x.spv'), {
      target: 'tahiti',
      specializations: [],
      isRelaxed: false,
    }).ir;
  t.regex(translated('OpShiftLeftLogical'), /trunc i64 %v\d+ to i32\n.* = shl i32 %t\d+, 2\n/);
  t.throws(() => translated('OpShiftRightLogical'), { message: /^x\.spv: SPIR-V word \d+: OpShiftRightLogical: / });
});

/** A kernel with a copy of elements between memory of two types. @param decorations of %to and %from */
const COPY = (to: string, from: string, decorations: string): string => `OpCapability Addresses
OpCapability Kernel
OpCapability Int64
OpCapability Int8
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %k "k"
${decorations}
%void = OpTypeVoid
%char = OpTypeInt 8 0
%uint = OpTypeInt 32 0
%ulong = OpTypeInt 64 0
%event = OpTypeEvent
%to_type = OpTypePointer Workgroup ${to}
%from_type = OpTypePointer CrossWorkgroup ${from}
%fn = OpTypeFunction %void %to_type %from_type
%scope = OpConstant %uint 2
%count = OpConstant %ulong 64
%one = OpConstant %ulong 1
%none = OpConstantNull %event
%k = OpFunction %void None %fn
%to = OpFunctionParameter %to_type
%from = OpFunctionParameter %from_type
%entry = OpLabel
%done = OpGroupAsyncCopy %event %scope %to %from %count %one %none
OpReturn
OpFunctionEnd`;

const irOf = (text: string): string =>
  translateSpirv(readSpirv(assembleText(text), 'x.spv'), { target: 'tahiti', specializations: [], isRelaxed: false })
    .ir;
const aligned = (id: string, bytes: number): string => `OpDecorate ${id} Alignment ${bytes}`;

test('copies take the length of elements from both pointers and the alignment, or are refused', (t) => {
  const words = /call .*@_Z21async_work_group_copyPU3AS3iPU3AS1Kim9ocl_event\(/;
  const bytes = /call .*@_Z21async_work_group_copyPU3AS3cPU3AS1Kcm9ocl_event\(/;
  const open = { message: /^x\.spv: SPIR-V word \d+: OpGroupAsyncCopy: a copy whose pointers leave its type open/ };
  t.regex(irOf(COPY('%uint', '%uint', '')), words);
  t.regex(irOf(COPY('%uint', '%char', aligned('%from', 4))), words);
  t.regex(irOf(COPY('%uint', '%char', aligned('%from', 1))), bytes);
  t.regex(irOf(COPY('%char', '%char', aligned('%from', 1))), bytes);
  t.regex(irOf(COPY('%char', '%char', '')), bytes);
  t.throws(() => irOf(COPY('%uint', '%char', '')), open);
  t.throws(() => irOf(COPY('%uint', '%char', aligned('%from', 16))), open);
  t.throws(() => irOf(COPY('%char', '%char', `${aligned('%to', 4)}\n${aligned('%from', 4)}`)), open);
  t.throws(() => irOf(COPY('%uint', '%ulong', '')), open);
});

/** A kernel that prints its three bytes with "%*u%d". */
const PRINT = `OpCapability Addresses
OpCapability Kernel
OpCapability Int8
%set = OpExtInstImport "OpenCL.std"
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %k "k"
%void = OpTypeVoid
%char = OpTypeInt 8 0
%uint = OpTypeInt 32 0
%six = OpConstant %uint 6
%text_type = OpTypeArray %char %six
%text_pointer = OpTypePointer UniformConstant %text_type
%char_pointer = OpTypePointer UniformConstant %char
%fn = OpTypeFunction %void %char %char %char
${[...'%*u%d'].map((char, n) => `%c${n} = OpConstant %char ${char.charCodeAt(0)}`).join('\n')}
%end = OpConstantNull %char
%text = OpConstantComposite %text_type %c0 %c1 %c2 %c3 %c4 %end
%format = OpVariable %text_pointer UniformConstant %text
%k = OpFunction %void None %fn
%width = OpFunctionParameter %char
%a = OpFunctionParameter %char
%b = OpFunctionParameter %char
%entry = OpLabel
%start = OpBitcast %char_pointer %format
%r = OpExtInst %uint %set printf %start %width %a %b
OpReturn
OpFunctionEnd`;

test('printf extends small integers by the sign of their conversion', (t) => {
  t.deepEqual(
    [...irOf(PRINT).matchAll(/([sz])ext i8/g)].map(([, sign]) => sign),
    ['s', 'z', 's'],
  );
});
