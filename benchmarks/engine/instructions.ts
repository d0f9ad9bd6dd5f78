// Nanoseconds of a wave-instruction by family: a loop with many instances on one wavefront with 64 active lanes, less
// the same loop without them.

import type { EngineName } from '../../src/threads/engines.js';
import { FAMILIES, instanceOf, type KernelFamily, REPEATS } from './families.js';
import { DATA, MeasuredMachine } from './machine.js';
import type { Measurement } from './results.js';
import { iterationsFor, type SamplingEffort, type SpeedSample, summary } from './sampling.js';

/** Bytes of data that loops touch: s[4:7] ends before. */
const TOUCHED = 1 << 16;
const WAVEFRONT = { globalSize: [64, 1, 1], localSize: [64, 1, 1], ldsBytes: 4096 } as const;

/** A scalar register whose value no compiler can derive, as if it came from a kernel's arguments: v1 is used up. */
const argument = (register: number, word: number): readonly string[] => [
  `v_mov_b32 v1, 0x${word.toString(16)}`,
  `v_readfirstlane_b32 s${register}, v1`,
];

/** s0: iterations. */
const source = (setup: readonly string[], body: readonly string[]): string =>
  [
    's_mov_b32 m0, -1',
    's_mov_b32 s3, 5',
    // A stride of 4 bytes, 32-bit unsigned elements.
    ...[DATA, 0x40000, 0x1000, 0x24fac].flatMap((word, i) => argument(4 + i, word)),
    ...[DATA, 0].flatMap((word, i) => argument(8 + i, word)),
    ...Array.from({ length: 8 }, (_, i) => `v_cvt_f32_u32 v${12 + i}, v0`),
    ...Array.from({ length: 16 }, (_, i) => `v_mov_b32 v${24 + i}, v0`),
    ...setup,
    'loop:',
    ...body,
    's_sub_u32 s0, s0, 1',
    's_cmp_lg_u32 s0, 0',
    's_cbranch_scc1 loop',
    's_endpgm',
  ].join('\n');

/** Milliseconds of one iteration of a loop over `body`. */
function iterationTime(
  engine: EngineName,
  setup: readonly string[],
  body: readonly string[],
  effort: SamplingEffort,
): SpeedSample {
  const machine = machineOf(engine);
  const kernel = machine.load(source(setup, body));
  machine.memory.u32.fill(0, DATA / 4, (DATA + TOUCHED) / 4);
  const run = (iterations: number): number => kernel.run({ ...WAVEFRONT, userSgprs: [iterations, 0] });
  // Compiles the kernel, which must not count in the calibration of iterations.
  run(1);
  const iterations = iterationsFor(run, effort);
  return summary(Array.from({ length: effort.repeats }, () => run(iterations) / iterations));
}

function familyNanoseconds(
  engine: EngineName,
  { line, setup = [] }: KernelFamily,
  empty: SpeedSample,
  effort: SamplingEffort,
): SpeedSample {
  const body = Array.from({ length: REPEATS }, (_, index) => instanceOf(line, index));
  const full = iterationTime(engine, setup, body, effort);
  const perInstruction = (a: number, b: number): number => (Math.max(a - b, 0) * 1e6) / REPEATS;
  return { best: perInstruction(full.best, empty.best), median: perInstruction(full.median, empty.median) };
}

const machines = new Map<EngineName, MeasuredMachine>();
function machineOf(engine: EngineName): MeasuredMachine {
  let machine = machines.get(engine);
  if (!machine) machines.set(engine, (machine = new MeasuredMachine(engine)));
  return machine;
}

/** @param filter only families whose name it matches */
export function measureInstructions(engine: EngineName, filter: RegExp, effort: SamplingEffort): Measurement[] {
  const families = FAMILIES.filter(({ name }) => filter.test(name));
  if (families.length === 0) return [];
  const empty = iterationTime(engine, [], [], effort);
  return families.map((family) => ({
    series: 'instruction',
    name: family.name,
    engine,
    unit: 'ns',
    ...familyNanoseconds(engine, family, empty, effort),
  }));
}
