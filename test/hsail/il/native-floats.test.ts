// Native operations on floats: reciprocals and roots against exact fractions, functions against the host's in f64.

import test from 'ava';
import { FORMATS, type Format, type Fraction, fractionOf, quotient, rounded, roundedRoot } from '../exact-rounding.js';
import { valuesOf } from '../random-floats.js';
import { ENGINES, kernel, runText } from './harness.js';

const COUNT = 256;
const ONE: Fraction = { numerator: 1n, denominator: 1n };
const FUNCTIONS = ['nrcp', 'nsqrt', 'nrsqrt'] as const;

/** To nearest, from two more digits of a positive number and whether there are others. */
function nearest({ exponent, fraction }: Format, round: (format: Format, up: 'up' | 'zero') => bigint): bigint {
  const finer = { exponent, fraction: fraction + 2 };
  const digits = round(finer, 'zero');
  const more = round(finer, 'up') === digits ? 0n : 1n;
  const rest = ((digits & 3n) << 1n) | more;
  const below = digits >> 2n;
  return rest > 4n || (rest === 4n && (below & 1n) === 1n) ? below + 1n : below;
}

function expectedOf(name: (typeof FUNCTIONS)[number], format: Format, x: Fraction): bigint {
  if (name === 'nrcp') return nearest(format, (finer, direction) => rounded(finer, quotient(ONE, x), direction));
  const square = name === 'nsqrt' ? x : quotient(ONE, x);
  return nearest(format, (finer, direction) => roundedRoot(finer, square, direction));
}

/** Each work-item has 8 bytes of input, and 8 for each result. */
function operations(type: string, names: readonly string[]): string {
  const bits = type.slice(1);
  const register = type === 'f64' ? '$d2' : '$s2';
  const result = type === 'f64' ? '$d3' : '$s3';
  return kernel(
    2,
    `workitemabsid_u64 $d1, 0;
  ld_kernarg_u64 $d4, [%p0];
  mad_u64 $d4, $d1, 8, $d4;
  ld_global_u${bits} ${register}, [$d4];
  ld_kernarg_u64 $d4, [%p1];
  mad_u64 $d4, $d1, ${8 * names.length}, $d4;
  ${names.map((name, n) => `${name}_${type} ${result}, ${register};\n  st_global_u${bits} ${result}, [$d4+${8 * n}];`).join('\n  ')}
  ret;`,
  );
}

function resultsOf(type: string, names: readonly string[], values: readonly bigint[], engine: string): BigUint64Array {
  const input = new Uint32Array(BigUint64Array.from(values).buffer);
  const run = {
    arguments: [input, new Uint32Array(2 * values.length * names.length)],
    grid: [values.length],
    group: [64],
  };
  return new BigUint64Array(runText(operations(type, names), run, ENGINES[engine]!)[1]!.buffer);
}

for (const type of Object.keys(FORMATS) as (keyof typeof FORMATS)[])
  test(`${type}: reciprocals and roots are exact and rounded once`, (t) => {
    const format = FORMATS[type];
    const sign = 1n << BigInt(format.exponent + format.fraction);
    const mixed = valuesOf(format, 2 * COUNT).map((bits) => bits & (sign - 1n));
    const values = mixed.filter((bits) => bits !== 0n && fractionOf(format, bits)).slice(0, COUNT);
    for (const engine of Object.keys(ENGINES)) {
      const results = resultsOf(type, FUNCTIONS, values, engine);
      const wrong = values.flatMap((bits, item) =>
        FUNCTIONS.flatMap((name, n) => {
          const expected = expectedOf(name, format, fractionOf(format, bits)!);
          const actual = results[FUNCTIONS.length * item + n]!;
          return actual === expected
            ? []
            : [`${name} ${bits.toString(16)}: ${actual.toString(16)}, not ${expected.toString(16)}`];
        }),
      );
      t.deepEqual(wrong.slice(0, 10), [], `${engine}: ${wrong.length}`);
    }
  });

const float = (bits: bigint): number => new Float32Array(Uint32Array.of(Number(bits)).buffer)[0]!;
const bitsOfFloat = (value: number): bigint => BigInt(new Uint32Array(Float32Array.of(value).buffer)[0]!);

const FUNCTIONS_OF_F32 = [
  { name: 'nsin', compute: Math.sin, limit: Infinity },
  { name: 'ncos', compute: Math.cos, limit: Infinity },
  { name: 'nexp2', compute: (x: number) => 2 ** x, limit: 100 },
  { name: 'nlog2', compute: Math.log2, limit: 100 },
];

/** A text where a result is further away than 1 ulp, and than the error of an angle in turns of 32 bits. */
function problemOf(actual: number, expected: number, x: number): string | undefined {
  if (!Number.isFinite(expected) || expected === 0) return Object.is(actual, expected) ? undefined : `${actual}`;
  const ulp = 2 ** (Math.max(-126, Math.floor(Math.log2(Math.abs(expected)))) - 23);
  return Math.abs(actual - expected) < ulp + Math.abs(x) * 2 ** -23 ? undefined : `${actual}, not ${expected}`;
}

test('functions have an error below 1 ulp, sines beside that of the angle, also of many turns', (t) => {
  const angles = Array.from({ length: COUNT }, (_, n) => (n - 100) * 0.37 * (n % 8 === 0 ? 1000 : 1));
  const values = [...angles, 0, -0, Number.NaN].map(bitsOfFloat);
  const names = FUNCTIONS_OF_F32.map(({ name }) => name);
  const all = Object.keys(ENGINES).map((engine) => resultsOf('f32', names, values, engine));
  for (const results of all) t.deepEqual(results, all[0]);
  const wrong = values.flatMap((bits, item) =>
    FUNCTIONS_OF_F32.flatMap(({ name, compute, limit }, n) => {
      const x = float(bits);
      const problem = problemOf(float(all[0]![names.length * item + n]!), compute(x), x);
      return Math.abs(x) > limit || problem === undefined ? [] : [`${name} ${x}: ${problem}`];
    }),
  );
  t.deepEqual(wrong, []);
});

test('sines and cosines of infinities are NaN, those of a subnormal angle are near to it and 1', (t) => {
  const values = [Infinity, -Infinity, 1e-40].map(bitsOfFloat);
  for (const engine of Object.keys(ENGINES)) {
    const results = Array.from(resultsOf('f32', ['nsin', 'ncos'], values, engine), float);
    t.deepEqual([...results.slice(0, 4), results[5]], [Number.NaN, Number.NaN, Number.NaN, Number.NaN, 1]);
    t.true(Math.abs(results[4]! - 1e-40) < 1e-44);
  }
});
