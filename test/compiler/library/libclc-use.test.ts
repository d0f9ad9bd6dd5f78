// Programs are linked with libclc only where they need it.

import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'ava';
import { findToolchain } from '../../../src/compiler/clang/toolchain.js';
import { lacksFunctions, looksLikeLibclc, namesOfLibclc } from '../../../src/compiler/library/libclc-use.js';
import { bytes, CLANG, newFrontEnd, temporaryFolder } from '../setup.js';

test('names stand in the symbol table of bitcode; functions that our library has in full are not counted', (t) => {
  const libclc = bytes('\0_Z3fooi_Z3food_Z13get_global_idj__clc_table_Z4convf\0_Z99no');
  t.deepEqual(namesOfLibclc(libclc, bytes('_Z13get_global_idj_Z3fooi')).sort(), ['conv', 'foo']);
});

test('names in sources and options are recognised; pasted ones and included ones are expected', (t) => {
  const names = new Set(['sqrt']);
  t.true(looksLikeLibclc(['int i;', 'x = sqrt(y);'], names));
  t.true(looksLikeLibclc(['', '-DF=sqrt'], names));
  t.true(looksLikeLibclc(['#define F(x) sq##x'], names));
  t.true(looksLikeLibclc(['# include "f.h"'], names));
  t.false(looksLikeLibclc(['x = native_sqrt(sqrtf);'], names));
});

test('a module lacks functions when it declares others than intrinsics', (t) => {
  t.false(lacksFunctions('declare i32 @llvm.amdgcn.workitem.id.x()\ndefine void @f() {\n}\n'));
  t.true(lacksFunctions('define void @f() {\n}\ndeclare float @_Z4sqrtf(float)\n'));
});

/** Kernels by what clang has to do for them: which of its runs on the source link libclc. */
const KERNELS: readonly (readonly [string, boolean[]])[] = [
  ['__kernel void k(__global int *p) { p[get_global_id(0)] += 1; }', [false]],
  ['__kernel void k(__global float *p) { p[get_global_id(0)] = sinh(p[0]); }', [true]],
  // A name that is not visible: the remaining calls show it.
  ['__kernel void k(__global float *p) { p[get_global_id(0)] = si\\\nnh(p[0]); }', [false, true]],
];

test('libclc is linked when it is needed, and only then', async (t) => {
  const { toolchain } = findToolchain(CLANG.clang);
  const folder = temporaryFolder(t);
  const log = join(folder, 'log');
  const clang = join(folder, `clang-${toolchain!.version}`);
  writeFileSync(clang, `#!/bin/sh\necho "$@" >> ${log}\nexec ${toolchain!.clang} "$@"\n`, { mode: 0o755 });
  const frontEnd = newFrontEnd({ clang, libclcFolders: [dirname(toolchain!.libclc)] });
  const build = (source: string) =>
    frontEnd.build({ kind: 'build', source: bytes(source), options: '', device: 'tahiti' });
  await build(KERNELS[0]![0]); // Makes the library.
  for (const [source, expected] of KERNELS) {
    writeFileSync(log, '');
    const result = await build(source);
    t.is(result.status, 'success', result.log);
    const runs = readFileSync(log, 'latin1').split('\n');
    t.deepEqual(
      runs.filter((words) => words.includes(' program.cl ')).map((words) => words.includes(toolchain!.libclc)),
      expected,
      source,
    );
  }
  await frontEnd.dispose();
});
