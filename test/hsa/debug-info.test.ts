// Debug information of a linked code object, against LLVM's own tool: the line of each instruction, and functions
// inlined.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { findToolchain } from '../../src/compiler/clang/toolchain.js';
import { ByteReader } from '../../src/elf/bytes.js';
import { readElf } from '../../src/elf/reader.js';
import { CodeObjectDebug } from '../../src/hsa/debug-info.js';
import { SourceLocator } from '../../src/source/locator.js';
import { CLANG, temporaryFolder } from '../compiler/setup.js';
import { llvmTool } from '../isa/llvm-mc.js';

/** Two kernels, and two files of one name. */
const KERNELS = `#include "near/part.h"
#include "far/part.h"
kernel void first(global int *p) {
  int sum = 0;
  for (int i = 0; i < p[0]; i++)
    sum += near_part(p[i]);
  p[sum] = sum;
}
kernel void second(global int *p) {
  p[1] = far_part(p[2]);
}
`;
const PARTS = {
  near: 'static int near_part(int x) {\n  return x * x + 1;\n}\n',
  far: '\n\n\nstatic int far_part(int x) {\n  return x / 3;\n}\n',
};

interface Symbolized {
  readonly Address: string;
  readonly Symbol: readonly { FunctionName: string; FileName: string; Line: number; Column: number }[];
}

function link(folder: string): Buffer {
  const { clang } = findToolchain(CLANG.clang).toolchain!;
  for (const [name, text] of Object.entries(PARTS)) {
    execFileSync('mkdir', [join(folder, name)]);
    writeFileSync(join(folder, name, 'part.h'), text);
  }
  writeFileSync(join(folder, 'k.cl'), KERNELS);
  const target = ['-target', 'amdgcn-amd-amdhsa', '-mcpu=gfx900', '-mcode-object-version=4', '-nogpulib'];
  execFileSync(clang, [...target, '-x', 'cl', '-cl-std=CL1.2', '-O2', '-g', '-c', 'k.cl', '-o', 'k.o'], {
    cwd: folder,
  });
  execFileSync(llvmTool('ld.lld'), ['-shared', 'k.o', '-o', 'k.so'], { cwd: folder });
  return readFileSync(join(folder, 'k.so'));
}

test('the stack of functions at every instruction of a linked object is the one of llvm-symbolizer', (t) => {
  const folder = temporaryFolder(t);
  const elf = readElf(new ByteReader(link(folder), 'k.so'));
  const debug = new CodeObjectDebug(elf);
  for (const [kernel, file, part] of [
    ['first', 'near/part.h', 'near_part'],
    ['second', 'far/part.h', 'far_part'],
  ] as const) {
    const { value, size } = elf.symbols().find(({ name }) => name === kernel)!;
    const info = debug.of(value, size);
    const where = new SourceLocator(info);
    const input = Array.from({ length: size / 4 }, (_, n) => `0x${(value + 4 * n).toString(16)}\n`).join('');
    const words = ['--obj=k.so', '--output-style=JSON', '--inlines'];
    const answers = String(execFileSync(llvmTool('llvm-symbolizer'), words, { cwd: folder, input }));
    for (const line of answers.trim().split('\n')) {
      const { Address, Symbol: stack } = JSON.parse(line) as Symbolized;
      // Instructions without a line belong to the line before them.
      if (stack[0]!.Line === 0) continue;
      const ours = where.at(Number(Address) - value)!.map((frame) => ({ ...frame, file: debug.paths.get(frame.file) }));
      const theirs = stack
        .filter(({ FunctionName }, n) => !(FunctionName === kernel && stack[n - 1]?.FunctionName.endsWith(kernel)))
        .map(({ FunctionName, FileName, Line, Column }) => ({
          file: join(folder, FileName.replace(`${folder}/`, '')),
          line: Line,
          column: Column,
          name: FunctionName.replace(/^__clang_ocl_kern_imp_/, ''),
        }));
      t.deepEqual(
        ours.map((frame) => ({ ...frame, file: join(folder, frame.file!.replace(`${folder}/`, '')) })),
        theirs,
        Address,
      );
    }
    // Only code of the kernel itself.
    t.deepEqual([...new Set(info.lines.map((row) => debug.paths.get(row.file)))].length, 2);
    t.true(info.lines.some((row) => debug.paths.get(row.file)!.endsWith(file)));
    t.deepEqual(
      info.scopes.map(({ name }) => name.replace(/^__clang_ocl_kern_imp_/, '')),
      [kernel],
    );
    t.true(JSON.stringify(info.scopes).includes(part));
  }
});
