// Entries into compiled code after an instruction of the interpreter, in every mode: addresses and modes must not be
// mistaken for one another.

import test from 'ava';
import { createInterpreter } from '../../src/emulator/interpreter/interpreter.js';
import { VGPR_WORDS } from '../../src/emulator/state.js';
import { createJit } from '../../src/jit/engine/jit.js';
import { Machine } from '../emulator/machine.js';
import { assemble } from '../isa/southern-islands.js';

/**
 * Scalar code that the interpreter executes in parts, at addresses near to one another; s2 to s5 record the path.
 */
const PROGRAM = `
  s_mov_b32 m0, 2
  s_mov_b32 s8, 3
  L:
  s_movrels_b32 s2, s6
  s_add_u32 s3, s3, 5
  v_add_i32 v1, vcc, v1, v0
  s_movrels_b32 s4, s1
  s_add_u32 s5, s5, s4
  s_movrels_b32 s4, s3
  v_add_i32 v2, vcc, v1, v2
  s_sub_u32 s8, s8, 1
  s_cmp_lg_u32 s8, 0
  s_cbranch_scc1 L
  s_setvskip 0, 0
  v_mov_b32 v3, s2\n v_mov_b32 v4, s3\n v_mov_b32 v5, s4\n v_mov_b32 v6, s5
  v_lshlrev_b32 v20, 2, v0
  ${[1, 2, 3, 4, 5, 6].map((r) => `buffer_store_dword v${r}, v20, s[48:51], 0 offen offset:${r * 256}`).join('\n')}
  s_endpgm`;

/** Bits of MODE: those of floating point, IEEE, VSKIP, and the depth of the stack of forks. */
const MODES = [0, 0x3c0, 0x2f0, 0x1000_0000, 0x1000_03c0, 0x9000_02f0, 0xf000_0fff, 0x5000_0000].map(
  (mode) => mode >>> 0,
);

test('compiled code continues behind an instruction of the interpreter, in every mode', (t) => {
  const { words, problems } = assemble(PROGRAM);
  t.deepEqual(problems, []);
  const jit = new Machine((memory) => createJit(memory));
  const interpreter = new Machine((memory) => createInterpreter(memory));
  const state = Array.from({ length: 24 * VGPR_WORDS + 52 }, (_, index) => (index < VGPR_WORDS ? index : index % 7));
  state[24 * VGPR_WORDS + 49] = 0;
  state[24 * VGPR_WORDS + 50] = 0x1_0000;
  state[24 * VGPR_WORDS + 51] = 0;
  for (const mode of MODES) {
    const code = Uint32Array.from(words);
    const outcomes = [jit, interpreter].map((machine) => machine.run(code, state, mode, 0));
    t.deepEqual(outcomes, ['end', 'end'], `mode ${mode.toString(16)}`);
    t.deepEqual([...jit.data(512)], [...interpreter.data(512)], `mode ${mode.toString(16)}`);
  }
  t.true(jit.data(512)[64 + 3] !== 0);
});
