// v_exp, v_log, v_sin and v_cos with the processor's fused multiply-add give the bits that they give without it.
// ATOLL_LONG: for every argument (some minutes); else for a sample of all exponents and for stretches that lie side by
// side.

import test from 'ava';
import { createInterpreter } from '../../src/emulator/interpreter/interpreter.js';
import { createJit } from '../../src/jit/engine/jit.js';
import { hasFusedMultiplyAdd } from '../../src/jit/wasm/features.js';
import { Machine } from '../emulator/machine.js';
import { assemble } from '../isa/southern-islands.js';

/** Of one run: the limit of instructions of a wavefront ends it. */
const ITERATIONS = 2 ** 16;
const LANES = 64;
const LONG = process.env['ATOLL_LONG'] !== undefined;

/** v3: a mixture of the results of s1 rounds of 64 arguments, from s0 on, s2 apart. */
const program = (name: string): Uint32Array =>
  assemble(
    [
      'v_mul_lo_u32 v1, v0, s2',
      'v_add_i32 v1, vcc, s0, v1',
      's_lshl_b32 s3, s2, 6',
      'v_mov_b32 v3, 0',
      'loop:',
      `${name} v2, v1`,
      'v_alignbit_b32 v3, v3, v3, 27',
      'v_xor_b32 v3, v3, v2',
      'v_add_i32 v1, vcc, s3, v1',
      's_sub_u32 s1, s1, 1',
      's_cmp_lg_u32 s1, 0',
      's_cbranch_scc1 loop',
      's_mov_b32 s49, 0',
      's_mov_b32 s50, 0x100000',
      's_mov_b32 s51, 0',
      'v_lshlrev_b32 v0, 2, v0',
      'buffer_store_dword v3, v0, s[48:51], 0 offen',
      's_endpgm',
    ].join('\n'),
  ).words;

function mixture(machine: Machine, code: Uint32Array, first: number, iterations: number, step: number): string {
  const state = Array.from({ length: 24 * LANES + 40 }, (_, index) => (index < LANES ? index : 0));
  [first, iterations, step].forEach((word, index) => {
    state[24 * LANES + index] = word;
  });
  const outcome = machine.run(code, state, 0x3c0, 0);
  return `${outcome} ${[...machine.data(LANES)].join(' ')}`;
}

/** Ranges in which the functions are neither constant nor NaN: [first argument, rounds, distance]. */
const RANGES: readonly (readonly [number, number, number])[] = [
  [0, ITERATIONS, 1021],
  [0x3f80_0000 - 2 ** 19, 2 ** 14, 1],
  [0xbf00_0000 - 2 ** 19, 2 ** 14, 1],
  [0x3e00_0000, 2 ** 14, 17],
];
const EVERYTHING = Array.from(
  { length: 2 ** 32 / (ITERATIONS * LANES) },
  (_, part) => [part * ITERATIONS * LANES, ITERATIONS, 1] as const,
);

for (const name of ['v_exp_f32', 'v_log_f32', 'v_sin_f32', 'v_cos_f32']) {
  test(`${name}: one rounding or two make no difference`, (t) => {
    t.timeout(1_200_000);
    const code = program(name);
    const [fused, separate, interpreter] = [
      // On a processor without such an instruction, nothing uses it.
      new Machine((memory) => createJit(memory, { fused: hasFusedMultiplyAdd() })),
      new Machine((memory) => createJit(memory, { fused: false })),
      new Machine((memory) => createInterpreter(memory)),
    ];
    t.is(mixture(fused, code, 0x3f00_0000, 100, 1001), mixture(interpreter, code, 0x3f00_0000, 100, 1001));
    for (const [first, iterations, step] of LONG ? EVERYTHING : RANGES) {
      const expected = mixture(separate, code, first, iterations, step);
      t.regex(expected, /^end /);
      t.is(mixture(fused, code, first, iterations, step), expected, `from ${first.toString(16)} on`);
    }
  });
}
