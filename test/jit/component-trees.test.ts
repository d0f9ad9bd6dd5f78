// Typed loads whose format is known: compiled code against the interpreter, for every format, select and place in a
// dword.

import test from 'ava';
import { DATA_FORMATS } from '../../src/emulator/image/formats.js';
import { createInterpreter } from '../../src/emulator/interpreter/interpreter.js';
import { packSelects } from '../../src/isa/descriptors/selects.js';
import { createJit } from '../../src/jit/engine/jit.js';
import { DATA } from '../emulator/harness.js';
import { Machine } from '../emulator/machine.js';
import { Random } from '../emulator/random.js';
import { assemble } from '../isa/southern-islands.js';
import { denormals } from './denormals.js';

const LANES = 64;
/** unorm, snorm, uscaled, sscaled, uint, sint, snormOgl, float. */
const NUM_FORMATS = 8;
const SELECTS = [
  ['x', 'y', 'z', 'w'],
  ['w', 'one', 'zero', 'x'],
  ['z', 'y', 'x', 'one'],
] as const;
/** Data formats that four bits of a V# can name. */
const FORMATS = DATA_FORMATS.filter(({ code }) => code < 16);
const ELEMENTS = 0x8000;

test('quotients of all components are products with reciprocals in f64', (t) => {
  const different: string[] = [];
  for (let width = 1; width <= 16; width++) {
    for (const divisor of [2 ** width - 1, 2 ** (width - 1) - 1 || 1]) {
      for (let x = 0; x < 2 ** width; x++) {
        if (Math.fround(x * (1 / divisor)) !== Math.fround(x / divisor)) different.push(`${x} / ${divisor}`);
      }
    }
  }
  t.deepEqual(different, []);
});

/** Lane n loads element n of a buffer of 48 elements, 20 bytes apart, an address that is not aligned. */
function program(dataFormat: number, numFormat: number, selects: number, components: number): Uint32Array {
  const word3 = selects | (numFormat << 12) | (dataFormat << 15);
  const names = 'xyzw'.slice(0, components);
  const data = components === 1 ? 'v2' : `v[2:${1 + components}]`;
  const lines = [
    `s_mov_b32 s4, 0x${(DATA + ELEMENTS + 3).toString(16)}`,
    `s_mov_b32 s5, 0x${(20 << 16).toString(16)}`,
    's_movk_i32 s6, 48',
    `s_mov_b32 s7, 0x${word3.toString(16)}`,
    `buffer_load_format_${names} ${data}, v0, s[4:7], 0 idxen offset:1`,
    's_mov_b32 s49, 0',
    's_mov_b32 s50, 0x100000',
    's_mov_b32 s51, 0',
    'v_lshlrev_b32 v1, 2, v0',
    ...[0, 1, 2, 3].map((i) => `buffer_store_dword v${2 + i}, v1, s[48:51], 0 offen offset:${256 * i}`),
    's_endpgm',
  ];
  const { words, problems } = assemble(lines.join('\n'));
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join());
  return words;
}

for (const [how, control] of [
  ['', undefined],
  [', with what this processor has', denormals],
] as const) {
  test(`loads in every format that a descriptor names${how}`, (t) => {
    const machines = [
      new Machine((memory) => createJit(memory, { denormals: control, fused: control !== undefined })),
      new Machine((memory) => createInterpreter(memory)),
    ];
    const random = new Random(7);
    const state = Array.from({ length: 24 * LANES + 40 }, (_, i) => (i < LANES ? i : 0xabcd));
    const elements = Array.from({ length: 512 }, () => (random.chance(0.5) ? random.edge() : random.below(2 ** 32)));
    let compiled = 0;
    for (const { code, name } of FORMATS) {
      for (let numFormat = 0; numFormat < NUM_FORMATS; numFormat++) {
        const selects = random.pick(SELECTS);
        const words = program(code, numFormat, packSelects(selects), 1 + ((code + numFormat) % 4));
        const [jit, interpreter] = machines.map((machine) => {
          const outcome = machine.run(words, state, 0x3c0, 0, elements, ELEMENTS / 4);
          return [outcome, ...machine.data(4 * LANES)];
        });
        t.deepEqual(jit, interpreter, `${name} number format ${numFormat} ${selects.join()}`);
        compiled += Number(
          !machines[0]!.w.counts.exits!.has(`buffer_load_format_${'xyzw'.slice(0, 1 + ((code + numFormat) % 4))}`),
        );
        machines[0]!.w.counts.exits!.clear();
      }
    }
    // All but floats of 10, 11 and 8 bits, normalized ones of 24 and 32, and the offset-less signed format.
    t.true(compiled > 60, `${compiled}`);
  });
}
