// Typed accesses of buffers through descriptors that are known at run time only: routines against the interpreter.

import test from 'ava';
import { DATA_FORMATS } from '../../src/emulator/image/formats.js';
import { createInterpreter } from '../../src/emulator/interpreter/interpreter.js';
import { bufferResource } from '../../src/isa/common/descriptors/buffer.js';
import type { Selects } from '../../src/isa/descriptors/selects.js';
import { createJit } from '../../src/jit/engine/jit.js';
import { DATA } from '../emulator/harness.js';
import { Machine } from '../emulator/machine.js';
import { Random } from '../emulator/random.js';
import { assemble } from '../isa/southern-islands.js';
import { denormals } from './denormals.js';

const LANES = 64;
const VGPRS = 24;
/** Byte offsets in data memory: elements that are loaded, and those that are stored. */
const [SOURCE, TARGET] = [0x8000, 0xa000];
const WORDS = 0x3000;
const SELECTS: readonly Selects[] = [
  ['x', 'y', 'z', 'w'],
  ['w', 'one', 'zero', 'x'],
  ['z', 'y', 'x', 'one'],
  ['x', 'x', 'x', 'x'],
];
const FORMS = ['x', 'xy', 'xyz', 'xyzw'] as const;
/** unorm, snorm, uscaled, sscaled, uint, sint, snormOgl, float. */
const NUM_FORMATS = 8;

/**
 * Elements of s[4:7] at v0 to v2, v3 ..., and those to elements of s[8:11] at v1; a part of the lanes; s12 is added.
 */
const program = (names: string): Uint32Array => {
  const data = names.length === 1 ? 'v2' : `v[2:${1 + names.length}]`;
  const { words, problems } = assemble(
    [
      's_mov_b64 exec, s[2:3]',
      `buffer_load_format_${names} ${data}, v0, s[4:7], s12 idxen`,
      `buffer_store_format_${names} ${data}, v1, s[8:11], s12 idxen`,
      's_mov_b64 exec, -1',
      'v_lshlrev_b32 v6, 2, v7',
      's_mov_b32 s49, 0',
      's_mov_b32 s50, 0x100000',
      's_mov_b32 s51, 0',
      ...[0, 1, 2, 3].map((i) => `buffer_store_dword v${2 + i}, v6, s[48:51], 0 offen offset:${256 * i}`),
      's_endpgm',
    ].join('\n'),
  );
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join());
  return words;
};
const programs = FORMS.map(program);

test('every format, in place and out of range', (t) => {
  const random = new Random(11);
  const machines = [
    new Machine((memory) => createJit(memory, { denormals })),
    new Machine((memory) => createInterpreter(memory)),
  ];
  const exits = machines[0]!.w.counts.exits!;
  const elements = Array.from({ length: 1024 }, () => (random.chance(0.5) ? random.edge() : random.below(2 ** 32)));
  for (const { code, name, bytes } of DATA_FORMATS.filter((each) => each.code < 16)) {
    for (let numFormat = 0; numFormat < NUM_FORMATS; numFormat++) {
      const form = random.below(FORMS.length);
      const at = (base: number, stride: number) =>
        bufferResource({ base, stride, records: 60, dataFormat: code, numFormat, selects: random.pick(SELECTS) });
      const added = 4 * random.below(3);
      const state = Array<number>(VGPRS * LANES + 40).fill(0xabcd);
      for (let lane = 0; lane < LANES; lane++) {
        state[lane] = random.chance(0.3) ? random.below(70) : lane;
        state[LANES + lane] = lane < 62 ? 61 - lane : 2 ** 31 + lane;
        state[7 * LANES + lane] = lane;
      }
      const scalars = VGPRS * LANES;
      const stride = random.chance(0.9) ? bytes : 20;
      [random.chance(0.5) ? -1 : random.edge(), -1].forEach((word, i) => {
        state[scalars + 2 + i] = word;
      });
      [...at(DATA + SOURCE, stride), ...at(DATA + TARGET, bytes), added].forEach((word, i) => {
        state[scalars + 4 + i] = word;
      });
      exits.clear();
      const [compiled, interpreted] = machines.map((machine) => {
        const outcome = machine.run(programs[form]!, state, 0x3c0, 0, elements, SOURCE / 4);
        return [outcome, ...machine.data(WORDS)];
      });
      t.deepEqual(compiled, interpreted, `${name} number format ${numFormat} ${FORMS[form]}`);
      // Formats of OpenCL's images of buffers.
      const usual = [1, 2, 3, 4, 5, 10, 11, 12, 14].includes(code) && (numFormat === 4 || numFormat === 5);
      if (usual && stride === bytes && added % Math.min(bytes, 4) === 0) t.is(exits.size, 0, name);
    }
  }
});
