// Random encodings of every instruction on random states: the interpreter against the oracle, bit for bit.
// ATOLL_FUZZ sets the number of states for each instruction, ATOLL_SEED repeats a run.

import test from 'ava';
import { createInterpreter } from '../../src/emulator/interpreter/interpreter.js';
import { createOracle } from '../../src/emulator/oracle.js';
import { allInstructions, FORMAT_NAMES } from '../isa/southern-islands.js';
import { describeDifference, EnginePair } from './engine-pair.js';

const COUNT = Number(process.env['ATOLL_FUZZ'] ?? 2);
const SEED = Number(process.env['ATOLL_SEED'] ?? 1);

for (const format of FORMAT_NAMES) {
  test(`${format}: the interpreter agrees with the oracle`, (t) => {
    const pair = new EnginePair(createInterpreter, createOracle, SEED);
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
