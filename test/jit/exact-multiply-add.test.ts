// Fused multiply-adds of f32 with denormals, as compiled code does them: against exact arithmetic and against glibc's
// fmaf, while the processor takes denormals for zeros and while it does not.

import test from 'ava';
import { FLOAT_OPERATORS, floatModes } from '../../src/isa/language/float-ops.js';
import { defineExactMultiplyAdd } from '../../src/jit/floats/exact-multiply-add.js';
import { encodeModule } from '../../src/jit/wasm/encoder.js';
import { ModuleBuilder } from '../../src/jit/wasm/module-builder.js';
import { Random } from '../emulator/random.js';
import { count, SEED } from '../isa/campaign.js';
import { askLibm } from '../isa/libm-reference.js';
import { denormals } from './denormals.js';

const COUNT = count(100_000, 20_000_000);
const LIBM_COUNT = count(20_000, 400_000);
const NEAREST = floatModes(0xf0);
const LANES = 4;

type Terms = readonly [a: number, b: number, c: number];
type Four = (...bits: number[]) => number[];

/** Parameters are the words of a, of b and of c, four each. */
function compiled(): Four {
  const module = new ModuleBuilder([]);
  const exact = defineExactMultiplyAdd(module);
  const word = 'i32' as const;
  const { index, builder: b } = module.define({
    params: Array(3 * LANES).fill(word),
    results: Array(LANES).fill(word),
  });
  const result = b.local('v128');
  for (const argument of [0, 1, 2]) {
    b.words(0);
    for (let lane = 0; lane < LANES; lane++) b.get(argument * LANES + lane).lane('i32x4.replace_lane', lane);
  }
  b.call(exact).set(result);
  for (let lane = 0; lane < LANES; lane++) b.get(result).lane('i32x4.extract_lane', lane);
  module.export('run', index);
  return new WebAssembly.Instance(new WebAssembly.Module(encodeModule(module.finish(), false))).exports['run'] as Four;
}

const words = new Int32Array(1);
const floats = new Float32Array(words.buffer);
const bitsOf = (x: number): number => {
  floats[0] = x;
  return words[0]!;
};
const numberOf = (bits: number): number => {
  words[0] = bits;
  return floats[0]!;
};

/**
 * Numbers around 1, where products of two are near the smallest numbers, denormals, and those where arithmetic goes
 * wrong.
 */
function operand(random: Random): number {
  const sign = random.word() & 0x8000_0000;
  const fraction = random.chance(0.3) ? random.below(8) << 20 : random.word() & 0x7f_ffff;
  if (random.chance(0.1)) return random.edge() | 0;
  if (random.chance(0.2)) return sign | (fraction >>> random.below(23));
  return sign | (random.pick([random.below(255), 52 + random.below(20), 120 + random.below(16)]) << 23) | fraction;
}

/**
 * Terms that make the sum hard: cancellation, half-way cases, and values just beside them, down to the smallest
 * numbers.
 */
function term(random: Random, a: number, b: number): number {
  const product = numberOf(a) * numberOf(b);
  const neighbour = random.below(5) - 2;
  switch (random.below(6)) {
    case 0:
      return (bitsOf(-product) + neighbour) | 0;
    case 1:
      // The product is about half of the last place of this.
      return bitsOf(product * 2 ** (24 + random.below(3)) * (1 + random.below(8) / 8));
    case 2:
      return bitsOf(product * 2 ** -(20 + random.below(10)));
    case 3:
      return (random.word() & 0x8000_0000) | random.below(6);
    case 4:
      return (0x0080_0000 + neighbour) | (random.word() & 0x8000_0000);
    default:
      return operand(random);
  }
}

function terms(random: Random): Terms {
  const [a, b] = [operand(random), operand(random)];
  return [a, b, term(random, a, b)];
}

const unsigned = (bits: number): bigint => BigInt(bits >>> 0);
const exactly = (list: Terms): number => Number(FLOAT_OPERATORS.ffma(NEAREST, ...list.map(unsigned)));
const text = (list: readonly number[]): string => list.map((bits) => (bits >>> 0).toString(16)).join(' ');

/** Results of `run` that differ from `expected`. */
function failures(
  run: Four,
  lists: readonly Terms[],
  expected: (list: Terms, index: number) => number,
  zero: boolean,
): string[] {
  const mismatches: string[] = [];
  for (let first = 0; first + LANES <= lists.length; first += LANES) {
    const four = lists.slice(first, first + LANES);
    const parameters = [0, 1, 2].flatMap((argument) => four.map((list) => list[argument]!));
    denormals.turn(zero);
    const results = run(...parameters);
    denormals.turn(false);
    four.forEach((list, lane) => {
      const exact = expected(list, first + lane);
      if (results[lane]! >>> 0 !== exact) mismatches.push(`${text(list)}: ${text([results[lane]!, exact])}`);
    });
  }
  return mismatches;
}

for (const [name, zero] of [
  ['kept', false],
  ['zeros to the processor', true],
] as const) {
  test(`${COUNT} fused multiply-adds of f32 are exact, denormals ${name}`, (t) => {
    const random = new Random(SEED + Number(zero));
    const run = compiled();
    for (let left = COUNT; left > 0; left -= 10_000) {
      const lists = Array.from({ length: Math.min(left, 10_000) }, () => terms(random));
      t.deepEqual(failures(run, lists, exactly, zero).slice(0, 5), []);
    }
  });
}

test(`${LIBM_COUNT} fused multiply-adds of f32 are those of glibc`, (t) => {
  const random = new Random(SEED + 2);
  const lists = Array.from({ length: LIBM_COUNT }, () => terms(random)).filter((list) => exactly(list) !== 0x7fc0_0000);
  const answers = askLibm(lists.map((list) => ({ name: 'fmaf', args: list.map(unsigned) })));
  t.deepEqual(failures(compiled(), lists, (_list, index) => Number(answers[index]), true).slice(0, 5), []);
});
