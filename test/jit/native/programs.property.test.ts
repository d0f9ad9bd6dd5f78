// Random programs as machine code of clang and on the interpreter: equal memory at their end.

import test from 'ava';
import { createInterpreter } from '../../../src/emulator/interpreter/interpreter.js';
import { createJit } from '../../../src/jit/engine/jit.js';
import { Machine } from '../../emulator/machine.js';
import { Random } from '../../emulator/random.js';
import { denormals } from '../denormals.js';
import { someOf } from '../effort.js';
import { type Lanes, LDS_BYTES, PART_END, randomProgram } from '../random-program.js';
import { CompiledAtOnce, LEVELS } from './compiled.js';

const COUNT = Number(process.env['ATOLL_FUZZ'] ?? 1);
/** Each access brings a lot of code for rare cases, which clang compiles for long. */
const LONGEST = 8;
const SEED = Number(process.env['ATOLL_SEED'] ?? 1);

const KINDS: readonly [name: string, mode: number, control: typeof denormals | undefined, lanes: Lanes][] = [
  ['flushed f32 denormals', 0x3c0, undefined, 'any'],
  ['f32 denormals flushed by the processor', 0x3c0, denormals, 'any'],
  ['all denormals', 0xf0, denormals, 'any'],
  ['lanes that end early', 0x3c0, denormals, 'fewer'],
];

for (const level of someOf(LEVELS))
  for (const [name, mode, control, lanes] of KINDS) {
    test(`random programs end alike as machine code of level ${level}, ${name}`, (t) => {
      const random = new Random(SEED + mode + level);
      const code = new CompiledAtOnce(level);
      const jit = new Machine((memory) =>
        createJit(memory, { denormals: control, fused: control !== undefined, store: code, nativeCode: code }),
      );
      const interpreter = new Machine((memory) => createInterpreter(memory));
      // Those that call the host stay with its own compiler.
      for (let n = 0; n < 10 * COUNT && code.compiled < COUNT; n++) {
        const program = randomProgram(random, 2 + random.below(LONGEST), lanes);
        const state = Array.from({ length: 24 * 64 + 40 }, () => random.edge());
        const outcomes = [jit, interpreter].map((machine) => machine.run(program, state, mode, LDS_BYTES));
        t.deepEqual(outcomes, ['end', 'end']);
        const [a, b] = [jit.data(PART_END / 4), interpreter.data(PART_END / 4)];
        t.is(
          a.findIndex((word, index) => word !== b[index]),
          -1,
          `program ${n}`,
        );
      }
      t.true(code.compiled >= COUNT);
    });
  }
