// Code objects of BRIG that are kept: found by the bytes of their modules, before any is translated.

import test from 'ava';
import { chipById } from '../../src/chips/chips.js';
import { finalizeBrig } from '../../src/compiler/finalize.js';
import { IrProgram } from '../../src/hsail/finalizer/ir-program.js';
import { temporaryFolder } from '../compiler/setup.js';
import { brigModule } from './finalized.js';

const moduleOf = (name: string, value: number) =>
  brigModule(`module &${name}:1:0:$full:$large:$default;
prog kernel &${name}(kernarg_u64 %p)
{
  ld_kernarg_u64 $d0, [%p];
  st_global_u32 ${value}, [$d0];
  ret;
};
`);

test.serial('a kept code object needs no translation, which IR gets at request', async (t) => {
  const cacheDir = temporaryFolder(t);
  const finalize = (keepIr = false) =>
    finalizeBrig([moduleOf('a', 1), moduleOf('b', 2)], chipById('fiji')!, { cacheDir, keepIr });
  const { text } = IrProgram.prototype;
  let translations = 0;
  IrProgram.prototype.text = function count(this: IrProgram) {
    translations++;
    return text.call(this);
  };
  try {
    const first = await finalize();
    t.is(translations, 1);
    const second = await finalize();
    t.is(translations, 1);
    t.true(second.cached);
    t.deepEqual(Buffer.from(second.codeObject), Buffer.from(first.codeObject));
    t.is(second.ir, undefined);
    const { ir = '', codeObject } = await finalize(true);
    t.is(translations, 2);
    t.regex(ir, /amdgpu_kernel void @"&a"[\s\S]*amdgpu_kernel void @"&b"/);
    t.deepEqual(Buffer.from(codeObject), Buffer.from(first.codeObject));
  } finally {
    IrProgram.prototype.text = text;
  }
});

test('other modules, another order, another chip: another code object', async (t) => {
  const cacheDir = temporaryFolder(t);
  const [a, b] = [moduleOf('a', 1), moduleOf('b', 2)];
  const cases = [
    { modules: [a, b], chip: 'fiji' },
    { modules: [b, a], chip: 'fiji' },
    { modules: [a], chip: 'fiji' },
    { modules: [a, moduleOf('b', 3)], chip: 'fiji' },
    { modules: [a, b], chip: 'vega10' },
  ];
  for (const { modules, chip } of cases) t.false((await finalizeBrig(modules, chipById(chip)!, { cacheDir })).cached);
});

test('a damaged module is refused with its name', async (t) => {
  const bytes = moduleOf('a', 1).bytes.subarray(0, -4);
  await t.throwsAsync(finalizeBrig([{ name: 'v.brig', bytes }], chipById('fiji')!, { cacheDir: temporaryFolder(t) }), {
    code: 'BAD_INPUT',
    message: /^v\.brig: /,
  });
});
