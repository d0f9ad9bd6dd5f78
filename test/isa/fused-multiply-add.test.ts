// The interpreter's fused multiply-add on host arithmetic, and its half precision numbers: against exact arithmetic,
// and against glibc's fma.

import test from 'ava';
import { fma64, fromHalf, tryFma64 } from '../../src/emulator/interpreter/arithmetic.js';
import { FLOAT_OPERATORS, floatModes } from '../../src/isa/language/float-ops.js';
import { count, SEED } from './campaign.js';
import { askLibm } from './libm-reference.js';
import { type Random, randomFrom } from './random-instruction.js';
import { EDGES_64 } from './random-patterns.js';

const COUNT = count(20_000, 5_000_000);
const LIBM_COUNT = count(5_000, 200_000);
const NEAREST = floatModes(0xf0);

const view = new DataView(new ArrayBuffer(8));
const numberOf = (bits: bigint): number => {
  view.setBigUint64(0, bits);
  return view.getFloat64(0);
};
const bitsOf = (x: number): bigint => {
  view.setFloat64(0, x);
  return view.getBigUint64(0);
};

/** A number with an exponent in [-spread, spread) and many or few bits in its significand. */
function around(random: Random, spread: number): number {
  const fraction = random.chance(0.3)
    ? random.below(8) / 8
    : (random.u32() + (random.chance(0.5) ? random.u32() / 2 ** 32 : 0)) / 2 ** 32;
  return (random.chance(0.5) ? -1 : 1) * (1 + fraction) * 2 ** (random.below(2 * spread) - spread);
}

/** Terms that make the sum hard: cancellation, ties, and values just beside them. */
function hardTerm(random: Random, product: number): number {
  const unit = Math.abs(product) * 2 ** -52;
  const sign = random.chance(0.5) ? 1 : -1;
  switch (random.below(6)) {
    case 0:
      return -product;
    case 1:
      return -product * (1 + sign * 2 ** -(1 + random.below(60)));
    case 2:
      return sign * unit * 2 ** (random.below(8) - 4);
    case 3:
      return product * 2 ** (random.below(120) - 60);
    case 4:
      // Large, so that the product lies at half of its last place.
      return sign * 2 ** Math.round(Math.log2(Math.abs(product)) + 52 + random.below(4)) * (1 + random.below(4) / 4);
    default:
      return sign * 5e-324 * random.below(4);
  }
}

type Terms = readonly [number, number, number];

function terms(random: Random): Terms {
  if (random.chance(0.1)) return [0, 1, 2].map(() => numberOf(random.pick(EDGES_64))) as unknown as Terms;
  const spread = random.pick([2, 30, 300, 520, 1020]);
  const [a, b] = [around(random, spread), around(random, spread)];
  return [a, b, random.chance(0.6) ? hardTerm(random, a * b) : around(random, spread)];
}

const exact = (list: Terms): bigint => FLOAT_OPERATORS.dfma(NEAREST, ...list.map(bitsOf));

test(`${COUNT} fused multiply-adds are exact or are left to exact arithmetic`, (t) => {
  const random = randomFrom(SEED);
  const failures: string[] = [];
  let left = 0;
  for (let n = 0; n < COUNT; n++) {
    const list = terms(random);
    const quick = tryFma64(...list);
    if (Number.isNaN(quick)) left++;
    else if (bitsOf(quick) !== exact(list)) failures.push(list.join(' '));
    if (!Object.is(fma64(...list), numberOf(exact(list)))) failures.push(list.join(' '));
  }
  t.deepEqual(failures.slice(0, 5), []);
  t.true(left < COUNT / 2, `${left} of ${COUNT} left`);
});

test('ordinary numbers are never left to exact arithmetic', (t) => {
  const random = randomFrom(SEED + 1);
  for (let n = 0; n < 2000; n++) {
    const [a, b] = [around(random, 200), around(random, 200)];
    for (const c of [around(random, 200), hardTerm(random, a * b), 0, -0])
      t.false(Number.isNaN(tryFma64(a, b, c)), `${a} ${b} ${c}`);
    t.false(Number.isNaN(tryFma64(0, a, b)));
  }
});

test(`${LIBM_COUNT} fused multiply-adds are those of glibc`, (t) => {
  const random = randomFrom(SEED + 2);
  const lists = Array.from({ length: LIBM_COUNT }, () => terms(random));
  const answers = askLibm(lists.map((list) => ({ name: 'fma', args: list.map(bitsOf) })));
  const failures = lists.filter((list, index) => {
    const answer = numberOf(answers[index]!);
    return !Object.is(fma64(...list), answer);
  });
  t.deepEqual(failures.slice(0, 5), []);
});

test('the number of every half is the exact one', (t) => {
  const single = new Float32Array(1);
  const bits = new Uint32Array(single.buffer);
  for (let half = 0; half < 0x10000; half++) {
    bits[0] = Number(FLOAT_OPERATORS.f32FromF16(NEAREST, BigInt(half)));
    const number = fromHalf(half | 0xabcd_0000);
    if (!Object.is(number, single[0])) t.fail(`0x${half.toString(16)}: ${number}`);
  }
  t.is(fromHalf(1), 2 ** -24);
});
