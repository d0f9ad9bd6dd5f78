// Chains of floating-point operations on each engine: the bits of NaNs, and subnormal numbers, kept and flushed.

import test from 'ava';
import type { EngineFactory } from '../../../src/emulator/lockstep.js';
import { createJit } from '../../../src/jit/engine/jit.js';
import { Random } from '../../emulator/random.js';
import { denormals } from '../../jit/denormals.js';
import { CompiledAtOnce, LEVELS } from '../../jit/native/compiled.js';
import { FORMATS } from '../exact-rounding.js';
import { valuesOf } from '../random-floats.js';
import { ENGINES, runText } from './harness.js';
import { F64_CHAINS, type Flushing, ITEMS, REGISTERS, RESULT_WORDS, randomChain } from './random-chains.js';

const COUNT = Number(process.env['ATOLL_FUZZ'] ?? 1);
const SEED = Number(process.env['ATOLL_SEED'] ?? 1);
const LENGTH = 60;
const INPUT = Uint32Array.from(valuesOf(FORMATS.f32, ITEMS * REGISTERS), Number);
const DOUBLES = new Uint32Array(BigUint64Array.from(valuesOf(FORMATS.f64, ITEMS * REGISTERS)).buffer);

const COMPILED: Readonly<Record<string, EngineFactory>> = {
  interpreter: ENGINES['interpreter']!,
  'compiled code': (memory) => createJit(memory, { fused: true }),
  'compiled code with the processor flushing': (memory) => createJit(memory, { denormals, fused: false }),
  'compiled code with fused operations and the processor flushing': (memory) =>
    createJit(memory, { denormals, fused: true }),
};

function resultsOf(text: string, make: EngineFactory): Uint32Array {
  const run = {
    arguments: [text.includes('ld_global_u64 $d11') ? DOUBLES : INPUT, new Uint32Array(RESULT_WORDS)],
    grid: [ITEMS],
    group: [64],
  };
  return runText(text, run, make)[1]!;
}

/** A text where the results of an engine are not those of the oracle. */
function problemOf(text: string, make: EngineFactory, expected: Uint32Array): string | undefined {
  const actual = resultsOf(text, make);
  const at = expected.findIndex((word, index) => word !== actual[index]);
  return at < 0 ? undefined : `word ${at}: ${actual[at]!.toString(16)}, not ${expected[at]!.toString(16)}:\n${text}`;
}

for (const flushing of ['none', 'some', 'all'] as const satisfies readonly Flushing[])
  test(`results are those of the oracle where ${flushing} of the operations have ftz`, (t) => {
    const random = new Random(SEED + flushing.length);
    for (let n = 0; n < 4 * COUNT; n++) {
      const text = randomChain(random, LENGTH, flushing);
      const expected = resultsOf(text, ENGINES['oracle']!);
      for (const [name, make] of Object.entries(COMPILED)) t.is(problemOf(text, make, expected), undefined, name);
    }
  });

test('results of f64 are those of the oracle', (t) => {
  const random = new Random(SEED);
  for (let n = 0; n < 3 * COUNT; n++) {
    const text = randomChain(random, LENGTH, n % 3 === 0 ? 'some' : 'none', F64_CHAINS);
    const expected = resultsOf(text, ENGINES['oracle']!);
    for (const [name, make] of Object.entries(COMPILED)) t.is(problemOf(text, make, expected), undefined, name);
  }
});

test('machine code has the same results', (t) => {
  const random = new Random(SEED);
  const code = new CompiledAtOnce(LEVELS.at(-1)!);
  const make: EngineFactory = (memory) => createJit(memory, { denormals, fused: true, store: code, nativeCode: code });
  for (let n = 0; n < COUNT; n++) {
    const text = randomChain(random, LENGTH / 2, n % 2 === 0 ? 'all' : 'some');
    t.is(problemOf(text, make, resultsOf(text, ENGINES['oracle']!)), undefined);
  }
  t.true(code.compiled >= COUNT);
});
