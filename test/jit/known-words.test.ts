// Instructions whose operands are constants in registers: compiled code with them folded in does what the interpreter
// does, and forgets a constant where it may be another one.

import test from 'ava';
import { CodeReader } from '../../src/emulator/code.js';
import { createInterpreter } from '../../src/emulator/interpreter/interpreter.js';
import type { Stmt } from '../../src/isa/language/expr.js';
import { visitExpressions } from '../../src/isa/language/trees.js';
import { FlowGraph } from '../../src/jit/analysis/flow.js';
import { foldKnownWords } from '../../src/jit/analysis/fold-known.js';
import { createJit } from '../../src/jit/engine/jit.js';
import { kindOf } from '../../src/jit/kernel/compilable.js';
import { CODE, createMemory, launchOf } from '../emulator/harness.js';
import { Machine } from '../emulator/machine.js';
import { assemble } from '../isa/southern-islands.js';

const MODE = 0xf0;
/** Every class of a f32, in lanes of v1; and of a f64 in v[2:3]. */
const SINGLES = [
  0x7f80_0001, 0x7fc0_0000, 0xff80_0000, 0xc2f6_0000, 0x8000_0001, 0x8000_0000, 0, 0x0000_0001, 0x3f80_0000,
  0x7f80_0000, 0xff80_0001, 0xffc0_0001, 0x7f7f_ffff, 0x0080_0000, 0x007f_ffff, 0x807f_ffff,
];
const DOUBLES = [
  0x7ff0_0000_0000_0001n,
  0x7ff8_0000_0000_0000n,
  0xfff0_0000_0000_0000n,
  0xc000_0000_0000_0000n,
  0x8000_0000_0000_0001n,
  0x8000_0000_0000_0000n,
  0n,
  0x0000_0001_0000_0000n,
  0x3ff0_0000_0000_0000n,
  0x7ff0_0000_0000_0000n,
];

const wordsOf = (lines: readonly string[]): Uint32Array => {
  const { words, problems } = assemble(lines.join('\n'));
  if (problems.length > 0) throw new Error(problems.map(({ text, message }) => `'${text}': ${message}`).join('\n'));
  return words;
};

function state(): number[] {
  const words: number[] = Array(24 * 64 + 40).fill(0);
  for (let lane = 0; lane < 64; lane++) {
    const double = DOUBLES[lane % DOUBLES.length]!;
    words[lane] = lane;
    words[64 + lane] = SINGLES[lane % SINGLES.length]!;
    words[128 + lane] = Number(BigInt.asUintN(32, double));
    words[192 + lane] = Number(double >> 32n);
    words[256 + lane] = (lane * 0x0123_4567) >>> 0;
  }
  return words;
}

const machines = [new Machine((memory) => createJit(memory)), new Machine((memory) => createInterpreter(memory))];
const STORE = [
  's_mov_b64 exec, -1',
  'v_lshlrev_b32 v20, 2, v0',
  's_mov_b32 s49, 0',
  's_mov_b32 s50, 0x100000',
  's_mov_b32 s51, 0',
  'v_mov_b32 v21, vcc_lo',
  'v_mov_b32 v22, vcc_hi',
  ...[5, 6, 7, 8, 21, 22].map(
    (register, i) => `buffer_store_dword v${register}, v20, s[48:51], 0 offen offset:${256 * i}`,
  ),
  's_endpgm',
];
/** Results of a program in v5 to v8 and in vcc: of compiled code, and of the interpreter. */
const results = (lines: readonly string[]): readonly (readonly number[])[] =>
  machines.map((machine) => {
    machine.run(wordsOf([...lines, ...STORE]), state(), MODE, 0);
    return [...machine.data(6 * 64)];
  });

/** Operators of the last instruction of the block in which a program begins, after folding. */
function operatorsOfLast(lines: readonly string[]): number {
  const memory = createMemory();
  const launch = launchOf(memory, wordsOf([...lines, 's_endpgm']), { vgprs: 24 });
  const graph = new FlowGraph(
    new CodeReader(memory, launch),
    [{ pc: CODE, mode: MODE }],
    (placed, mode) => kindOf(placed, mode) !== undefined,
  );
  foldKnownWords(graph);
  const statements: readonly Stmt[] = graph.blocks[graph.index.get(`${CODE}:${MODE}`)!]!.body.at(-1)!.statements;
  let count = 0;
  visitExpressions(statements, (ex) => {
    count += Number(ex.kind === 'op');
  });
  return count;
}

for (const [width, value] of [
  ['f32', 'v1'],
  ['f64', 'v[2:3]'],
] as const) {
  test(`every single class of ${width}, and every pair of classes, is distinguished from the others`, (t) => {
    for (let first = 0; first < 10; first++) {
      const lines: string[] = [];
      for (let second = 0; second < 10; second++) {
        const mask = (1 << first) | (1 << second);
        lines.push(
          `v_mov_b32 v9, 0x${mask.toString(16)}`,
          `s_mov_b32 s20, 0x${(mask ^ 0x3ff).toString(16)}`,
          `v_cmp_class_${width} vcc, ${value}, v9`,
          'v_cndmask_b32 v10, 0, 1, vcc',
          'v_lshlrev_b32 v5, 1, v5',
          'v_or_b32 v5, v5, v10',
          `v_cmp_class_${width} vcc, ${value}, s20`,
          'v_cndmask_b32 v10, 0, 1, vcc',
          'v_lshlrev_b32 v6, 1, v6',
          'v_or_b32 v6, v6, v10',
        );
      }
      const [compiled, interpreted] = results(lines);
      t.deepEqual(compiled, interpreted);
    }
  });
}

test('counts of shifts and places of bit fields in registers', (t) => {
  const [compiled, interpreted] = results([
    'v_mov_b32 v9, 35',
    's_mov_b32 s20, 12',
    's_lshl_b32 s21, s20, 1',
    'v_lshlrev_b32 v5, v9, v4',
    'v_bfe_u32 v6, v4, v9, s20',
    'v_bfe_i32 v7, v4, 3, s21',
    'v_ashrrev_i32 v8, v9, v4',
    'v_mov_b32_e64 v9, -v9',
    'v_cmp_lt_u32 vcc, v9, v4',
  ]);
  t.deepEqual(compiled, interpreted);
});

test('a constant is forgotten where lanes come back that have another one', (t) => {
  const [compiled, interpreted] = results([
    'v_mov_b32 v9, 0x3',
    'v_cmp_lt_u32 vcc, 20, v0',
    's_and_saveexec_b64 s[20:21], vcc',
    'v_mov_b32 v9, 0x204',
    'v_cmp_class_f32 vcc, v1, v9',
    'v_cndmask_b32 v6, 0, 1, vcc',
    's_mov_b64 exec, s[20:21]',
    'v_cmp_class_f32 vcc, v1, v9',
    'v_cndmask_b32 v5, 0, 1, vcc',
  ]);
  t.deepEqual(compiled, interpreted);
});

test('a constant is forgotten where ways meet that set different ones, and in loops that change it', (t) => {
  for (const way of [0, 1]) {
    const [compiled, interpreted] = results([
      `s_mov_b32 s22, ${way}`,
      'v_mov_b32 v9, 0x3',
      's_movk_i32 s20, 0x60',
      's_cmp_eq_u32 s22, 0',
      's_cbranch_scc1 join',
      'v_mov_b32 v9, 0x204',
      's_movk_i32 s20, 0x1f8',
      'join:',
      'v_cmp_class_f32 vcc, v1, v9',
      'v_cndmask_b32 v5, 0, 1, vcc',
      'v_cmp_class_f32 vcc, v1, s20',
      'v_cndmask_b32 v6, 0, 1, vcc',
      's_mov_b32 s23, 3',
      'v_mov_b32 v9, 1',
      'loop:',
      'v_cmp_class_f32 vcc, v1, v9',
      'v_cndmask_b32 v10, 0, 1, vcc',
      'v_lshlrev_b32 v7, v9, v7',
      'v_or_b32 v7, v7, v10',
      'v_add_i32 v9, vcc, 1, v9',
      's_sub_u32 s23, s23, 1',
      's_cmp_lg_u32 s23, 0',
      's_cbranch_scc1 loop',
    ]);
    t.deepEqual(compiled, interpreted);
  }
});

test('v_cmp_class: classes outside of a constant mask are not computed', (t) => {
  const unknown = operatorsOfLast(['v_cmp_class_f32 vcc, v1, v9']);
  const any = operatorsOfLast(['v_mov_b32 v9, 0x3ff', 'v_cmp_class_f32 vcc, v1, v9']);
  const nan = operatorsOfLast(['s_mov_b32 s20, 3', 'v_cmp_class_f32 vcc, v1, s20']);
  t.is(any, 0);
  t.true(nan < 12 && nan < unknown / 2, `${nan} of ${unknown}`);
  // v9 is a constant in the lanes that are active, which EXEC may not be any more.
  const grown = ['v_mov_b32 v9, 0x3', 's_mov_b64 exec, -1', 'v_cmp_class_f32 vcc, v1, v9'];
  t.is(operatorsOfLast(grown), unknown);
  t.is(operatorsOfLast(grown.map((line) => line.replace('exec, -1', 'exec, exec'))), unknown);
  t.true(
    operatorsOfLast(grown.map((line) => line.replace('s_mov_b64 exec, -1', 's_and_b64 exec, exec, s[2:3]'))) < unknown,
  );
});
