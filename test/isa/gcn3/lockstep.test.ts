// Random encodings of every instruction of GCN3 and GFX9 on random states: interpreter and compiled code against the
// oracle, bit for bit. ATOLL_FUZZ sets the number of states for each instruction, ATOLL_SEED repeats a run.

import test from 'ava';
import { createInterpreter } from '../../../src/emulator/interpreter/interpreter.js';
import type { GpuMemory } from '../../../src/emulator/memory.js';
import { createOracle } from '../../../src/emulator/oracle.js';
import { loadIsa } from '../../../src/isa/load-isa.js';
import { createJit } from '../../../src/jit/engine/jit.js';
import { describeDifference, EnginePair } from '../../emulator/engine-pair.js';
import { denormals } from '../../jit/denormals.js';

const COUNT = Number(process.env['ATOLL_FUZZ'] ?? 1);
const SEED = Number(process.env['ATOLL_SEED'] ?? 1);

const ENGINES = {
  interpreter: () => new EnginePair(createInterpreter, createOracle, SEED),
  'compiled code': () =>
    new EnginePair(
      (memory: GpuMemory) => createJit(memory, { exact: true, denormals, fused: denormals !== undefined }),
      createOracle,
      SEED,
      2,
    ),
} as const;

for (const chip of ['gfx803', 'gfx900', 'gfx906'])
  for (const [engine, makePair] of Object.entries(ENGINES))
    test(`${chip}: ${engine} agrees with the oracle`, async (t) => {
      t.timeout(1_200_000);
      const isa = await loadIsa(chip);
      const pair = makePair();
      const failures: string[] = [];
      for (const def of isa.table.all)
        for (let n = 0; n < COUNT && failures.length < 20; n++) {
          const difference = pair.tryOne(def);
          if (difference) failures.push(`${def.format} ${describeDifference(difference)}`);
        }
      t.deepEqual(failures, []);
      t.true(pair.compared > 0.95 * COUNT * isa.table.all.length, `${pair.compared} of ${isa.table.all.length}`);
      t.log(`${pair.compared} instructions, ${pair.exits} of them left to the interpreter`);
    });
