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
