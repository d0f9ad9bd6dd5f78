// Random encodings of every instruction on random states: compiled code against the oracle, bit for bit.
// ATOLL_FUZZ sets the number of states for each instruction, ATOLL_SEED repeats a run.

import test from 'ava';
import type { GpuMemory } from '../../src/emulator/memory.js';
import { createOracle } from '../../src/emulator/oracle.js';
import { createJit } from '../../src/jit/engine/jit.js';
import { describeDifference, EnginePair } from '../emulator/engine-pair.js';
import { allInstructions, FORMAT_NAMES } from '../isa/southern-islands.js';
import { denormals } from './denormals.js';

const COUNT = Number(process.env['ATOLL_FUZZ'] ?? 2);
const SEED = Number(process.env['ATOLL_SEED'] ?? 1);

/** With the processor's treatment of denormals and its multiply-add, and without them. */
const WAYS = [
  ['', undefined],
  [', with what this processor has', denormals],
] as const;

for (const [format, [how, control]] of FORMAT_NAMES.flatMap((name) => WAYS.map((way) => [name, way] as const))) {
  test(`${format}: compiled code agrees with the oracle${how}`, (t) => {
    const make = (memory: GpuMemory) =>
      createJit(memory, { exact: true, denormals: control, fused: control !== undefined });
    const pair = new EnginePair(make, createOracle, SEED, 2);
    const failures: string[] = [];
    for (const def of allInstructions().filter((candidate) => candidate.format === format)) {
      for (let n = 0; n < COUNT && failures.length < 10; n++) {
        const difference = pair.tryOne(def);
        if (difference) failures.push(describeDifference(difference));
      }
    }
    t.deepEqual(failures, []);
    t.true(pair.compared > 0);
  });
}
