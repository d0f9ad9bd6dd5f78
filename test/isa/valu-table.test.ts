// The definitions of VOP1, VOP2, VOP3 and VOPC against the table of opcodes on which LLVM and CLRX agree.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import type { InstructionDef } from '../../src/isa/define.js';
import { hsail } from '../../src/isa/hsail/index.js';
import { DEFAULT_ISA } from '../../src/isa/isas.js';
import { type Ex, OPS } from '../../src/isa/language/expr.js';
import { FUNCTIONS, pureFunction } from '../../src/isa/language/functions.js';
import { visitExpressions } from '../../src/isa/language/trees.js';
import { loadIsa } from '../../src/isa/load-isa.js';
import { exceptionStatement } from '../../src/isa/raised-exceptions.js';
import { familyOf } from './southern-islands.js';

const VOP1 = familyOf('VOP1');
const VOP2 = familyOf('VOP2');
const VOP3 = familyOf('VOP3');
const VOPC = familyOf('VOPC');

const FAMILIES: Readonly<Record<string, readonly InstructionDef[]>> = { VOP1, VOP2, VOP3, VOPC };
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SHARED = process.env['ATOLL_SHARED'] ?? join(ROOT, '..', 'shared');
const OPCODES = join(SHARED, 'isa', 'gfx600-opcodes.tsv');

/** VOP3 opcodes that are not forms of VOPC (0-255), VOP2 (256-319) or VOP1 (384-511). */
const isOwnVop3 = (opcode: number): boolean => opcode >= 320 && opcode < 384;

test('the families have as many instructions as the chip', (t) => {
  // Rows of the opcode table; VOP1 and VOP3 include v_mov_fed_b32 and v_qsad_u8, which LLVM does not have.
  t.is(VOP1.length, 60);
  t.is(VOP2.length, 50);
  t.is(VOPC.length, 196);
  t.is(VOP3.length, 53);
});

test('names and opcodes are unique within a family', (t) => {
  for (const defs of Object.values(FAMILIES)) {
    t.is(new Set(defs.map((def) => def.name)).size, defs.length);
    t.is(new Set(defs.map((def) => def.opcode)).size, defs.length);
  }
});

// Without the table, the counts above and the encodings in other tests still hold.
if (existsSync(OPCODES))
  test('every opcode of the table is defined under its name', (t) => {
    const rows = readFileSync(OPCODES, 'utf8')
      .split('\n')
      .filter((line) => /^VOP[123C]\t/.test(line))
      .map((line) => line.split('\t') as [family: string, opcode: string, llvm: string, clrx: string]);
    let checked = 0;
    for (const [family, opcode, llvm, clrx] of rows) {
      if (family === 'VOP3' && !isOwnVop3(Number(opcode))) continue;
      const name = (llvm === '-' ? clrx : llvm).split('/')[0];
      const def = FAMILIES[family]!.find((candidate) => candidate.opcode === Number(opcode));
      t.is(def?.name, name, `${family} ${opcode}`);
      checked++;
    }
    t.is(checked, VOP1.length + VOP2.length + VOP3.length + VOPC.length);
  });

const everyNode = (visit: (ex: Ex, def: InstructionDef) => void): void => {
  for (const def of Object.values(FAMILIES).flat()) visitExpressions(def.semantics, (ex) => visit(ex, def));
};

test('all instructions execute', (t) => {
  for (const def of Object.values(FAMILIES).flat()) t.is(def.support.level, 'full', def.name);
});

test('trees are well typed: operators, calls and writes', (t) => {
  everyNode((ex, def) => {
    if (ex.kind === 'op') {
      const [result, ...args] = OPS[ex.op];
      t.is(ex.ty, result, `${def.name}: ${ex.op}`);
      t.deepEqual(
        ex.args.map((arg) => arg.ty),
        args,
        `${def.name}: ${ex.op}`,
      );
    } else if (ex.kind === 'call') {
      const fn = pureFunction(ex.name);
      t.is(fn?.result, ex.ty, `${def.name}: ${ex.name}`);
      t.deepEqual(
        ex.args.map((arg) => arg.ty),
        [...(fn?.args ?? [])],
        `${def.name}: ${ex.name}`,
      );
    }
  });
});

test('every function is used, and no other name is a function', async (t) => {
  const used = new Set<string>();
  const note = (ex: Ex): void => {
    if (ex.kind === 'call') used.add(ex.name);
  };
  everyNode(note);
  for (const isa of [DEFAULT_ISA, hsail, ...(await Promise.all(['gfx803', 'gfx906'].map(loadIsa)))])
    for (const def of isa.table.all)
      visitExpressions([...def.semantics, ...[exceptionStatement(def)].filter((each) => each !== undefined)], note);
  for (const name of Object.keys(FUNCTIONS)) t.true(used.has(name), name);
  t.is(pureFunction('toString'), undefined);
  t.is(pureFunction('no_such_function'), undefined);
});
