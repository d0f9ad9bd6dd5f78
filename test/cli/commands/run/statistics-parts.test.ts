// Statistics of instructions and of lines: values of the launch alone are in none of them.

import test from 'ava';
import type { LaunchReport } from '../../../../src/driver/core/processor/messages.js';
import { Dispatcher } from '../../../../src/emulator/index.js';
import { createInterpreter } from '../../../../src/emulator/interpreter/interpreter.js';
import { subjectsOf } from '../../../../src/instruments/statistics/parts.js';
import { assemble } from '../../../../src/isa/assemble.js';
import { DEFAULT_ISA } from '../../../../src/isa/isas.js';
import { createJit } from '../../../../src/jit/engine/jit.js';
import { selectedRows } from '../../../../src/statistics/selection.js';
import { createMemory, launchOf } from '../../../emulator/harness.js';

/** Of the encodings of Southern Islands none begins so. */
const NO_INSTRUCTION = 0xffff_ffff;

for (const [name, create] of Object.entries({ interpreter: createInterpreter, jit: createJit }))
  test(`a stop at an invalid instruction counts for the launch, and for none of its instructions: ${name}`, (t) => {
    const { words } = assemble(DEFAULT_ISA, 's_mov_b32 s20, 1\n v_mov_b32 v1, v0');
    const code = Uint32Array.of(...words, NO_INSTRUCTION);
    const memory = createMemory();
    const shape = { globalSize: [64, 1, 1], localSize: [64, 1, 1] } as const;
    const launch = launchOf(memory, code, shape);
    const dispatch = new Dispatcher(memory, create(memory)).start(launch);
    t.is(dispatch.run(), 'fault');
    const report = { kernel: 'stops', counts: dispatch.counts.values, isa: DEFAULT_ISA.name, code };
    const rows = selectedRows(['instructions']);
    const numberOf = (values: readonly (number | null)[], row: string) =>
      values[rows.findIndex((each) => each.name === row)];
    const subjects = subjectsOf([report as unknown as LaunchReport], rows, ['kernel', 'instruction']);
    const [kernel, ...instructions] = subjects.map(({ scope, offset, values }) => [
      scope,
      offset,
      numberOf(values, 'instructions'),
      numberOf(values, 'instructions.salu'),
      numberOf(values, 'instructions.other'),
    ]);
    t.deepEqual(kernel, ['kernel', undefined, 3, 1, 1]);
    t.deepEqual(instructions, [
      ['instruction', 0, 1, 1, 0],
      ['instruction', 4, 1, 0, 0],
    ]);
  });
