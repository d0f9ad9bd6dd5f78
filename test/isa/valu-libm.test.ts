// Floating-point instructions of the vector ALU against the C library and the host's processor.

import test from 'ava';
import { evaluateLane } from './evaluate-lane.js';
import { BINARY32, BINARY64, type Format, flush, isDenormal, isNan } from './exact-float.js';
import { askLibm, type Question } from './libm-reference.js';
import { EDGES_32, EDGES_64, patterns } from './random-patterns.js';
import { COUNT, DEFS, doubleOf, FLUSH_F32, floatOf, KEEP } from './valu-run.js';

const CANONICAL: ReadonlyMap<Format, bigint> = new Map([
  [BINARY32, 0x7fc00000n],
  [BINARY64, 0x7ff8000000000000n],
]);

/** MODE with denormals kept and the same rounding in both widths. */
const modeOf = (round: number): bigint => BigInt(0xf0 | (round << 2) | round);

interface Case {
  readonly args: readonly bigint[];
  readonly round: number;
}

/** Every pair of edges first, then random patterns, in all four roundings. */
function cases(seed: number, f: Format, arity: number, last?: () => bigint): readonly Case[] {
  const random = patterns(seed);
  const draw = f === BINARY32 ? random.u32 : random.u64;
  const edges = (f === BINARY32 ? EDGES_32 : EDGES_64).map((edge) => [
    edge,
    ...Array.from({ length: arity - 1 }, draw),
  ]);
  const rest = Array.from({ length: COUNT }, () => Array.from({ length: arity }, draw));
  return [...edges, ...rest].map((args, index) => ({
    args: last ? [...args.slice(0, -1), last()] : args,
    round: index & 3,
  }));
}

const hex = (bits: readonly bigint[]): string => bits.map((x) => x.toString(16)).join(' ');

/** The instruction's D for each case is the C function's result; any NaN is the canonical one. */
const exactMacro = test.macro({
  exec(t, mnemonic: string, name: string, f: Format, arity: number, result: Format = f, last?: () => bigint) {
    const list = cases(mnemonic.length * 7919 + name.length, f, arity, last);
    const answers = askLibm(list.map(({ args, round }): Question => ({ name, round, args })));
    const def = DEFS.get(mnemonic)!;
    for (const [index, { args, round }] of list.entries()) {
      const [S0, S1, S2] = args;
      const { D } = evaluateLane(def, { S0, S1, S2, MODE: modeOf(round) });
      const answer = answers[index]!;
      const expected = isNan(result, answer) ? CANONICAL.get(result)! : answer;
      if (D !== expected) t.fail(`${mnemonic} ${hex(args)} round ${round}: ${hex([D!])}, C gives ${hex([expected])}`);
    }
    t.true(list.length > COUNT);
  },
  title: (_, mnemonic) => `${mnemonic} gives the bits of the C library in every rounding mode`,
});

test(exactMacro, 'v_add_f32', 'addf', BINARY32, 2);
test(exactMacro, 'v_mul_f32', 'mulf', BINARY32, 2);
test(exactMacro, 'v_fma_f32', 'fmaf', BINARY32, 3);
test(exactMacro, 'v_add_f64', 'add', BINARY64, 2);
test(exactMacro, 'v_mul_f64', 'mul', BINARY64, 2);
test(exactMacro, 'v_fma_f64', 'fma', BINARY64, 3);
test(exactMacro, 'v_rndne_f32', 'roundevenf', BINARY32, 1);
test(exactMacro, 'v_floor_f32', 'floorf', BINARY32, 1);
test(exactMacro, 'v_ceil_f32', 'ceilf', BINARY32, 1);
test(exactMacro, 'v_trunc_f32', 'truncf', BINARY32, 1);
test(exactMacro, 'v_cvt_f32_f64', 'float', BINARY64, 1, BINARY32);

const exponents = (seed: number): (() => bigint) => {
  const random = patterns(seed).u32;
  const limits = [0n, 1n, -1n, 127n, -127n, 300n, -300n, 1100n, -1100n, 0x7fffffffn, -0x80000000n];
  return () => {
    const x = random();
    return BigInt.asUintN(32, x % 3n === 0n ? limits[Number(x) % limits.length]! : (x % 2300n) - 1150n);
  };
};
test(exactMacro, 'v_ldexp_f32', 'ldexpf', BINARY32, 2, BINARY32, exponents(3));
test(exactMacro, 'v_ldexp_f64', 'ldexp', BINARY64, 2, BINARY64, exponents(5));

for (const { f, edges, suffix, mantissa, exponent, infinite } of [
  {
    f: BINARY32,
    edges: EDGES_32,
    suffix: 'f32',
    mantissa: 'frexpf_mant',
    exponent: 'frexpf_exp',
    infinite: 0xffc00000n,
  },
  {
    f: BINARY64,
    edges: EDGES_64,
    suffix: 'f64',
    mantissa: 'frexp_mant',
    exponent: 'frexp_exp',
    infinite: 0xfff8n << 48n,
  },
])
  test(`v_frexp_*_${suffix} split as frexp does, and treat infinities and NaNs as gfx600 does`, (t) => {
    const random = patterns(17);
    const draw = f === BINARY32 ? random.u32 : random.u64;
    const list = [...edges, ...Array.from({ length: COUNT }, draw)];
    const [mantissas, powers] = [mantissa, exponent].map((name) => askLibm(list.map((x) => ({ name, args: [x] }))));
    for (const [index, x] of list.entries()) {
      const D = (name: string): bigint => evaluateLane(DEFS.get(name)!, { S0: x })['D']!;
      const size = x & ((f === BINARY32 ? 1n << 31n : 1n << 63n) - 1n);
      const infinity = CANONICAL.get(f)! & ~(1n << BigInt(f.fraction - 1));
      const special = size >= infinity;
      const expected = size > infinity ? CANONICAL.get(f)! : size === infinity ? infinite : mantissas![index]!;
      t.is(D(`v_frexp_mant_${suffix}`), expected, hex([x]));
      t.is(D(`v_frexp_exp_i32_${suffix}`), special ? 0xffffffffn : powers![index]!, hex([x]));
    }
  });

/**
 * The steps by which compilers divide: scale, iterate, fix up. The iteration keeps denormals; `mode` is that of the
 * three special instructions, around which compilers may flush them.
 */
function divide(width: 'f32' | 'f64', num: bigint, den: bigint, mode: bigint): bigint {
  const run = (name: string, S0: bigint, S1: bigint, S2: bigint, VCCLANE = 0n): Readonly<Record<string, bigint>> =>
    evaluateLane(DEFS.get(`${name}_${width}`)!, { S0, S1, S2, VCCLANE, MODE: name.startsWith('v_div') ? mode : KEEP });
  const sign = width === 'f32' ? 1n << 31n : 1n << 63n;
  const one = width === 'f32' ? 0x3f800000n : 0x3ff0000000000000n;
  const fma = (a: bigint, b: bigint, c: bigint): bigint => run('v_fma', a, b, c)['D']!;
  const { D: d } = run('v_div_scale', den, den, num);
  const { D: n, SDST: vcc } = run('v_div_scale', num, den, num);
  const negated = d! ^ sign;
  let reciprocal = run('v_rcp', d!, 0n, 0n)['D']!;
  const steps = width === 'f32' ? 1 : 2;
  for (let step = 0; step < steps; step++) reciprocal = fma(fma(negated, reciprocal, one), reciprocal, reciprocal);
  const first = run('v_mul', n!, reciprocal, 0n)['D']!;
  const quotient = width === 'f32' ? fma(fma(negated, first, n!), reciprocal, first) : first;
  const rest = fma(negated, quotient, n!);
  return run('v_div_fixup', run('v_div_fmas', rest, reciprocal, quotient, vcc!)['D']!, den, num)['D']!;
}

/** Two patterns with their exponents changed so that the quotient of the numbers is about the smallest. */
function denormalQuotient(f: Format, num: bigint, den: bigint): readonly [bigint, bigint] {
  const fraction = BigInt(f.fraction);
  // Few fraction bits make quotients that lie half way between two denormals.
  const mask = (1n << fraction) - (num % 3n === 0n ? 1n << (fraction - 6n) : 1n);
  const high = BigInt(f.bias) + (den % BigInt(f.bias - f.fraction - 2)) + fraction;
  const low = high - BigInt(f.bias) - (num % (fraction + 2n));
  return [(num & mask) | ((low < 1n ? 1n : low) << fraction), (den & mask) | (high << fraction)];
}

for (const { width, f, name, edges } of [
  { width: 'f32', f: BINARY32, name: 'divf', edges: EDGES_32 },
  { width: 'f64', f: BINARY64, name: 'div', edges: EDGES_64 },
] as const)
  test(`a division by v_div_scale, v_div_fmas and v_div_fixup is correctly rounded in ${width}`, (t) => {
    const random = patterns(23);
    const draw = f === BINARY32 ? random.u32 : random.u64;
    const pairs = [
      ...edges.flatMap((a) => edges.map((b) => [a, b] as const)),
      ...Array.from({ length: COUNT }, () => [draw(), draw()] as const),
      ...Array.from({ length: COUNT }, () => denormalQuotient(f, draw(), draw())),
    ];
    const answers = askLibm(pairs.map((args) => ({ name, args })));
    for (const [index, [num, den]] of pairs.entries()) {
      const actual = divide(width, num, den, KEEP);
      const expected = answers[index]!;
      if (isNan(f, expected)) t.true(isNan(f, actual), hex([num, den]));
      else if (actual !== expected) t.fail(`${hex([num, den])}: ${hex([actual])}, C gives ${hex([expected])}`);
      const flushes = [num, den, expected].some((x) => isDenormal(f, x));
      if (!flushes)
        t.is(divide(width, num, den, FLUSH_F32), actual, `${hex([num, den])} with denormals of f32 flushed`);
    }
  });

const ROOTS = [
  { mnemonic: 'v_sqrt_f64', name: 'sqrt', f: BINARY64, args: (x: bigint) => [x] },
  { mnemonic: 'v_rcp_f64', name: 'div', f: BINARY64, args: (x: bigint) => [0x3ffn << 52n, x] },
  { mnemonic: 'v_sqrt_f32', name: 'sqrtf', f: BINARY32, args: (x: bigint) => [x] },
  { mnemonic: 'v_rcp_f32', name: 'divf', f: BINARY32, args: (x: bigint) => [0x3f800000n, x] },
];
for (const { mnemonic, name, f, args } of ROOTS)
  test(`${mnemonic} is correctly rounded; f32 flushes denormals on both sides`, (t) => {
    const flushed = (x: bigint): bigint => (f === BINARY32 ? flush(f, x) : x);
    const random = patterns(41);
    const draw = f === BINARY32 ? random.u32 : random.u64;
    const inputs = [...(f === BINARY32 ? EDGES_32 : EDGES_64), ...Array.from({ length: COUNT }, draw)];
    const answers = askLibm(inputs.map((x) => ({ name, args: args(flushed(x)) })));
    for (const [index, x] of inputs.entries()) {
      const answer = flushed(answers[index]!);
      t.is(evaluateLane(DEFS.get(mnemonic)!, { S0: x })['D'], isNan(f, answer) ? CANONICAL.get(f)! : answer, hex([x]));
    }
  });

/** Distance of neighbouring f32 numbers at x, at least that of the smallest normal number. */
const ulp = (x: number): number => 2 ** (Math.max(Math.floor(Math.log2(Math.abs(x))), -126) - 23);

interface Approximation {
  readonly mnemonic: string;
  readonly name: string;
  /** Largest error allowed in f32 ulp. */
  readonly limit: number;
  readonly domain: (x: number) => boolean;
}
const normal = (x: number): boolean => Math.abs(x) >= 2 ** -126 && Math.abs(x) < Infinity;
const APPROXIMATIONS: readonly Approximation[] = [
  { mnemonic: 'v_exp_f32', name: 'exp2', limit: 0.501, domain: (x) => normal(x) && x >= -126 && x < 128 },
  { mnemonic: 'v_log_f32', name: 'log2', limit: 0.501, domain: (x) => normal(x) && x > 0 },
  { mnemonic: 'v_sin_f32', name: 'sin2pi', limit: 0.501, domain: (x) => normal(x) && Math.abs(x) <= 256 },
  { mnemonic: 'v_cos_f32', name: 'cos2pi', limit: 0.501, domain: (x) => normal(x) && Math.abs(x) <= 256 },
  { mnemonic: 'v_rsq_f32', name: 'rsqrt', limit: 0.501, domain: (x) => normal(x) && x > 0 },
];

for (const { mnemonic, name, limit, domain } of APPROXIMATIONS)
  test(`${mnemonic} is within ${limit} ulp of the C library`, (t) => {
    const random = patterns(31).u32;
    const candidates = [...EDGES_32, ...Array.from({ length: 6 * COUNT }, random)];
    // Near 1 logarithms are small; small angles and whole quarters are where sines lose digits.
    for (let k = -40; k <= 40; k++)
      candidates.push(0x3f800000n + BigInt(k), 0x3e800000n + BigInt(k), 0x43800000n - BigInt(k + 40));
    const inputs = candidates.filter((x) => domain(floatOf(x)));
    t.true(inputs.length > COUNT);
    const answers = askLibm(inputs.map((x) => ({ name, args: [x] })));
    let worst = 0;
    for (const [index, x] of inputs.entries()) {
      const expected = doubleOf(answers[index]!);
      const actual = floatOf(evaluateLane(DEFS.get(mnemonic)!, { S0: x })['D']!);
      // 2 pi has no exact zero of sine in the C reference: below 1e-15 both count as zero.
      if (Math.abs(expected) < 1e-15 && actual === 0) continue;
      const error = Math.abs(actual - expected) / ulp(expected);
      if (!(error <= limit)) t.fail(`${hex([x])} = ${floatOf(x)}: ${actual}, C gives ${expected}, ${error} ulp`);
      worst = Math.max(worst, error);
    }
    t.log(`worst error ${worst.toFixed(5)} ulp over ${inputs.length} arguments`);
  });
