// Compiled image routines against the oracle: random descriptors, samplers and coordinates, bit for bit; and that the usual
// formats have routines at all. ATOLL_FUZZ multiplies the number of states, ATOLL_SEED repeats a run.

import test from 'ava';
import { createOracle } from '../../src/emulator/oracle.js';
import { allInstructions } from '../../src/isa/table.js';
import { createJit } from '../../src/jit/jit.js';
import { describeDifference, EnginePair } from '../emulator/engine-pair.js';

const COUNT = 60 * Number(process.env['ATOLL_FUZZ'] ?? 2);
const SEED = Number(process.env['ATOLL_SEED'] ?? 1);

/** Forms with routines, those that compilers emit first. */
const FORMS = [
  'image_load',
  'image_store',
  'image_sample_lz',
  'image_sample_l',
  'image_sample_d_o',
  'image_sample_b_cl_o',
  'image_sample',
];

for (const name of FORMS) {
  test(`${name}: routines do what the oracle does`, (t) => {
    const pair = new EnginePair((memory) => createJit(memory, { exact: true }), createOracle, SEED, 2);
    const def = allInstructions().find((candidate) => candidate.name === name)!;
    const failures: string[] = [];
    for (let n = 0; n < COUNT && failures.length < 5; n++) {
      const difference = pair.tryOne(def);
      if (difference) failures.push(describeDifference(difference));
    }
    t.deepEqual(failures, []);
    t.true(pair.compared > COUNT / 2);
    // Random formats and descriptors: a good part is what routines know.
    t.true(pair.exits < 0.7 * pair.compared, `${pair.exits} of ${pair.compared} were left to the interpreter`);
  });
}
