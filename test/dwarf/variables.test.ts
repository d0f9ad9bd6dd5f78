// Variables against LLVM's own reader: every parameter and variable of a kernel and of what was inlined into it is
// as in llvm-dwarfdump for the same object; and records of values that clang keeps in memory.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'ava';
import { SECTION_ARGS } from '../../src/compiler/clang/clang-args.js';
import { findToolchain } from '../../src/compiler/clang/toolchain.js';
import { debugSectionsOf } from '../../src/compiler/image/debug-sections.js';
import { ObjectFile } from '../../src/compiler/image/object-file.js';
import type { IrTextModule } from '../../src/compiler/ir/module.js';
import { changeText } from '../../src/compiler/ir/write.js';
import { debugValues } from '../../src/compiler/passes/debug-values.js';
import { patchIr } from '../../src/compiler/passes/optimised-ir.js';
import { readLineTable } from '../../src/dwarf/line-table.js';
import { DebugEntries } from '../../src/dwarf/scopes.js';
import type { SourceScope } from '../../src/source/debug-info.js';
import { OP, readOperations } from '../../src/source/dwarf-operations.js';
import { root } from '../../src/util/paths.js';
import { CLANG, temporaryFolder } from '../compiler/setup.js';
import { llvmTool } from '../isa/llvm-mc.js';

/** A function with one line, changed. */
function valuesWithoutMemory(line: string): string {
  const [head, end] = ['define void @f() {\n', '}\n'];
  return changeText(`${head}${line}${end}`, debugValues.run).slice(head.length, -end.length);
}

const SOURCE = `typedef struct { int a; float b[3]; float4 v; } S;
static int square(int x) { int y = x * x; return y + 1; }
__kernel void k(__global int *out, __global const int *in, int n, __global S *all) {
  int acc = 0;
  S s = all[n];
  for (int i = 0; i < n; i++) { int t = square(in[i]); acc += t * s.a; out[i] = acc; }
  int big[40];
  for (int q = 0; q < n; q++) big[(q * n) % 40] = q + acc;
  out[n] = acc + s.b[1] + big[acc % 40] + s.v.x;
}
`;

/** The one of the compiler's own version: others fail at relocations that they do not support. */
function dumper(clang: string): string {
  const besides = [clang, findToolchain(undefined).toolchain!.clang].map((path) =>
    join(dirname(realpathSync(path)), 'llvm-dwarfdump'),
  );
  return besides.find((path) => existsSync(path)) ?? llvmTool('llvm-dwarfdump');
}

const registerName = (number: number): string =>
  number >= 2560 ? `VGPR${number - 2560}` : number >= 1088 ? `SGPR${number - 1024}` : `SGPR${number - 32}`;

function ours(scopes: readonly SourceScope[]): string[] {
  return scopes.flatMap(({ variables = [], scopes: inner }) => [
    ...variables.flatMap(({ name, locations }) =>
      locations.flatMap(({ start, end, expression }) => {
        const operations = readOperations(Buffer.from(expression, 'hex')) ?? [];
        const registers = operations.filter(({ code }) => code === OP.regx || (code >= OP.reg0 && code <= OP.reg31));
        if (registers.length === 0) return [];
        const names = registers.map(({ code, operands }) =>
          registerName(code === OP.regx ? Number(operands[0]) : code - OP.reg0),
        );
        return [`${name} ${start}-${end} ${names.join(' ')}`];
      }),
    ),
    ...ours(inner),
  ]);
}

/** Of everything behind the concrete function of the kernel: lists with register locations. */
function theirs(dump: string): string[] {
  const lines: string[] = [];
  let pending: string[] = [];
  for (const line of dump.split('\n')) {
    if (/^0x[0-9a-f]+: +DW_TAG/.test(line)) pending = [];
    const place = /\[0x([0-9a-f]+), +0x([0-9a-f]+)\): (.*?)\)?$/.exec(line);
    if (place) {
      const registers = [...place[3]!.matchAll(/DW_OP_regx? ?([SV]GPR\d+)|DW_OP_reg\d+ ([SV]GPR\d+)/g)];
      if (registers.length > 0)
        pending.push(
          `${Number.parseInt(place[1]!, 16)}-${Number.parseInt(place[2]!, 16)} ${registers.map((each) => each[1] ?? each[2]).join(' ')}`,
        );
    }
    const name = /DW_AT_(?:abstract_origin|name)\t\((?:0x[0-9a-f]+ )?"(\w+)"\)/.exec(line)?.[1];
    if (name) lines.push(...pending.splice(0).map((each) => `${name} ${each}`));
  }
  return lines;
}

const { clang, version } = findToolchain(CLANG.clang).toolchain!;

/**
 * The object of a source with debug information, `n.o` in the folder, with the repairs of the version.
 * @returns whether any repair changed it
 */
function compileRepaired(folder: string, source: string): boolean {
  writeFileSync(join(folder, 'n.cl'), source);
  const target = ['-target', 'amdgcn--', '-mcpu=tahiti', '-nogpulib', ...SECTION_ARGS];
  const words = ['-x', 'cl', '-cl-std=CL1.2', ...target, '-O2', '-gdwarf-5', '-fdebug-compilation-dir=.'];
  execFileSync(clang, [...words, '-Xclang', '-finclude-default-header', '-emit-llvm', '-S', 'n.cl', '-o', 'n.ll'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const patch = (module: IrTextModule): IrTextModule => patchIr(module, version);
  const text = readFileSync(join(folder, 'n.ll'), 'utf8');
  const repaired = changeText(text, patch);
  writeFileSync(join(folder, 'k.ll'), repaired);
  execFileSync(clang, ['-x', 'ir', ...target, '-O2', '-c', 'k.ll', '-o', 'n.o'], { cwd: folder });
  return repaired !== text;
}

test('variables have the places of llvm-dwarfdump', (t) => {
  const folder = temporaryFolder(t);
  compileRepaired(folder, SOURCE);
  const object = new ObjectFile(readFileSync(join(folder, 'n.o')));
  const sections = debugSectionsOf(object);
  const symbol = object.function('k')!;
  const { scopes, types } = new DebugEntries(sections, readLineTable(sections)).of(new Map([[symbol.section, 0]]), 0);
  const dump = execFileSync(dumper(clang), ['--debug-info', 'n.o'], { cwd: folder, encoding: 'utf8' });
  const entries = ours(scopes).sort();
  t.true(entries.length >= 4, entries.join('\n'));
  t.deepEqual(entries, theirs(dump).sort());
  t.true(dump.includes('DW_OP_fbreg'));
  const big = scopes.flatMap((scope) => [scope, ...scope.scopes]).flatMap(({ variables = [] }) => variables);
  const array = big.find(({ name, locations }) => name === 'big' && locations.length > 0)!;
  t.deepEqual(types![array.type], {
    kind: 'array',
    size: 160,
    element: types!.findIndex((type) => type.kind === 'signed'),
    counts: [40],
  });
  const struct = types!.find((type) => type.kind === 'struct' && type.name === 'S')!;
  t.true(struct.kind === 'struct');
  t.deepEqual(struct.kind === 'struct' && struct.members.map(({ name, offset }) => [name, offset]), [
    ['a', 0],
    ['b', 4],
    ['v', 16],
  ]);
});

/** Kernels that the repairs of the IR change. */
const REPAIRED = ['private-joins', 'turns', 'unsigned-divisions', 'saturated', 'negated-vectors'];

test('llvm-dwarfdump --verify finds nothing in repaired code', (t) => {
  const sources = REPAIRED.map((name) =>
    readFileSync(join(root, 'test', 'compiler', 'executed', `${name}.cl`), 'utf8'),
  );
  let changed = 0;
  for (const source of [SOURCE, ...sources]) {
    const folder = temporaryFolder(t);
    if (compileRepaired(folder, source)) changed++;
    t.regex(execFileSync(dumper(clang), ['--verify', 'n.o'], { cwd: folder, encoding: 'utf8' }), /^No errors\.$/m);
  }
  t.true(changed >= 3, `repaired: ${changed}`);
});

test('records of values do not refer to memory; those of addresses do', (t) => {
  const memory = 'DW_OP_constu, 5, DW_OP_swap, DW_OP_xderef';
  const value = (words: string): string => `    #dbg_value(i32 %x, !1, !DIExpression(${words}), !2)\n`;
  t.is(valuesWithoutMemory(value(memory)), value(''));
  const fragment = 'DW_OP_LLVM_fragment, 0, 32';
  t.is(valuesWithoutMemory(value(`${memory}, ${fragment}`)), value(fragment));
  t.is(valuesWithoutMemory(value(`DW_OP_plus_uconst, 4, ${memory}`)), value('DW_OP_plus_uconst, 4'));
  const call = (words: string): string =>
    `  call void @llvm.dbg.value(metadata i32 %x, metadata !1, metadata !DIExpression(${words})), !dbg !2\n`;
  t.is(valuesWithoutMemory(call(memory)), call(''));
  const declared = value(memory).replace('#dbg_value', '#dbg_declare');
  t.is(valuesWithoutMemory(declared), declared);
  t.is(valuesWithoutMemory(value(`${memory}, DW_OP_deref`)), value(`${memory}, DW_OP_deref`));
});
