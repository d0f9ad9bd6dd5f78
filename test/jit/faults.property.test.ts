// The rule of faults (ARCHITECTURE.md): the same report, the same counts and the same memory from every engine.

import test, { type ExecutionContext } from 'ava';
import { createInterpreter } from '../../src/emulator/interpreter/interpreter.js';
import type { EngineFactory } from '../../src/emulator/lockstep.js';
import { createOracle } from '../../src/emulator/oracle.js';
import { createJit } from '../../src/jit/engine/jit.js';
import { Random } from '../emulator/random.js';
import { denormals } from './denormals.js';
import { CompiledAtOnce, LEVELS } from './native/compiled.js';
import { FaultMachine, faultingProgram } from './random-faults.js';

const SEED = Number(process.env['ATOLL_SEED'] ?? 1);
const FUZZ = Number(process.env['ATOLL_FUZZ'] ?? 1);
/** Launches have three work-groups of two wavefronts; the oracle is slow. */
const COUNT = 120 * FUZZ;
/** Each program is compiled by clang. */
const NATIVE_COUNT = 2 * FUZZ;

/** Programs end alike; most of them with a fault. */
function compare(
  t: ExecutionContext,
  seed: number,
  count: number,
  factories: readonly EngineFactory[],
  above = 0,
): void {
  const random = new Random(seed);
  const machines = factories.map((make) => new FaultMachine(make, above));
  let faults = 0;
  for (let n = 0; n < count; n++) {
    const code = faultingProgram(random);
    const [first, ...others] = machines.map((machine) => machine.run(code));
    const { data, ...rest } = first!;
    if (rest.outcome === 'fault') faults++;
    for (const [index, { data: otherData, ...other }] of others.entries()) {
      const name = `program ${n} of seed ${seed}, engine ${index + 1}`;
      t.deepEqual(other, rest, name);
      const at = data.findIndex((word, word1) => word !== otherData[word1]);
      t.is(at, -1, `${name}, memory: ${data[at]?.toString(16)} / ${otherData[at]?.toString(16)}; ${rest.fault}`);
    }
  }
  t.true(faults > count / 3, `${faults} faults`);
}

test('faults of the oracle, the interpreter and compiled code', (t) => {
  compare(t, SEED, COUNT, [
    createOracle,
    (memory) => createInterpreter(memory),
    (memory) => createJit(memory),
    (memory) => createJit(memory, { denormals, fused: false }),
    (memory) => createJit(memory, { exact: true }),
  ]);
});

test('faults in a large address space', (t) => {
  const factories: readonly EngineFactory[] = [
    createOracle,
    (memory) => createInterpreter(memory),
    (memory) => createJit(memory, { denormals, fused: false }),
  ];
  compare(t, SEED + 100, COUNT / 4, factories, 2);
});

for (const level of LEVELS)
  test(`faults of machine code of level ${level}`, (t) => {
    const code = new CompiledAtOnce(level);
    compare(t, SEED + level, NATIVE_COUNT, [
      (memory) => createInterpreter(memory),
      (memory) => createJit(memory, { denormals, store: code, nativeCode: code }),
    ]);
  });
