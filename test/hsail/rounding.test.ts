// Directed rounding of the finalizer's code against exact fractions.

import test from 'ava';
import {
  type Direction,
  FORMATS,
  type Format,
  type Fraction,
  fractionOf,
  negative,
  product,
  quotient,
  rounded,
  roundedRoot,
  sum,
} from './exact-rounding.js';
import { CHIPS, finalized, launched } from './finalized.js';
import { valuesOf } from './random-floats.js';

const DIRECTIONS: readonly Direction[] = ['up', 'down', 'zero'];
type FloatType = keyof typeof FORMATS;

interface RoundedOperation {
  readonly text: string;
  /** The exact result; undefined where it is none. */
  readonly exact: (format: Format, direction: Direction, values: readonly Fraction[]) => bigint | undefined;
}

const exactly =
  (value: (...values: Fraction[]) => Fraction | undefined): RoundedOperation['exact'] =>
  (format, direction, values) => {
    const result = value(...values);
    // The sign of an exact zero is another rule.
    return result === undefined || result.numerator === 0n ? undefined : rounded(format, result, direction);
  };

const OPERATIONS: Readonly<Record<string, RoundedOperation>> = {
  add: { text: 'A, B', exact: exactly((a, b) => sum(a!, b!)) },
  sub: { text: 'A, B', exact: exactly((a, b) => sum(a!, negative(b!))) },
  mul: { text: 'A, B', exact: exactly((a, b) => product(a!, b!)) },
  div: { text: 'A, B', exact: exactly((a, b) => (b!.numerator === 0n ? undefined : quotient(a!, b!))) },
  fma: { text: 'A, B, C', exact: exactly((a, b, c) => sum(product(a!, b!), c!)) },
  sqrt: {
    text: 'A',
    exact: (format, direction, [a]) => (a!.numerator > 0n ? roundedRoot(format, a!, direction) : undefined),
  },
};

const ROWS = Object.keys(OPERATIONS).flatMap((name) => DIRECTIONS.map((direction) => ({ name, direction })));
const COUNT = 512;

/** Each work-item has three values, 8 bytes apart, and writes one result for each row. */
function kernel(type: FloatType): string {
  const bits = type.slice(1);
  const register = type === 'f64' ? '$d' : '$s';
  const load = (index: number): string => `ld_global_u${bits} ${register}${index + 20}, [$d2+${8 * index}];`;
  const named = (text: string): string =>
    text.replace('A', `${register}20`).replace('B', `${register}21`).replace('C', `${register}22`);
  const rows = ROWS.map(
    ({ name, direction }, row) =>
      `${name}_${direction}_${type} ${register}30, ${named(OPERATIONS[name]!.text)};\n` +
      `st_global_u${bits} ${register}30, [$d3+${8 * row}];`,
  );
  return `module &m:1:0:$full:$large:$default;
prog kernel &k(kernarg_u64 %in, kernarg_u64 %out)
{
  workitemabsid_u64 $d1, 0;
  ld_kernarg_u64 $d2, [%in];
  mad_u64 $d2, $d1, 24, $d2;
  ld_kernarg_u64 $d3, [%out];
  mad_u64 $d3, $d1, ${8 * ROWS.length}, $d3;
  ${[0, 1, 2].map(load).join('\n')}
  ${rows.join('\n')}
  ret;
};
`;
}

for (const type of Object.keys(FORMATS) as FloatType[]) {
  test(`${type} is rounded up, down and to zero`, async (t) => {
    const format = FORMATS[type];
    const values = valuesOf(format, 3 * COUNT);
    const fractions = values.map((bits) => fractionOf(format, bits));
    for (const device of CHIPS) {
      const image = await finalized([kernel(type)], device);
      const input = new Uint32Array(BigUint64Array.from(values).buffer);
      const output = new BigUint64Array(COUNT * ROWS.length);
      const words = new Uint32Array(output.buffer);
      await launched(image, { kernel: '&k', engine: 'interp', globalSize: [COUNT], arguments: [input, words] });
      const wrong: string[] = [];
      let checked = 0;
      for (let item = 0; item < COUNT; item++) {
        const own = fractions.slice(3 * item, 3 * item + 3);
        if (own.includes(undefined)) continue;
        ROWS.forEach(({ name, direction }, row) => {
          const expected = OPERATIONS[name]!.exact(format, direction, own as Fraction[]);
          const actual = output[item * ROWS.length + row]!;
          if (expected === undefined) return;
          checked++;
          const operands = values.slice(3 * item, 3 * item + 3).map((value) => value.toString(16));
          if (actual !== expected)
            wrong.push(`${name}_${direction} ${operands}: ${actual.toString(16)}, not ${expected.toString(16)}`);
        });
      }
      t.true(checked > 3000, `${checked}`);
      t.deepEqual(wrong.slice(0, 10), [], `${device}: ${wrong.length} of ${checked}`);
    }
  });
}
