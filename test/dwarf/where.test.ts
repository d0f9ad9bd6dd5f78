// DWARF line tables and inlined functions, against LLVM's own tools: each instruction's stack of inlined functions as
// llvm-symbolizer has it; and the code, which is the same bits with and without debug information.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { findToolchain } from '../../src/compiler/clang/toolchain.js';
import { debugSectionsOf } from '../../src/compiler/image/debug-sections.js';
import { ObjectFile } from '../../src/compiler/image/object-file.js';
import type { IrTextModule } from '../../src/compiler/ir/module.js';
import { changeText } from '../../src/compiler/ir/write.js';
import { patchIr } from '../../src/compiler/passes/optimised-ir.js';
import { readLineTable } from '../../src/dwarf/line-table.js';
import { DebugEntries } from '../../src/dwarf/scopes.js';
import { ByteReader } from '../../src/elf/bytes.js';
import { readElf } from '../../src/elf/reader.js';
import { placeText, SourceLocator } from '../../src/source/locator.js';
import { CLANG, image, kernel, temporaryFolder } from '../compiler/setup.js';
import { llvmTool } from '../isa/llvm-mc.js';

const NESTED = `static float square(float x) {
  float y = x * x;
  return y;
}
static float4 helper(__global const float4 *p, int n) {
  float4 s = 0;
  for (int i = 0; i < n; i++)
    s += p[i] * square(s.x) + square(p[i].y);
  return s;
}
__kernel void k(__global float4 *out, __global const float4 *in, int n, __local float *tmp) {
  int id = n * 3;
  tmp[n] = id;
  float4 r = helper(in, n);
  out[id] = r + tmp[0] + helper(in + 5, id);
}
`;

interface Symbolized {
  readonly Symbol: readonly { FunctionName: string; FileName: string; Line: number; Column: number }[];
}

test('the stack of functions at every instruction is the one of llvm-symbolizer', (t) => {
  const folder = temporaryFolder(t);
  const { clang, version } = findToolchain(CLANG.clang).toolchain!;
  writeFileSync(join(folder, 'n.cl'), NESTED);
  const target = ['-target', 'amdgcn-amd-amdhsa', '-mcpu=tahiti', '-mcode-object-version=4', '-nogpulib'];
  const words = ['-x', 'cl', '-cl-std=CL1.2', ...target, '-O2', '-g', '-gdwarf-5', '-gembed-source'];
  const own = ['-gline-tables-only', '-fdebug-compilation-dir=.', '-Xclang', '-emit-llvm', '-S', 'n.cl', '-o', 'n.ll'];
  execFileSync(clang, [...words, ...own], { cwd: folder });
  // Addresses of all sections begin at 0: there must be no other one with code.
  const patch = (module: IrTextModule): IrTextModule => patchIr(module, version);
  writeFileSync(join(folder, 'k.ll'), changeText(readFileSync(join(folder, 'n.ll'), 'utf8'), patch));
  execFileSync(clang, ['-x', 'ir', ...target, '-O2', '-c', 'k.ll', '-o', 'n.o'], { cwd: folder });
  const object = new ObjectFile(readFileSync(join(folder, 'n.o')));
  const symbol = object.function('k')!;
  const sections = debugSectionsOf(object);
  const lines = readLineTable(sections);
  const info = { ...new DebugEntries(sections, lines).of(new Map([[symbol.section, 0]])), sources: lines.sources };
  const where = new SourceLocator(info);
  const offsets = Array.from({ length: symbol.size / 4 }, (_, i) => 4 * i);
  // LLVM's tool reads linked code: it does not support relocations of debug sections of another version.
  execFileSync(llvmTool('ld.lld'), ['-shared', 'n.o', '-o', 'n.so'], { cwd: folder });
  const linked = readElf(new ByteReader(readFileSync(join(folder, 'n.so')), 'n.so'));
  const start = linked.symbols().find(({ name }) => name === 'k')!.value;
  const json = execFileSync(llvmTool('llvm-symbolizer'), ['--obj=n.so', '--output-style=JSON', '--inlines'], {
    cwd: folder,
    input: offsets.map((offset) => `0x${(start + offset).toString(16)}\n`).join(''),
  });
  const theirs = String(json)
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as Symbolized).Symbol);
  let deepest = 0;
  theirs.forEach((stack, i) => {
    const ours = where.at(offsets[i]!)!;
    const shown = stack
      .filter(({ FunctionName }, n) => FunctionName !== 'k' || !/(^k|_k)$/.test(stack[n - 1]?.FunctionName ?? ''))
      .map(({ FunctionName, Line, Column }) => `${FunctionName.replace(/.*_imp_/, '')} ${Line}:${Column}`);
    // Instructions without a line belong to the line before them.
    if (stack[0]!.Line === 0) return;
    t.deepEqual(
      ours.map(({ name, line, column }) => `${name} ${line}:${column}`),
      shown,
      `+0x${offsets[i]!.toString(16)}`,
    );
    deepest = Math.max(deepest, ours.length);
  });
  t.is(deepest, 3);
});

test('a kernel has its functions, call sites and source', async (t) => {
  const { debug } = await kernel(NESTED, '-g');
  const where = new SourceLocator(debug);
  const inner = debug.lines.map(({ pc }) => where.at(pc)!).find((place) => place.length === 3)!;
  t.regex(
    placeText(inner),
    /^program\.cl:2:15 in square, inlined at program\.cl:8:\d+ in helper, inlined at program\.cl:1[45]:\d+ in k$/,
  );
  t.deepEqual(where.excerpt(inner[0]), ['  float y = x * x;', '              ^']);
  t.deepEqual(where.files, ['program.cl']);
  t.is(where.nextLine('program.cl', 5), 7);
  t.true(where.offsetsOf('program.cl', 8).length > 0);
});

test('lines of another file, which #line names, have no excerpt of the text of the program', async (t) => {
  const named = `#define ONE 1\n#line 2 "other.c"\n${NESTED}`;
  const { debug } = (await image(named, '-g')).kernels[0]!;
  const where = new SourceLocator(debug);
  t.true(where.files.includes('other.c'));
  const places = debug.lines.filter(({ file }) => file === 'other.c');
  t.true(places.length > 0);
  t.deepEqual(
    [...debug.sources.keys()].filter((file) => file !== 'program.cl'),
    [],
  );
  t.deepEqual(new Set(places.map((place) => where.text(place))), new Set([undefined]));
});

test('the code is the same bits with and without -g', async (t) => {
  const sources = [NESTED, readFileSync(join('test', 'compiler', 'executed', 'classes.cl'), 'utf8')];
  for (const options of ['', '-cl-opt-disable', '-cl-fast-relaxed-math'])
    for (const source of sources) {
      const cpp = source === NESTED ? options : `${options} -x clc++`;
      const [plain, debug] = [await image(source, cpp), await image(source, `${cpp} -g`)];
      t.deepEqual(
        debug.kernels.map(({ code }) => Buffer.from(code).toString('hex')),
        plain.kernels.map(({ code }) => Buffer.from(code).toString('hex')),
      );
      t.true(debug.kernels.every(({ debug: { lines } }) => lines.length > 0));
    }
});
