// The reader and writer of LLVM IR text: text that no pass changes is written back byte for byte.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { functionLines, instructionsOf, mapFunctions } from '../../../src/compiler/ir/module.js';
import { readModule } from '../../../src/compiler/ir/read.js';
import { writeModule } from '../../../src/compiler/ir/write.js';
import { root } from '../../../src/util/paths.js';
import { Random } from '../../emulator/random.js';
import { build } from '../setup.js';

const PASSES = join(root, 'test', 'compiler', 'passes');
const EXECUTED = join(root, 'test', 'compiler', 'executed');
const texts = readdirSync(PASSES)
  .filter((name) => name.endsWith('.ll'))
  .map((name) => readFileSync(join(PASSES, name), 'utf8'));
/** Programs with switches, loops, vectors and functions. */
const PROGRAMS = ['switches', 'turns', 'joins'];

test('reading and writing is the identity', (t) => {
  t.true(texts.length > 20);
  for (const text of texts) t.is(writeModule(readModule(text)), text);
});

test('reading and writing is the identity for any lines in any order', (t) => {
  const lines = texts.flatMap((text) => text.split('\n'));
  const random = new Random(7);
  for (let turn = 0; turn < 300; turn++) {
    const text = Array.from({ length: random.below(40) }, () => lines[random.below(lines.length)]!).join('\n');
    t.is(writeModule(readModule(text)), text);
  }
});

for (const name of PROGRAMS)
  test(`${name}: IR of a whole program`, async (t) => {
    const { ir, log } = await build(readFileSync(join(EXECUTED, `${name}.cl`), 'utf8'), '', { keepIr: true });
    if (ir === undefined) return t.fail(log);
    const module = readModule(ir);
    t.is(writeModule(module), ir);
    const functions = module.parts.flatMap((part) => (part.kind === 'function' ? [part] : []));
    t.is(functions.length, ir.match(/^define /gm)!.length);
    for (const one of functions) {
      const ends = [...instructionsOf(one)].filter(({ opcode }) => /^(?:br|ret|switch|unreachable)$/.test(opcode));
      t.is(ends.length, 1 + one.body.filter(({ kind }) => kind === 'label').length);
      for (const instruction of instructionsOf(one)) {
        t.regex(instruction.opcode, /^[a-z]\w+$/, instruction.line);
        const isArithmetic = /^(?:add|sub|mul|and|or|xor|shl|[al]shr|f(?:add|sub|mul|div|neg)|[if]cmp)$/;
        if (isArithmetic.test(instruction.opcode)) t.is(instruction.withValues(instruction.values), instruction.line);
      }
    }
    return undefined;
  });

test('parts of instructions', (t) => {
  const text = `define void @f() {
  %"a b" = tail call nnan <2 x float> @llvm.fabs.v2f32(<2 x float> %v), !dbg !1
  %x = add nuw nsw i32 %y, -1, !dbg !2
  %c = fcmp fast ogt <2 x float> %v, <float 1.0, float 2.0>
  %s = select i1 %c, ptr addrspace(1) %p, ptr addrspace(1) null
  switch i32 %x, label %d [
    i32 0, label %a
  ], !dbg !3
}`;
  const [one] = readModule(text).parts;
  if (one?.kind !== 'function') return t.fail('no function');
  const [call, sum, comparison, choice, cases] = [...instructionsOf(one)];
  t.like(call, { result: '%"a b"', opcode: 'call', attached: ', !dbg !1' });
  t.like(sum, { opcode: 'add', flags: 'nuw nsw ', type: 'i32', values: ['%y', '-1'] });
  t.is(sum!.withValues(['%z', '2']), '  %x = add nuw nsw i32 %z, 2, !dbg !2');
  t.like(comparison, { predicate: 'ogt', type: '<2 x float>', values: ['%v', '<float 1.0, float 2.0>'] });
  t.deepEqual(choice!.operands, ['i1 %c', 'ptr addrspace(1) %p', 'ptr addrspace(1) null']);
  t.like(cases, { opcode: 'switch', result: undefined });
  t.is(cases!.lines.length, 3);
  t.is(functionLines(one).join('\n'), text);
  return undefined;
});

test('a module of which no function changes is the same value', (t) => {
  const module = readModule(texts[0]!);
  t.is(
    mapFunctions(module, (one) => one),
    module,
  );
});
