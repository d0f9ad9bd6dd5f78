// Kernels whose operations all have `ftz`: MODE flushes, with the results of HSAIL executed as it is.

import test from 'ava';
import { chipById } from '../../src/chips/chips.js';
import { finalizeBrig } from '../../src/compiler/finalize.js';
import { FORMATS } from './exact-rounding.js';
import { brigModule, CHIPS, finalized, launched } from './finalized.js';
import { ENGINES, runText } from './il/harness.js';
import { valuesOf } from './random-floats.js';

type FloatType = keyof typeof FORMATS;

const COUNT = 512;

/** Operations on A, B and C of a type, and the type of their result. */
function operationsOf(type: FloatType): readonly (readonly [text: string, result: string])[] {
  const own = (text: string): readonly [string, string] => [text, type];
  const binary = ['add', 'sub', 'mul', 'max', 'min'].map((name) => own(`${name}_ftz_${type} D, A, B`));
  const unary = ['ceil', 'floor', 'trunc', 'rint', 'fract'].map((name) => own(`${name}_ftz_${type} D, A`));
  const directed = ['up', 'down', 'zero'].flatMap((rounding) => [
    own(`add_ftz_${rounding}_${type} D, A, B`),
    own(`fma_ftz_${rounding}_${type} D, A, B, C`),
  ]);
  const compared = ['eq', 'lt', 'geu'].map((operator) => [`cmp_${operator}_ftz_u32_${type} D, A, B`, 'u32'] as const);
  const integers = ['upi_sat', 'downi_sat', 'zeroi_sat'].map(
    (rounding) => [`cvt_ftz_${rounding}_s32_${type} D, A`, 's32'] as const,
  );
  const others = (Object.keys(FORMATS) as FloatType[]).filter((other) => other !== type);
  const widened = others
    .filter((other) => FORMATS[other].fraction > FORMATS[type].fraction)
    .map((other) => [`cvt_ftz_${other}_${type} D, A`, other] as const);
  const narrowed = others
    .filter((other) => FORMATS[other].fraction < FORMATS[type].fraction)
    .flatMap((other) =>
      ['', '_up', '_down'].map((rounding) => [`cvt_ftz${rounding}_${other}_${type} D, A`, other] as const),
    );
  const quotients = type === 'f64' ? [] : [own(`div_ftz_${type} D, A, B`), own(`sqrt_ftz_${type} D, A`)];
  return [
    ...binary,
    own(`fma_ftz_${type} D, A, B, C`),
    ...unary,
    ...quotients,
    ...directed,
    ...compared,
    ...integers,
    ...widened,
    ...narrowed,
  ];
}

const registerOf = (type: string, number: number): string => `${type.endsWith('64') ? '$d' : '$s'}${number}`;

/** Stores of the results of operations on registers, from a row on. */
const rowsOf = (type: FloatType, operations: ReturnType<typeof operationsOf>, first = 0): string[] =>
  operations.map(([text, result], row) => {
    const named = text.replace(/\b[ABCD]\b/g, (name) =>
      name === 'D' ? registerOf(result, 30) : registerOf(type, 20 + 'ABC'.indexOf(name)),
    );
    return `${named};\nst_global_u${result.slice(1)} ${registerOf(result, 30)}, [$d3+${8 * (first + row)}];`;
  });

/** Each work-item has three values, 8 bytes apart, and writes one result for each operation. */
function kernel(type: FloatType, operations: ReturnType<typeof operationsOf>, more = ''): string {
  const bits = type.slice(1);
  const load = (index: number): string => `ld_global_u${bits} ${registerOf(type, index + 20)}, [$d2+${8 * index}];`;
  const rows = rowsOf(type, operations);
  return `module &m:1:0:$full:$large:$default;
prog kernel &k(kernarg_u64 %in, kernarg_u64 %out)
{
  workitemabsid_u64 $d1, 0;
  ld_kernarg_u64 $d2, [%in];
  mad_u64 $d2, $d1, 24, $d2;
  ld_kernarg_u64 $d3, [%out];
  mad_u64 $d3, $d1, ${8 * operations.length}, $d3;
  ${[0, 1, 2].map(load).join('\n')}
  ${rows.join('\n')}
  ${more}
  ret;
};
`;
}

const irOf = async (text: string): Promise<string> =>
  String((await finalizeBrig([brigModule(text)], chipById('fiji')!, { keepIr: true })).ir);
const FLUSHES_F32 = /^attributes .*"denormal-fp-math-f32"="preserve-sign/m;
const FLUSHES = /^attributes .*"denormal-fp-math[^"]*"="preserve-sign/m;

/** A result may be any NaN of several: only that it is one counts. */
const isNan = (type: string, bits: bigint): boolean =>
  type in FORMATS &&
  (() => {
    const { exponent, fraction } = FORMATS[type as FloatType];
    return (bits & ((1n << BigInt(exponent + fraction)) - 1n)) > ((1n << BigInt(exponent)) - 1n) << BigInt(fraction);
  })();

for (const type of Object.keys(FORMATS) as FloatType[])
  test(`${type}: MODE flushes operands and results as each instruction does`, async (t) => {
    const operations = operationsOf(type);
    const text = kernel(type, operations);
    t.regex(await irOf(text), FLUSHES);
    const format = FORMATS[type];
    const small = valuesOf(format, 3 * COUNT).map((bits, n) =>
      n % 5 < 2 ? bits & ~(((1n << BigInt(format.exponent)) - 1n) << BigInt(format.fraction)) : bits,
    );
    const input = new Uint32Array(BigUint64Array.from(small).buffer);
    const size = 2 * COUNT * operations.length;
    const run = { arguments: [input, new Uint32Array(size)], grid: [COUNT], group: [64] };
    const expected = new BigUint64Array(runText(text, run, ENGINES['interpreter']!)[1]!.buffer);
    for (const device of CHIPS) {
      const words = new Uint32Array(size);
      const image = await finalized([text], device);
      await launched(image, { kernel: '&k', engine: 'interp', globalSize: [COUNT], arguments: [input.slice(), words] });
      const actual = new BigUint64Array(words.buffer);
      const wrong = [...actual.entries()].flatMap(([index, bits]) => {
        const [name, result] = operations[index % operations.length]!;
        const due = expected[index]!;
        if (bits === due || (isNan(result, bits) && isNan(result, due))) return [];
        const item = Math.floor(index / operations.length);
        const operands = small.slice(3 * item, 3 * item + 3).map((value) => value.toString(16));
        return [`${name}: ${operands}: ${bits.toString(16)}, not ${due.toString(16)}`];
      });
      t.deepEqual(wrong.slice(0, 10), [], `${device}: ${wrong.length}`);
    }
  });

/** A subnormal number, and numbers with which operations are the other operand, or are exact. */
function constantsOf(type: FloatType): readonly (readonly [bigint, bigint, bigint])[] {
  const { exponent, fraction } = FORMATS[type];
  const sign = 1n << BigInt(exponent + fraction);
  const one = ((1n << BigInt(exponent - 1)) - 1n) << BigInt(fraction);
  const [small, least] = [1n << BigInt(fraction - 2), 1n << BigInt(fraction)];
  return [
    [small, one, sign],
    [sign | 1n, sign, small],
    [one, small, small],
    [least, least | 3n, sign | one],
  ];
}

for (const type of Object.keys(FORMATS) as FloatType[])
  test(`${type}: constants are flushed by the compiler as by MODE`, async (t) => {
    const operations = operationsOf(type);
    const triples = constantsOf(type);
    const bits = type.slice(1);
    const body = triples.flatMap((values, n) => [
      ...values.map((value, index) => `mov_b${bits === '16' ? '32' : bits} ${registerOf(type, 20 + index)}, ${value};`),
      ...rowsOf(type, operations, n * operations.length),
    ]);
    const text = `module &m:1:0:$full:$large:$default;
prog kernel &k(kernarg_u64 %out)
{
  ld_kernarg_u64 $d3, [%out];
  ${body.join('\n')}
  ret;
};
`;
    t.regex(await irOf(text), FLUSHES);
    const size = 2 * operations.length * triples.length;
    const run = { arguments: [new Uint32Array(size)], grid: [1], group: [1] };
    const expected = new BigUint64Array(runText(text, run, ENGINES['interpreter']!)[0]!.buffer);
    for (const device of CHIPS) {
      const words = new Uint32Array(size);
      const image = await finalized([text], device);
      await launched(image, { kernel: '&k', engine: 'interp', globalSize: [1], arguments: [words] });
      const wrong = [...new BigUint64Array(words.buffer).entries()].flatMap(([index, value]) => {
        const [name, result] = operations[index % operations.length]!;
        const due = expected[index]!;
        if (value === due || (isNan(result, value) && isNan(result, due))) return [];
        const operands = triples[Math.floor(index / operations.length)]!.map((each) => each.toString(16));
        return [`${name}: ${operands}: ${value.toString(16)}, not ${due.toString(16)}`];
      });
      t.deepEqual(wrong, [], device);
    }
  });

test('one operation that keeps subnormal numbers has the others flush by instructions', async (t) => {
  const operations = operationsOf('f32');
  t.notRegex(await irOf(kernel('f32', operations, 'add_f32 $s30, $s20, $s21;')), FLUSHES_F32);
  // Floats of 64 bits are another field of MODE.
  const other = 'cvt_f64_f32 $d9, $s20;'.replace('cvt', 'cvt_ftz');
  t.regex(await irOf(kernel('f32', operations, `${other}\nadd_f64 $d9, $d9, $d9;`)), FLUSHES_F32);
});

const CALLS = (called: string, more = ''): string => `module &m:1:0:$full:$large:$default;
function &twice(arg_f32 %r)(arg_f32 %a)
{
  ld_arg_f32 $s0, [%a];
  ${called} $s0, $s0, $s0;
  st_arg_f32 $s0, [%r];
  ret;
};
prog kernel &k(kernarg_u64 %in, kernarg_u64 %out)
{
  workitemabsid_u64 $d1, 0;
  ld_kernarg_u64 $d2, [%in];
  mad_u64 $d2, $d1, 4, $d2;
  ld_global_f32 $s1, [$d2];
  sub_ftz_f32 $s1, $s1, 0F3f800000;
  {
    arg_f32 %a;
    arg_f32 %r;
    st_arg_f32 $s1, [%a];
    call &twice(%r)(%a);
    ld_arg_f32 $s1, [%r];
  }
  ld_kernarg_u64 $d2, [%out];
  mad_u64 $d2, $d1, 4, $d2;
  st_global_f32 $s1, [$d2];
  ret;
};
${more}`;

const attributesOf = (ir: string): string[] => ir.match(/"denormal-fp-math[^ ]*/g) ?? [];

test('functions that call one another have the same MODE', async (t) => {
  const flushing = attributesOf(await irOf(CALLS('add_ftz_f32')));
  t.true(flushing.length > 0 && flushing.every((text) => !text.startsWith('"denormal-fp-math-f32"="ieee')));
  t.true(flushing.includes('"denormal-fp-math-f32"="preserve-sign,preserve-sign"'));
  t.notRegex(await irOf(CALLS('add_f32')), FLUSHES);
  const other = 'prog kernel &other(kernarg_u64 %in) { add_f32 $s0, $s1, $s1; ret; };';
  const both = attributesOf(await irOf(CALLS('add_ftz_f32', other)));
  t.true(both.includes('"denormal-fp-math-f32"="preserve-sign,preserve-sign"'));
  t.true(both.includes('"denormal-fp-math"="ieee,ieee"'));
});

test('programs that record exceptions, and functions that others call, flush by instructions', async (t) => {
  t.notRegex(
    await irOf(kernel('f32', operationsOf('f32')).replace('{\n', '{\n  enabledetectexceptions 1;\n')),
    FLUSHES,
  );
  const indirect = CALLS('add_ftz_f32').replace('function &twice', 'prog indirect function &twice');
  t.notRegex(await irOf(indirect), FLUSHES);
});
