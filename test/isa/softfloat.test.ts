// Exact arithmetic against the processor and glibc in all four rounding modes, and the rules for denormals and NaN.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { OPS, type OpName } from '../../src/isa/language/expr.js';
import { FLOAT_OPERATORS, type FloatOpName, floatModes, modifyOutput } from '../../src/isa/language/float-ops.js';
import { count, SEED } from './campaign.js';
import { type Random, randomFrom } from './random-instruction.js';

const SOURCE = fileURLToPath(new URL('../../../test/isa/softfloat-reference.c', import.meta.url));
/** Denormals are kept in both directions for both widths. */
const KEEP_DENORMALS = 0xf0;
const CASES_PER_OPERATOR = count(1500, 50_000);

const COMPARED: readonly FloatOpName[] = [
  ...(['fadd', 'fsub', 'fmul', 'ffma', 'ffloor', 'fceil', 'ftrunc', 'frint', 'feq', 'fne', 'flt', 'fle'] as const),
  ...(['dadd', 'dsub', 'dmul', 'dfma', 'dfloor', 'dceil', 'dtrunc', 'drint', 'deq', 'dne', 'dlt', 'dle'] as const),
  ...(['f32FromU', 'f32FromS', 'f64FromU', 'f64FromS', 'f32FromF64', 'f64FromF32'] as const),
];

/** Bit patterns that make rounding, cancellation, overflow and underflow likely. */
function pattern32(random: Random): bigint {
  const edges = [
    0, 0x80000000, 1, 0x007fffff, 0x00800000, 0x3f800000, 0x3f800001, 0x7f7fffff, 0x7f800000, 0xff800000, 0x7fc00000,
    0x7fa00001,
  ];
  if (random.chance(0.2)) return BigInt(random.pick(edges));
  const exponent = random.chance(0.5) ? 110 + random.below(40) : random.below(256);
  const fraction = random.chance(0.4) ? random.u32() & 0x7c0007 : random.u32() & 0x7fffff;
  return BigInt(((random.below(2) << 31) | (exponent << 23) | fraction) >>> 0);
}

function pattern64(random: Random): bigint {
  const edges = [
    0n,
    1n << 63n,
    1n,
    0xfffffffffffffn,
    0x10000000000000n,
    0x3ff0000000000000n,
    0x7fefffffffffffffn,
    0x7ff0000000000000n,
    0xfff0000000000000n,
    0x7ff8000000000000n,
    0x7ff0000000000001n,
  ];
  if (random.chance(0.2)) return random.pick(edges);
  const exponents = [1000 + random.below(50), 890 + random.below(30), 1140 + random.below(20), random.below(2048)];
  const low = random.chance(0.4) ? BigInt(random.u32() & 7) : BigInt(random.u32());
  const fraction = (BigInt(random.u32() & 0xfffff) << 32n) | low;
  return (BigInt(random.below(2)) << 63n) | (BigInt(random.pick(exponents)) << 52n) | fraction;
}

const argument = (ty: string, random: Random): bigint =>
  ty === 'f64'
    ? pattern64(random)
    : ty === 'f32'
      ? pattern32(random)
      : BigInt(random.chance(0.5) ? random.u32() : random.u32() >>> random.below(32));

interface Case {
  readonly op: FloatOpName;
  readonly round: number;
  readonly args: readonly bigint[];
}

function cases(): Case[] {
  const random = randomFrom(SEED);
  return COMPARED.flatMap((op) =>
    Array.from({ length: CASES_PER_OPERATOR }, () => {
      const [, ...types] = OPS[op as OpName] as readonly string[];
      return { op, round: random.below(4), args: types.map((ty) => argument(ty, random)) };
    }),
  );
}

function reference(list: readonly Case[]): bigint[] {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-softfloat-'));
  try {
    const program = join(folder, 'reference');
    execFileSync('gcc', ['-O1', '-frounding-math', '-ffp-contract=off', '-o', program, SOURCE, '-lm']);
    const input = list
      .map(({ op, round, args }) => `${op} ${round} ${[0, 1, 2].map((i) => (args[i] ?? 0n).toString(16)).join(' ')}\n`)
      .join('');
    const output = execFileSync(program, { input, encoding: 'utf8', maxBuffer: 1 << 28 });
    return output
      .trim()
      .split('\n')
      .map((line) => BigInt(`0x${line}`));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The processor keeps NaN payloads; we have one NaN. */
function canonical(op: FloatOpName, bits: bigint): bigint {
  const [ty] = OPS[op];
  if (ty === 'f32') return (bits & 0x7fffffffn) > 0x7f800000n ? 0x7fc00000n : bits;
  if (ty === 'f64') return (bits & 0x7fffffffffffffffn) > 0x7ff0000000000000n ? 0x7ff8000000000000n : bits;
  return bits;
}

test('operators equal the processor and glibc in every rounding mode', (t) => {
  const list = cases();
  const expected = reference(list);
  t.is(expected.length, list.length);
  const wrong = list.flatMap(({ op, round, args }, i) => {
    const ours = FLOAT_OPERATORS[op](floatModes(KEEP_DENORMALS | round | (round << 2)), ...args);
    const theirs = canonical(op, expected[i]!);
    return ours === theirs
      ? []
      : [
          `${op} round ${round} (${args.map((a) => a.toString(16))}): ${ours.toString(16)}, expected ${theirs.toString(16)}`,
        ];
  });
  t.deepEqual(wrong.slice(0, 20), []);
});

const NEAREST_FLUSH = floatModes(0);
const KEEP_INPUTS = floatModes(0x50);
const KEEP_RESULTS = floatModes(0xa0);
const DENORMAL = 0x00400000n;
const MIN_NORMAL = 0x00800000n;
const HALF = 0x3f000000n;
const ONE = 0x3f800000n;

test('denormal operands and results follow their bits of MODE', (t) => {
  const { fmul, fadd, flt, fflush, dmul } = FLOAT_OPERATORS;
  t.is(fmul(NEAREST_FLUSH, DENORMAL, 0x40000000n), 0n);
  t.is(fmul(KEEP_INPUTS, DENORMAL, 0x40000000n), MIN_NORMAL);
  t.is(fmul(KEEP_RESULTS, DENORMAL, 0x40000000n), 0n);
  t.is(fmul(NEAREST_FLUSH, MIN_NORMAL, HALF), 0n);
  t.is(fmul(KEEP_INPUTS, MIN_NORMAL, HALF), 0n);
  t.is(fmul(KEEP_RESULTS, MIN_NORMAL, HALF), DENORMAL);
  t.is(fmul(NEAREST_FLUSH, 0x80800000n, HALF), 0x80000000n);
  t.is(fadd(NEAREST_FLUSH, DENORMAL, 0x80000000n), 0n);
  t.is(flt(NEAREST_FLUSH, 0n, DENORMAL), 0n);
  t.is(flt(KEEP_INPUTS, 0n, DENORMAL), 1n);
  t.is(fflush(NEAREST_FLUSH, 0x80000001n), 0x80000000n);
  t.is(fflush(floatModes(0x30), 1n), 1n);
  t.is(dmul(NEAREST_FLUSH, 1n, 0x4000000000000000n), 0n);
  t.is(dmul(floatModes(0xc0), 1n, 0x4000000000000000n), 2n);
});

test('half precision keeps denormals and rounds by its own rule', (t) => {
  const { f16FromF32, f16FromF32Z, f32FromF16 } = FLOAT_OPERATORS;
  for (const mode of [0, 0xf0, 0xf3]) {
    const modes = floatModes(mode);
    t.is(f32FromF16(modes, 1n), 0x33800000n);
    t.is(f16FromF32(modes, 0x33800000n), 1n);
    t.is(f16FromF32(modes, 0x477ff000n), 0x7c00n);
    t.is(f16FromF32Z(modes, 0x477ff000n), 0x7bffn);
    t.is(f16FromF32(modes, 0x3f801000n), 0x3c00n);
    t.is(f16FromF32(modes, 0x3f803000n), 0x3c02n);
    t.is(f16FromF32Z(modes, 0x3f803000n), 0x3c01n);
    t.is(f16FromF32(modes, 0xffc12345n), 0x7e00n);
    t.is(f32FromF16(modes, 0xfc00n), 0xff800000n);
  }
});

test('conversions to integers truncate and saturate', (t) => {
  const { uFromF32, sFromF32, uFromF64, sFromF64 } = FLOAT_OPERATORS;
  const modes = floatModes(0);
  t.is(uFromF32(modes, 0xbf800000n), 0n);
  t.is(uFromF32(modes, 0x4f800000n), 0xffffffffn);
  t.is(uFromF32(modes, 0x7fc00000n), 0n);
  t.is(sFromF32(modes, 0xbfffffffn), 0xffffffffn);
  t.is(sFromF32(modes, 0xcf000000n), 0x80000000n);
  t.is(sFromF32(modes, 0x4f000000n), 0x7fffffffn);
  t.is(sFromF64(modes, 0xc1e0000000100000n), 0x80000000n);
  t.is(uFromF64(modes, 0x41effffffffffffn << 4n), 0xffffffffn);
});

test('output modifiers', (t) => {
  const flushing = floatModes(0x100);
  t.is(modifyOutput('f32', ONE, 1, false, flushing), 0x40000000n);
  t.is(modifyOutput('f32', ONE, 2, false, flushing), 0x40800000n);
  t.is(modifyOutput('f32', ONE, 3, false, flushing), HALF);
  t.is(modifyOutput('f32', MIN_NORMAL, 3, false, flushing), 0n);
  t.is(modifyOutput('f32', ONE, 1, false, floatModes(0x300)), ONE);
  t.is(modifyOutput('f32', ONE, 1, false, floatModes(0x120)), ONE);
  t.is(modifyOutput('f32', 0x40400000n, 0, true, flushing), ONE);
  t.is(modifyOutput('f32', 0xbf800000n, 0, true, flushing), 0n);
  t.is(modifyOutput('f32', 0x80000000n, 0, true, flushing), 0n);
  t.is(modifyOutput('f32', 0x7fc00000n, 0, true, flushing), 0n);
  t.is(modifyOutput('f32', 0x7fc00000n, 0, true, floatModes(0)), 0x7fc00000n);
  t.is(modifyOutput('f64', 0x4008000000000000n, 0, true, flushing), 0x3ff0000000000000n);
});
