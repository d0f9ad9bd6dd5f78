// Divisions of f32 that compiled code fuses equal the interpreter's results of their eleven instructions, bit by
// bit, and are left as they are where the difference is observable.

import test from 'ava';
import { CodeReader } from '../../src/emulator/code.js';
import { createInterpreter } from '../../src/emulator/interpreter/interpreter.js';
import { findDivisions, withDivisions } from '../../src/jit/analysis/divisions.js';
import { FlowGraph, type Placed } from '../../src/jit/analysis/flow.js';
import { Liveness } from '../../src/jit/analysis/liveness.js';
import { createJit } from '../../src/jit/engine/jit.js';
import { kindOf } from '../../src/jit/kernel/compilable.js';
import { CODE, createMemory, launchOf } from '../emulator/harness.js';
import { Machine } from '../emulator/machine.js';
import { assemble } from '../isa/southern-islands.js';
import { denormals } from './denormals.js';
import { CompiledAtOnce, LEVELS } from './native/compiled.js';

const wordsOf = (lines: readonly string[]): Uint32Array => {
  const { words, problems } = assemble(lines.join('\n'));
  if (problems.length > 0) throw new Error(problems.map(({ text, message }) => `'${text}': ${message}`).join('\n'));
  return words;
};

/** MODE that keeps denormals of f32, flushes them, and does one of both. */
const MODES = { keep: 0xf0, flush: 0xc0, results: 0xd0, operands: 0xe0 } as const;

interface Parts {
  readonly denominator?: string;
  readonly numerator?: string;
  /** Lines between the scaled operands and the rest, among the steps, and behind the quotient. */
  readonly early?: readonly string[];
  readonly among?: readonly string[];
  readonly late?: readonly string[];
}

/** v3 = v1 / v2, as compilers have it; with denormals in between where MODE has none. */
function division(mode: number, parts: Parts = {}): readonly string[] {
  const { denominator = 'v2', numerator = 'v1', early = [], among = [], late = [] } = parts;
  const switches = mode !== MODES.keep;
  const bits = (mode >>> 4) & 3;
  return [
    `v_div_scale_f32 v4, s[20:21], ${denominator}, ${denominator}, ${numerator}`,
    `v_div_scale_f32 v5, vcc, ${numerator}, ${denominator}, ${numerator}`,
    ...early,
    'v_rcp_f32 v6, v4',
    ...(switches ? ['s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 3'] : []),
    'v_fma_f32 v7, -v4, v6, 1.0',
    'v_fma_f32 v6, v7, v6, v6',
    'v_mul_f32 v7, v5, v6',
    ...among,
    'v_fma_f32 v8, -v4, v7, v5',
    'v_fma_f32 v7, v8, v6, v7',
    'v_fma_f32 v4, -v4, v7, v5',
    ...(switches ? [`s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), ${bits}`] : []),
    'v_div_fmas_f32 v4, v4, v6, v7',
    `v_div_fixup_f32 v3, v4, ${denominator}, ${numerator}`,
    ...late,
  ];
}

/** How many divisions of a program are done at once. */
function sharedDivisions(lines: readonly string[], mode: number): number {
  const memory = createMemory();
  const reader = new CodeReader(memory, launchOf(memory, wordsOf(lines), { vgprs: 24 }));
  const make = (replaced?: ReadonlyMap<string, Placed>): FlowGraph =>
    new FlowGraph(
      reader,
      [{ pc: CODE, mode }],
      (placed, bits) => kindOf(placed, bits) !== undefined,
      undefined,
      replaced,
    );
  const graph = make();
  let count = 0;
  withDivisions(
    graph,
    findDivisions(graph, () => new Liveness(graph, false)),
    (divisions) => {
      count = divisions.length;
      return make(new Map(divisions.flatMap((each) => [...each])));
    },
  );
  return count;
}

const PAIRS = 4096;
/** Bytes of operands: numerators, denominators, quotients follow one another. */
const BYTES = 4 * PAIRS;
const around = (body: readonly string[]): readonly string[] => [
  's_mov_b32 s49, 0',
  's_mov_b32 s50, 0x100000',
  's_mov_b32 s51, 0',
  'v_lshlrev_b32 v20, 2, v0',
  `s_mov_b32 s22, ${BYTES}`,
  `s_mov_b32 s23, ${2 * BYTES}`,
  `s_mov_b32 s24, ${PAIRS / 64}`,
  's_mov_b32 s25, 0x3f400000',
  'loop:',
  'buffer_load_dword v1, v20, s[48:51], 0 offen',
  'buffer_load_dword v2, v20, s[48:51], s22 offen',
  's_waitcnt vmcnt(0)',
  ...body,
  'buffer_store_dword v3, v20, s[48:51], s23 offen',
  'v_add_i32 v20, vcc, 0x100, v20',
  's_sub_i32 s24, s24, 1',
  's_cmp_lg_u32 s24, 0',
  's_cbranch_scc1 loop',
  's_endpgm',
];

const machines = [
  new Machine((memory) => createJit(memory, { denormals })),
  new Machine((memory) => createInterpreter(memory)),
];
const lanes = [...Array(64).keys(), ...Array(23 * 64 + 40).fill(0)] as readonly number[];
/** Quotients that a machine computes. */
function quotients(machine: Machine, lines: readonly string[], mode: number, operands: readonly number[]): number[] {
  machine.run(wordsOf(lines), lanes, mode, 0, operands);
  return [...machine.data(3 * PAIRS).subarray(2 * PAIRS)];
}
const results = (lines: readonly string[], mode: number, operands: readonly number[]): readonly (readonly number[])[] =>
  machines.map((machine) => quotients(machine, lines, mode, operands));

/** Numbers of every kind: by far most of them near 1, and a few at all edges. */
const EDGES = [
  0, 0x8000_0000, 1, 0x8000_0001, 0x007f_ffff, 0x0080_0000, 0x0080_0001, 0x7f7f_ffff, 0x7f80_0000, 0xff80_0000,
  0x7fc0_0000, 0xffc1_2345, 0x7f80_0001, 0x3f80_0000, 0x3f7f_ffff, 0x3f80_0001, 0x27ff_ffff, 0x2800_0000, 0x577f_ffff,
  0x5780_0000, 0x5700_0000, 0x0c00_0000, 0x4b80_0000, 0x7e80_0000,
];
function operandsFrom(seed: number): readonly number[] {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 0x0019_660d) + 0x3c6e_f35f) >>> 0;
    return ((state ^ (state >>> 15)) * 0x2c1b_3c6d) >>> 0;
  };
  const near = (): number => ((next() & 0x807f_ffff) | (((next() % 95) + 80) * 0x0080_0000)) >>> 0;
  const operands = Array.from({ length: 2 * PAIRS }, (_, n) => (n % 64 < 40 ? near() : next()));
  EDGES.forEach((numerator, i) => {
    EDGES.forEach((denominator, k) => {
      const at = 64 + i * EDGES.length + k;
      operands[at] = numerator;
      operands[PAIRS + at] = denominator;
    });
  });
  return operands;
}
const OPERANDS = operandsFrom(7);

for (const [name, mode] of Object.entries(MODES)) {
  for (const [kind, parts] of Object.entries<Parts>({
    'of two VGPRs': {},
    'of a constant': { numerator: '1.0' },
    'by a SGPR': { denominator: 's25', among: ['v_mov_b32 v9, v0', 's_mov_b32 s26, 5'] },
  })) {
    test(`divisions ${kind} are done at once, mode ${name}, and are right`, (t) => {
      const lines = around(division(mode, parts));
      t.is(sharedDivisions(lines, mode), 1);
      const [compiled, interpreted] = results(lines, mode, OPERANDS);
      t.deepEqual(compiled, interpreted);
    });
  }
}

test('divisions are right without help of the processor', (t) => {
  const [lines, mode] = [around(division(MODES.flush)), MODES.flush];
  const plain = new Machine((memory) => createJit(memory, { fused: false }));
  t.deepEqual(quotients(plain, lines, mode, OPERANDS), quotients(machines[1]!, lines, mode, OPERANDS));
});

for (const level of LEVELS.slice(-1)) {
  test(`divisions are right as machine code of level ${level}`, (t) => {
    const [lines, mode] = [around(division(MODES.flush)), MODES.flush];
    const code = new CompiledAtOnce(level);
    const compiled = new Machine((memory) =>
      createJit(memory, { denormals, fused: true, store: code, nativeCode: code }),
    );
    t.deepEqual(quotients(compiled, lines, mode, OPERANDS), quotients(machines[1]!, lines, mode, OPERANDS));
    t.true(code.compiled > 0);
  });
}

for (const [why, parts] of Object.entries<Parts>({
  'a step is read later': { late: ['v_add_f32 v3, v3, v4'] },
  'the scaled denominator is read': { early: ['v_mov_b32 v3, v4'] },
  'the flag is read later': { late: ['v_cndmask_b32 v3, v3, v1, vcc'] },
  'the denominator changes': { early: ['v_mul_f32 v2, 0.5, v2'] },
  'EXEC changes': { early: ['s_mov_b64 exec, 0xff'], late: ['s_mov_b64 exec, -1'] },
  'a step is changed': { among: ['v_mov_b32 v6, 1.0'] },
  'something computes in the other mode': { among: ['v_add_f32 v9, v1, v2'] },
  'a jump into it': { among: ['middle:'], late: ['s_cbranch_scc1 middle'] },
})) {
  test(`not where ${why}`, (t) => {
    const lines = around(['s_cmp_eq_u32 s49, 1', ...division(MODES.flush, parts)]);
    t.is(sharedDivisions(lines, MODES.flush), 0);
    const [compiled, interpreted] = results(lines, MODES.flush, OPERANDS);
    t.deepEqual(compiled, interpreted);
  });
}

test('one step of Newton from a rounded reciprocal is the rounded reciprocal, for all significands', (t) => {
  let wrong = 0;
  for (let significand = 0; significand < 2 ** 23; significand++) {
    const d = 1 + significand * 2 ** -23;
    const y = Math.fround(1 / d);
    // Products of two f32 are exact in f64, and so is this difference.
    const e = 1 - d * y;
    // y + e y rounds to y: it is less than half a unit in the last place away.
    if (e !== Math.fround(e) || Math.abs(e * y) >= 2 ** -25) wrong++;
  }
  t.is(wrong, 0);
});
