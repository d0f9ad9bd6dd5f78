// Operands that all lanes share and that an instruction changes: results of them before a run's loop are known
// there.

import test from 'ava';
import { createInterpreter } from '../../src/emulator/interpreter/interpreter.js';
import { createJit } from '../../src/jit/engine/jit.js';
import { Machine } from '../emulator/machine.js';
import { assemble } from '../isa/southern-islands.js';
import { denormals } from './denormals.js';

const STORE = [
  's_mov_b32 s49, 0',
  's_mov_b32 s50, 0x100000',
  's_mov_b32 s51, 0',
  'buffer_store_dword v2, off, s[48:51], 0',
];
const VALUES = [0, 1, 0x8000_0001, 0x3f80_0000, 0xc000_0000];

for (const [how, control] of [
  ['', undefined],
  [', with what this processor has', denormals],
] as const) {
  test(`a shared operand with a modifier, where denormals are flushed${how}`, (t) => {
    const machines = [
      new Machine((memory) => createJit(memory, { denormals: control, fused: control !== undefined })),
      new Machine((memory) => createInterpreter(memory)),
    ];
    for (const line of [
      'v_rcp_f32_e64 v2, -|v1|',
      'v_sqrt_f32_e64 v2, |v1|',
      'v_add_f32_e64 v2, -v1, 1.0',
      'v_cvt_f64_f32_e64 v[2:3], -v1',
    ]) {
      const { words, problems } = assemble(['v_mov_b32 v1, s0', line, ...STORE, 's_endpgm'].join('\n'));
      t.deepEqual(problems, []);
      for (const value of VALUES) {
        const state = Array.from({ length: 24 * 64 + 40 }, (_, index) => (index === 24 * 64 ? value : 0));
        const [compiled, interpreted] = machines.map((machine) => {
          machine.run(words, state, 0x3c0, 0);
          return machine.data(1)[0]!.toString(16);
        });
        t.is(compiled, interpreted, `${line} of ${value.toString(16)}`);
      }
    }
  });
}
