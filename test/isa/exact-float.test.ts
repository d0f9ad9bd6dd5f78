// Two exact arithmetics, written independently of each other, in every MODE: that of the oracle
// (src/isa/language/softfloat.ts, on integers) and that of the tests (exact-float.ts, on rational numbers).

import test from 'ava';
import { FLOAT_OPERATORS, type FloatOpName, floatModes } from '../../src/isa/language/float-ops.js';
import { MODE_BITS } from '../../src/isa/language/mode.js';
import { count, SEED } from './campaign.js';
import * as exact from './exact-float.js';
import { BINARY16, BINARY32, BINARY64, type Environment, type Format, type Rounding } from './exact-float.js';
import { type Random, randomFrom } from './random-instruction.js';
import { EDGES_32, EDGES_64 } from './random-patterns.js';

const COUNT = count(400, 20_000);
const U32 = 0xffff_ffffn;

/** The fields of MODE for a width. */
function environment(mode: number, f: Format): Environment {
  const [round, denorm] =
    f === BINARY32 ? [MODE_BITS.round32, MODE_BITS.denorm32] : [MODE_BITS.round64, MODE_BITS.denorm64];
  return {
    round: ((mode >> round) & 3) as Rounding,
    flushInputs: ((mode >> denorm) & 1) === 0,
    flushResults: ((mode >> denorm) & 2) === 0,
  };
}

type Operator = (mode: number, args: readonly bigint[]) => bigint;
const truth = (value: boolean): bigint => (value ? 1n : 0n);

/** The operators of a width by name without their prefix. */
function operators(f: Format): Readonly<Record<string, Operator>> {
  const order =
    (holds: (result: number | undefined) => boolean): Operator =>
    (mode, [a, b]) =>
      truth(holds(exact.compare(f, a!, b!, environment(mode, f))));
  const integral =
    (round: Rounding): Operator =>
    (mode, [a]) =>
      exact.toIntegral(f, environment(mode, f).flushInputs ? exact.flush(f, a!) : a!, round);
  return {
    add: (mode, [a, b]) => exact.add(f, a!, b!, environment(mode, f)),
    sub: (mode, [a, b]) => exact.subtract(f, a!, b!, environment(mode, f)),
    mul: (mode, [a, b]) => exact.multiply(f, a!, b!, environment(mode, f)),
    fma: (mode, [a, b, c]) => exact.fma(f, a!, b!, c!, environment(mode, f)),
    eq: order((result) => result === 0),
    ne: order((result) => result !== 0),
    lt: order((result) => result === -1),
    le: order((result) => result === -1 || result === 0),
    floor: integral(2),
    ceil: integral(1),
    trunc: integral(3),
    rint: integral(0),
  };
}

const round32 = (mode: number): Rounding => environment(mode, BINARY32).round;

/**
 * Between f32 and f64: operands flushed by MODE for their width, the result rounded and flushed by MODE for its
 * own.
 */
function converted(from: Format, to: Format): Operator {
  return (mode, [a]) => {
    const { round, flushResults } = environment(mode, to);
    const operand = environment(mode, from).flushInputs ? exact.flush(from, a!) : a!;
    const result = exact.convert(from, to, operand, round);
    return flushResults ? exact.flush(to, result) : result;
  };
}

const CONVERSIONS: Readonly<Record<string, Operator>> = {
  f32FromU: (mode, [a]) => exact.fromInteger(BINARY32, a! & U32, round32(mode)),
  f32FromS: (mode, [a]) => exact.fromInteger(BINARY32, BigInt.asIntN(32, a!), round32(mode)),
  f64FromU: (_mode, [a]) => exact.fromInteger(BINARY64, a! & U32, 0),
  f64FromS: (_mode, [a]) => exact.fromInteger(BINARY64, BigInt.asIntN(32, a!), 0),
  f32FromF64: converted(BINARY64, BINARY32),
  f64FromF32: converted(BINARY32, BINARY64),
  uFromF32: (_mode, [a]) => exact.toInteger(BINARY32, a!, 0n, U32),
  sFromF32: (_mode, [a]) => exact.toInteger(BINARY32, a!, -0x80000000n, 0x7fffffffn) & U32,
  uFromF64: (_mode, [a]) => exact.toInteger(BINARY64, a!, 0n, U32),
  sFromF64: (_mode, [a]) => exact.toInteger(BINARY64, a!, -0x80000000n, 0x7fffffffn) & U32,
  f32FromF16: (_mode, [a]) => exact.convert(BINARY16, BINARY32, a! & 0xffffn, 0),
};

const WIDTHS = [
  { prefix: 'f', format: BINARY32, edges: EDGES_32, bits: 32n },
  { prefix: 'd', format: BINARY64, edges: EDGES_64, bits: 64n },
] as const;

function pattern(random: Random, { edges, bits, format }: (typeof WIDTHS)[number]): bigint {
  if (random.chance(0.4)) return random.pick(edges);
  const any = BigInt.asUintN(Number(bits), (BigInt(random.u32()) << 32n) | BigInt(random.u32()));
  if (random.chance(0.3)) return any;
  // Exponents near each other, so that sums cancel and round.
  const exponent = BigInt(format.bias - 30 + random.below(60)) << BigInt(format.fraction);
  const fraction = (1n << BigInt(format.fraction)) - 1n;
  return (any & ((1n << (bits - 1n)) | fraction)) | exponent;
}

for (const width of WIDTHS)
  for (const [name, reference] of Object.entries(operators(width.format)))
    test(`${width.prefix}${name} in every mode`, (t) => {
      const random = randomFrom(SEED);
      const operator = FLOAT_OPERATORS[`${width.prefix}${name}` as FloatOpName];
      for (let n = 0; n < COUNT; n++) {
        const args = [0, 1, 2].map(() => pattern(random, width));
        const mode = random.below(256);
        const [actual, expected] = [operator(floatModes(mode), ...args), reference(mode, args)];
        if (actual !== expected)
          t.fail(`${args.map((bits) => bits.toString(16))} mode ${mode}: ${actual} / ${expected}`);
      }
      t.is(typeof operator, 'function');
    });

test('conversions in every mode', (t) => {
  const random = randomFrom(SEED + 1);
  for (const [name, reference] of Object.entries(CONVERSIONS))
    for (let n = 0; n < COUNT; n++) {
      const arg = pattern(random, WIDTHS[name.endsWith('F64') ? 1 : 0]);
      const mode = random.below(256);
      const [actual, expected] = [FLOAT_OPERATORS[name as FloatOpName](floatModes(mode), arg), reference(mode, [arg])];
      if (actual !== expected) t.fail(`${name} ${arg.toString(16)} mode ${mode}: ${actual} / ${expected}`);
    }
  t.is(Object.keys(CONVERSIONS).length, 11);
});
