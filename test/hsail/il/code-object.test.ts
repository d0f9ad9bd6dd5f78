// Code objects with HSAIL as files: tools read their kernels, and execute them.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { readCode } from '../../../src/cli/inputs/code-input.js';
import { ByteReader } from '../../../src/elf/bytes.js';
import { readElf } from '../../../src/elf/reader.js';
import { readCodeObject } from '../../../src/hsa/code-object.js';
import { hsailCodeObject } from '../../../src/hsail/code-object/write.js';
import { assemble } from '../../../src/hsail/text/assembler.js';
import { readImage } from '../../../src/library/index.js';
import { atoll, scratchFolder } from '../../cli/atoll.js';
import { launched } from '../finalized.js';

const ADD = `module &add:1:0:$full:$large:$default;
prog alloc(agent) global_u32 &step = 3;
decl prog function &twice(arg_u32 %r)(arg_u32 %x);
prog kernel &k(kernarg_u64 %out, kernarg_f32 %unused, kernarg_u32 %first)
{
  requiredworkgroupsize 64, 1, 1;
  ld_kernarg_u64 $d0, [%out];
  ld_kernarg_u32 $s1, [%first];
  workitemabsid_u32 $s0, 0;
  ld_global_u32 $s2, [&step];
  {
    arg_u32 %r;
    arg_u32 %x;
    st_arg_u32 $s0, [%x];
    call &twice(%r)(%x);
    ld_arg_u32 $s3, [%r];
  }
  add_u32 $s1, $s1, $s2;
  add_u32 $s1, $s1, $s3;
  shl_u32 $s0, $s0, 2;
  cvt_u64_u32 $d1, $s0;
  add_u64 $d0, $d0, $d1;
  st_global_u32 $s1, [$d0];
};
prog kernel &empty()
{
  group_u32 %tile[4];
  st_group_u32 1, [%tile];
};
`;
const TWICE = `module &twice:1:0:$full:$large:$default;
prog function &twice(arg_u32 %r)(arg_u32 %x)
{
  ld_arg_u32 $s0, [%x];
  add_u32 $s0, $s0, $s0;
  st_arg_u32 $s0, [%r];
};
`;

const codeObject = (target: string): Uint8Array =>
  hsailCodeObject(
    [ADD, TWICE].map((text) => ({ bytes: assemble(text) })),
    target,
  );

test('a code object with HSAIL has the metadata of its kernels', (t) => {
  const bytes = codeObject('gfx900');
  const { version, target, kernels } = readCodeObject(bytes);
  // LLVM's tools read notes of this alignment only.
  t.is(readElf(new ByteReader(bytes, 'object')).section('.note')!.align, 4);
  t.deepEqual([version, target.processor], [4, 'gfx900']);
  const [k, empty] = kernels.map(({ metadata }) => metadata);
  t.like(k, { '.name': '&k', '.symbol': '&k.kd', '.kernarg_segment_size': 16, '.reqd_workgroup_size': [64, 1, 1] });
  t.deepEqual(
    k!['.args'].map((each) => [each['.name'], each['.type_name'], each['.size'], each['.offset'], each['.value_kind']]),
    [
      ['out', 'uint*', 8, 0, 'global_buffer'],
      ['unused', 'float', 4, 8, 'by_value'],
      ['first', 'uint', 4, 12, 'by_value'],
    ],
  );
  t.like(empty, { '.name': '&empty', '.args': [], '.group_segment_fixed_size': 16, '.wavefront_size': 64 });
});

test('a code object with HSAIL is an image whose kernels are launched', async (t) => {
  const image = readImage(codeObject('gfx803'), 'add.co');
  t.is(image.device, 'hsail');
  const out = new Uint32Array(128);
  for (const engine of ['interp', 'jit'] as const) {
    const launch = { kernel: '&k', engine, globalSize: [128], localSize: [64], arguments: [out, 0, 100] } as const;
    await launched(image, launch);
    t.deepEqual(
      out,
      Uint32Array.from(out, (_, x) => 103 + 2 * x),
    );
    out.fill(0);
  }
});

test('tools read a code object with HSAIL as they read others', async (t) => {
  const path = join(scratchFolder(t), 'add.co');
  writeFileSync(path, codeObject('gfx803'));
  const units = readCode([path]);
  t.deepEqual(
    units.map(({ name, isa }) => [name, isa]),
    [
      ['&k', 'hsail'],
      ['&empty', 'hsail'],
    ],
  );
  t.deepEqual([...units[0]!.sources!.keys()], ['add.hsail', 'twice.hsail']);
  const { stdout } = await atoll(['inspect', '--json', path]);
  const [{ kernels }] = JSON.parse(String(stdout)).objects;
  t.like(kernels[0].descriptor, {
    kernargBytes: 16,
    groupBytes: 0,
    vectorRegisters: readImage(codeObject('gfx803')).kernel('&k').vgprs,
  });
  const damaged = codeObject('gfx803');
  damaged[Buffer.from(damaged).indexOf('HSA BRIG')] = 0;
  t.throws(() => readImage(damaged, 'add.co'), { code: 'BAD_INPUT', message: /^add\.co: / });
});
