// Flags of exceptions against exact fractions: each operation by itself, in a wavefront of one work-item.

import test from 'ava';
import { assemble } from '../../src/hsail/text/assembler.js';
import { type Image, readImage } from '../../src/library/image.js';
import {
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

const FLAG = { invalid: 1, divideByZero: 2, overflow: 4, underflow: 8, inexact: 16 } as const;
const HEAD = 'module &m:1:0:$full:$large:$default;\n';
type FloatType = keyof typeof FORMATS;
const ROUNDINGS = ['near', 'up', 'down', 'zero'] as const;
type Rounding = (typeof ROUNDINGS)[number];
const COUNT = 160;

const AS_HSAIL = 'hsail';
const imageOf = async (text: string, target: string): Promise<Image> =>
  target === AS_HSAIL ? readImage(assemble(text)) : finalized([text], target);

interface Result {
  /** Rounded to the format. */
  readonly rounded: (direction: 'up' | 'down') => bigint;
  /** Its magnitude against a number. */
  readonly compare: (limit: Fraction) => number;
}

const magnitude = (value: Fraction): Fraction => (value.numerator < 0n ? negative(value) : value);
const compare = (a: Fraction, b: Fraction): number =>
  Number(sum(a, negative(b)).numerator > 0n) - Number(sum(a, negative(b)).numerator < 0n);

const ofFraction =
  (format: Format) =>
  (value: Fraction): Result => ({
    rounded: (direction) => rounded(format, value, direction),
    compare: (limit) => compare(magnitude(value), limit),
  });

const ofRoot = (format: Format, value: Fraction): Result => ({
  rounded: (direction) => roundedRoot(format, value, direction),
  compare: (limit) => compare(value, product(limit, limit)),
});

/** The exact result, or the flags of results that there are not. */
type Exact = (format: Format, values: readonly Fraction[]) => Result | number;

const OPERATIONS: Readonly<Record<string, { readonly text: string; readonly exact: Exact }>> = {
  add: { text: 'A, B', exact: (format, [a, b]) => ofFraction(format)(sum(a!, b!)) },
  sub: { text: 'A, B', exact: (format, [a, b]) => ofFraction(format)(sum(a!, negative(b!))) },
  mul: { text: 'A, B', exact: (format, [a, b]) => ofFraction(format)(product(a!, b!)) },
  fma: { text: 'A, B, C', exact: (format, [a, b, c]) => ofFraction(format)(sum(product(a!, b!), c!)) },
  div: {
    text: 'A, B',
    exact: (format, [a, b]) => {
      if (b!.numerator === 0n) return a!.numerator === 0n ? FLAG.invalid : FLAG.divideByZero;
      return ofFraction(format)(quotient(a!, b!));
    },
  },
  sqrt: { text: 'A', exact: (format, [a]) => (a!.numerator < 0n ? FLAG.invalid : ofRoot(format, a!)) },
};

const power = (exponent: number): Fraction =>
  exponent >= 0
    ? { numerator: 1n << BigInt(exponent), denominator: 1n }
    : { numerator: 1n, denominator: 1n << BigInt(-exponent) };

function flagsOf(format: Format, rounding: Rounding, result: Result, isNegative: boolean): number {
  const bias = 2 ** (format.exponent - 1) - 1;
  const end = power(bias + 1);
  const half = negative(power(bias - format.fraction - 1));
  const last = sum(end, negative(power(bias - format.fraction)));
  const away = isNegative ? 'down' : 'up';
  const isOver =
    rounding === 'near'
      ? result.compare(sum(end, half)) >= 0
      : result.compare(end) >= 0 || (rounding === away && result.compare(last) > 0);
  const isInexact = result.rounded('up') !== result.rounded('down');
  const isTiny = result.compare(power(1 - bias)) < 0;
  const inexact = isInexact ? FLAG.inexact : 0;
  return (isOver ? FLAG.overflow : 0) | (isTiny && isInexact ? FLAG.underflow : 0) | inexact;
}

const ROWS = Object.keys(OPERATIONS).flatMap((name) => ROUNDINGS.map((rounding) => ({ name, rounding })));

/** Each work-item has three values, 8 bytes apart, and writes the flags of each row. */
function kernel(type: FloatType): string {
  const bits = type.slice(1);
  const register = type === 'f64' ? '$d' : '$s';
  const load = (index: number): string => `ld_global_u${bits} ${register}${index + 20}, [$d2+${8 * index}];`;
  const named = (text: string): string =>
    text.replace('A', `${register}20`).replace('B', `${register}21`).replace('C', `${register}22`);
  const rows = ROWS.map(
    ({ name, rounding }, row) => `cleardetectexcept_u32 31;
${name}_${rounding}_${type} ${register}30, ${named(OPERATIONS[name]!.text)};
getdetectexcept_u32 $s1;
st_global_u32 $s1, [$d3+${4 * row}];`,
  );
  return `${HEAD}
prog kernel &k(kernarg_u64 %in, kernarg_u64 %out)
{
  enabledetectexceptions 31;
  workitemabsid_u64 $d1, 0;
  ld_kernarg_u64 $d2, [%in];
  mad_u64 $d2, $d1, 24, $d2;
  ld_kernarg_u64 $d3, [%out];
  mad_u64 $d3, $d1, ${4 * ROWS.length}, $d3;
  ${[0, 1, 2].map(load).join('\n')}
  ${rows.join('\n')}
  ret;
};
`;
}

function expectedFlags(format: Format, { name, rounding }: (typeof ROWS)[number], own: readonly Fraction[]): number {
  const exact = OPERATIONS[name]!.exact(format, own);
  if (typeof exact === 'number') return exact;
  const isNegative = exact.rounded('down') >> BigInt(format.exponent + format.fraction) !== 0n;
  return flagsOf(format, rounding, exact, isNegative);
}

const TYPES = Object.keys(FORMATS) as FloatType[];
const TARGETS: readonly (readonly [type: FloatType, target: string])[] = TYPES.flatMap((type, index) => [
  [type, CHIPS[index % CHIPS.length]!],
  [type, AS_HSAIL],
]);

for (const [type, target] of TARGETS)
  test(`operations on ${type} generate their exceptions on ${target}`, async (t) => {
    const format = FORMATS[type];
    const values = valuesOf(format, 3 * COUNT);
    const image = await imageOf(kernel(type), target);
    const input = new Uint32Array(BigUint64Array.from(values).buffer);
    const flags = new Uint32Array(COUNT * ROWS.length);
    const size = { globalSize: [COUNT], localSize: [1] } as const;
    await launched(image, { kernel: '&k', engine: 'interp', ...size, arguments: [input, flags] });
    const seen = new Set<number>();
    const wrong: string[] = [];
    for (let item = 0; item < COUNT; item++) {
      const operands = values.slice(3 * item, 3 * item + 3);
      const own = operands.map((bits) => fractionOf(format, bits));
      if (own.includes(undefined)) continue;
      ROWS.forEach((row, number) => {
        const expected = expectedFlags(format, row, own as Fraction[]);
        const actual = flags[item * ROWS.length + number]!;
        seen.add(expected);
        if (actual !== expected)
          wrong.push(
            `${row.name}_${row.rounding} ${operands.map((each) => each.toString(16))}: ${actual}, not ${expected}`,
          );
      });
    }
    t.true(seen.size >= 6, `${[...seen]}`);
    t.deepEqual(wrong.slice(0, 10), [], `${wrong.length}`);
  });

const QUIET = 0x7fc00000;
const SIGNALING = 0x7f800001;
const INFINITY = 0x7f800000;
const ONE = 0x3f800000;
const TINY = 1;

/** Two operands, the instructions, and the flags of these. */
const SPECIAL: readonly (readonly [a: number, b: number, text: string, flags: number])[] = [
  [SIGNALING, ONE, 'add_f32 $s10, $s1, $s2;', FLAG.invalid],
  [QUIET, ONE, 'add_f32 $s10, $s1, $s2;', 0],
  [INFINITY, INFINITY, 'sub_f32 $s10, $s1, $s2;', FLAG.invalid],
  [INFINITY, 0, 'mul_f32 $s10, $s1, $s2;', FLAG.invalid],
  [INFINITY, ONE, 'mul_f32 $s10, $s1, $s2;', 0],
  [INFINITY, 0, 'div_f32 $s10, $s1, $s2;', 0],
  [SIGNALING, ONE, 'max_f32 $s10, $s1, $s2;', FLAG.invalid],
  [SIGNALING, ONE, 'neg_f32 $s10, $s1;', 0],
  [SIGNALING, ONE, 'rint_f32 $s10, $s1;', FLAG.invalid],
  [0x3fc00000, ONE, 'rint_f32 $s10, $s1;', 0],
  [0x80000001, ONE, 'fract_f32 $s10, $s1;', FLAG.inexact],
  [INFINITY, ONE, 'fract_f32 $s10, $s1;', 0],
  [QUIET, ONE, 'cmp_lt_b1_f32 $c0, $s1, $s2;', 0],
  [QUIET, ONE, 'cmp_slt_b1_f32 $c0, $s1, $s2;', FLAG.invalid],
  [SIGNALING, ONE, 'cmp_num_b1_f32 $c0, $s1, $s2;', FLAG.invalid],
  [TINY, ONE, 'mul_ftz_f32 $s10, $s1, $s2;', 0],
  [0x00800000, 0x3f000000, 'mul_ftz_f32 $s10, $s1, $s2;', FLAG.underflow],
  [0x00800000, 0x3f000000, 'mul_f32 $s10, $s1, $s2;', 0],
  [0x3fc00000, 0, 'cvt_zeroi_s32_f32 $s10, $s1;', 0],
  [0x3fc00000, 0, 'cvt_szeroi_s32_f32 $s10, $s1;', FLAG.inexact],
  [0x4f000000, 0, 'cvt_zeroi_s32_f32 $s10, $s1;', FLAG.invalid],
  [0x4f000000, 0, 'cvt_zeroi_u32_f32 $s10, $s1;', 0],
  [0xcf000000, 0, 'cvt_zeroi_s32_f32 $s10, $s1;', 0],
  [0xbf000000, 0, 'cvt_zeroi_u32_f32 $s10, $s1;', 0],
  [QUIET, 0, 'cvt_zeroi_sat_s32_f32 $s10, $s1;', 0],
  [0x01000001, 0, 'cvt_near_f32_u32 $s10, $s1;', FLAG.inexact],
  [0x01000002, 0, 'cvt_near_f32_u32 $s10, $s1;', 0],
  [0x477ff000, 0, 'cvt_near_f16_f32 $s10, $s1;', FLAG.overflow | FLAG.inexact],
  [0x477fefff, 0, 'cvt_near_f16_f32 $s10, $s1;', FLAG.inexact],
  [0x477ff000, 0, 'cvt_down_f16_f32 $s10, $s1;', FLAG.inexact],
  [0x47800000, 0, 'cvt_down_f16_f32 $s10, $s1;', FLAG.overflow | FLAG.inexact],
  [0x33000000, 0, 'cvt_near_f16_f32 $s10, $s1;', FLAG.underflow | FLAG.inexact],
  [SIGNALING, 0, 'cvt_f64_f32 $d10, $s1;', FLAG.invalid],
  [ONE, 0, 'setdetectexcept_u32 5;', 5],
];

for (const target of [...CHIPS, AS_HSAIL])
  test(`invalid operations, conversions and comparisons, also in functions, on ${target}`, async (t) => {
    const rows = SPECIAL.map(
      ([, , text], row) => `ld_global_u32 $s1, [$d2+${8 * row}];
ld_global_u32 $s2, [$d2+${8 * row + 4}];
cleardetectexcept_u32 31;
${text}
getdetectexcept_u32 $s3;
st_global_u32 $s3, [$d3+${4 * row}];`,
    );
    const text = `${HEAD}
function &divide()(arg_f32 %x)
{
  ld_arg_f32 $s1, [%x];
  div_f32 $s2, 1.0f, $s1;
  ret;
};
prog kernel &k(kernarg_u64 %in, kernarg_u64 %out)
{
  enabledetectexceptions 31;
  ld_kernarg_u64 $d2, [%in];
  ld_kernarg_u64 $d3, [%out];
  ${rows.join('\n')}
  ret;
};
prog kernel &whole(kernarg_u64 %out)
{
  enabledetectexceptions 31;
  workitemabsid_u32 $s0, 0;
  sub_u32 $s0, $s0, 70;
  cvt_f32_s32 $s1, $s0;
  {
    arg_f32 %x;
    st_arg_f32 $s1, [%x];
    call &divide()(%x);
  }
  getdetectexcept_u32 $s2;
  ld_kernarg_u64 $d0, [%out];
  workitemabsid_u64 $d1, 0;
  mad_u64 $d0, $d1, 4, $d0;
  st_global_u32 $s2, [$d0];
  ret;
};
`;
    const image = await imageOf(text, target);
    const input = Uint32Array.from(SPECIAL.flatMap((row) => row.slice(0, 2) as number[]));
    const flags = new Uint32Array(SPECIAL.length);
    await launched(image, { kernel: '&k', engine: 'jit', globalSize: [1], arguments: [input, flags] });
    const texts = SPECIAL.map(([a, b, what]) => `${a.toString(16)} ${b.toString(16)} ${what}`);
    const named = (values: Iterable<number>): string[] => [...values].map((value, row) => `${texts[row]} ${value}`);
    t.deepEqual(named(flags), named(SPECIAL.map(([, , , expected]) => expected)));
    const out = new Uint32Array(128);
    await launched(image, { kernel: '&whole', engine: 'jit', globalSize: [128], localSize: [128], arguments: [out] });
    const second = FLAG.divideByZero | FLAG.inexact;
    t.deepEqual(
      [...out],
      Array.from({ length: 128 }, (_, item) => (item < 64 ? FLAG.inexact : second)),
    );
  });

/** The second wavefront generates an exception, which the first one reads behind a barrier. */
const SHARED = `${HEAD}
prog kernel &k(kernarg_u64 %out)
{
  enabledetectexceptions 31;
  workitemabsid_u32 $s0, 0;
  cmp_ge_b1_u32 $c0, $s0, 64;
  cmov_b32 $s1, $c0, 0f3f800000, 0f00000000;
  div_f32 $s2, $s1, 0.0f;
  barrier;
  getdetectexcept_u32 $s3;
  ld_kernarg_u64 $d0, [%out];
  workitemabsid_u64 $d1, 0;
  mad_u64 $d0, $d1, 4, $d0;
  st_global_u32 $s3, [$d0];
  ret;
};
`;

/** Elements of packed numbers, all of them or the first one; what is not enabled is not detected. */
const PACKED = `${HEAD}
prog kernel &k(kernarg_u64 %out)
{
  enabledetectexceptions 3;
  ld_kernarg_u64 $d0, [%out];
  div_ss_f32x2 $d1, f32x2(1.0f, 1.0f), f32x2(0.0f, 1.0f);
  getdetectexcept_u32 $s0;
  div_pp_f32x2 $d1, f32x2(1.0f, 1.0f), f32x2(0.0f, 1.0f);
  getdetectexcept_u32 $s1;
  cleardetectexcept_u32 1;
  getdetectexcept_u32 $s2;
  setdetectexcept_u32 31;
  getdetectexcept_u32 $s3;
  st_v4_global_u32 ($s0, $s1, $s2, $s3), [$d0];
  ret;
};
`;

const PLACES = [
  ['fiji', 'interp'],
  ['vega10', 'jit'],
  [AS_HSAIL, 'interp'],
  [AS_HSAIL, 'jit'],
  [AS_HSAIL, 'oracle'],
] as const;

for (const [target, engine] of PLACES)
  test(`flags belong to the work-group on ${target}, by ${engine}`, async (t) => {
    const out = new Uint32Array(128);
    const shared = await imageOf(SHARED, target);
    await launched(shared, { kernel: '&k', engine, globalSize: [128], localSize: [128], arguments: [out] });
    t.deepEqual([...new Set(out)], [FLAG.invalid | FLAG.divideByZero]);
    const packed = new Uint32Array(4);
    await launched(await imageOf(PACKED, target), { kernel: '&k', engine, globalSize: [1], arguments: [packed] });
    t.deepEqual([...packed], [0, FLAG.divideByZero, FLAG.divideByZero, FLAG.invalid | FLAG.divideByZero]);
  });
