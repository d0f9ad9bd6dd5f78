// Random programs on compiled code and on the interpreter: equal memory at their end. Values that a program leaves in
// registers go to memory, so liveness, runs and moved scalar code are all in play.

import test from 'ava';
import { createInterpreter } from '../../src/emulator/interpreter/interpreter.js';
import { createJit } from '../../src/jit/engine/jit.js';
import { DATA } from '../emulator/harness.js';
import { Machine } from '../emulator/machine.js';
import { Random } from '../emulator/random.js';
import { denormals } from './denormals.js';
import { many } from './effort.js';
import { type Lanes, LDS_BYTES, PART_END, randomProgram, STORED_SGPRS, STORED_VGPRS } from './random-program.js';

const COUNT = many(20 * Number(process.env['ATOLL_FUZZ'] ?? 2));
const SEED = Number(process.env['ATOLL_SEED'] ?? 1);
const SLOTS = STORED_VGPRS + 2 + STORED_SGPRS;

const slotName = (slot: number): string =>
  slot >= SLOTS
    ? 'memory'
    : slot < STORED_VGPRS
      ? `v${slot}`
      : slot < STORED_VGPRS + 2
        ? `vcc${slot - STORED_VGPRS}`
        : `s${slot - STORED_VGPRS - 2}`;

const KINDS: readonly [name: string, mode: number, control: typeof denormals | undefined, lanes: Lanes][] = [
  ['flushed f32 denormals', 0x3c0, undefined, 'any'],
  ['f32 denormals flushed by the processor', 0x3c0, denormals, 'any'],
  ['all denormals', 0xf0, denormals, 'any'],
  ['lanes that end early', 0x3c0, denormals, 'fewer'],
];

for (const [name, mode, control, lanes] of KINDS) {
  test(`random programs end alike, ${name}`, (t) => {
    const random = new Random(SEED + mode);
    const jit = new Machine((memory) => createJit(memory, { denormals: control, fused: control !== undefined }));
    const interpreter = new Machine((memory) => createInterpreter(memory));
    for (let n = 0; n < COUNT; n++) {
      const code = randomProgram(random, 4 + random.below(24), lanes);
      const state = Array.from({ length: 24 * 64 + 40 }, () => random.edge());
      const outcomes = [jit, interpreter].map((machine) => machine.run(code, state, mode, LDS_BYTES));
      t.deepEqual(outcomes, ['end', 'end']);
      const [a, b] = [jit.data(PART_END / 4), interpreter.data(PART_END / 4)];
      const at = a.findIndex((word, index) => word !== b[index]);
      const where =
        at < 0
          ? ''
          : `program ${n}: ${slotName(at >> 6)} lane ${at & 63}: ${a[at]!.toString(16)} / ${b[at]!.toString(16)} at ${DATA}`;
      t.is(where, '');
      if (at >= 0) return;
    }
  });
}
