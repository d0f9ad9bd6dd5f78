// Packed arithmetic, mixed precision, dot products and conversions of halves in every MODE, on the oracle: against
// exact integers and rational numbers.

import test from 'ava';
import { evaluate } from '../../../src/isa/evaluate.js';
import type { Isa } from '../../../src/isa/isa.js';
import { loadIsa } from '../../../src/isa/load-isa.js';
import { Random } from '../../emulator/random.js';
import { count, SEED } from '../campaign.js';
import * as exact from '../exact-float.js';
import { BINARY16, BINARY32, type Environment } from '../exact-float.js';
import * as model from './half-model.js';
import { halfPattern, Lanes, MODES, parsed, wrongLanes } from './lanes.js';

const LANES = count(3, 64);
const [gfx803, gfx900, gfx906] = await Promise.all([loadIsa('gfx803'), loadIsa('gfx900'), loadIsa('gfx906')]);

type T = { deepEqual(actual: unknown, expected: unknown, message?: string): void };
interface Trial {
  readonly text: string;
  readonly expected: (v: Uint32Array) => number;
}

/** Tries an instruction in every mode. */
function campaign(
  t: T,
  isas: readonly Isa[],
  make: (random: Random, modes: model.Modes) => Trial,
  value?: (random: Random) => number,
): void {
  const random = new Random(SEED);
  const wrong: string[] = [];
  for (const isa of isas)
    for (const mode of MODES) {
      const { text, expected } = make(random, model.modesOf(mode));
      wrong.push(...wrongLanes({ isa, random, mode, lanes: LANES, ...(value && { value }) }, text, expected));
    }
  t.deepEqual(wrong.slice(0, 5), [], `${wrong.length} in all`);
}

const flags = (random: Random, length = 3): number[] => Array.from({ length }, () => random.below(2));
const high = (value: number, which: number): number => (value >>> (16 * which)) & 0xffff;
const signed16 = (x: number): number => (x << 16) >> 16;
const clamped = (x: number, low: number, most: number): number => Math.min(Math.max(x, low), most);
const both = (low: number, top: number): number => ((low & 0xffff) | (top << 16)) >>> 0;

type Words = (a: number, b: number, c: number) => number;
interface Integer {
  readonly signed: boolean;
  readonly count: 2 | 3;
  readonly compute: Words;
  /** clamp saturates. */
  readonly saturates?: true;
}
const INTEGERS: Readonly<Record<string, Integer>> = {
  v_pk_mad_i16: { signed: true, count: 3, compute: (a, b, c) => a * b + c, saturates: true },
  v_pk_mad_u16: { signed: false, count: 3, compute: (a, b, c) => a * b + c, saturates: true },
  v_pk_mul_lo_u16: { signed: false, count: 2, compute: (a, b) => a * b },
  v_pk_add_i16: { signed: true, count: 2, compute: (a, b) => a + b, saturates: true },
  v_pk_sub_i16: { signed: true, count: 2, compute: (a, b) => a - b, saturates: true },
  v_pk_add_u16: { signed: false, count: 2, compute: (a, b) => a + b, saturates: true },
  v_pk_sub_u16: { signed: false, count: 2, compute: (a, b) => a - b, saturates: true },
  v_pk_lshlrev_b16: { signed: false, count: 2, compute: (a, b) => b << (a & 15) },
  v_pk_lshrrev_b16: { signed: false, count: 2, compute: (a, b) => b >>> (a & 15) },
  v_pk_ashrrev_i16: { signed: true, count: 2, compute: (a, b) => b >> (a & 15) },
  v_pk_max_i16: { signed: true, count: 2, compute: Math.max },
  v_pk_min_i16: { signed: true, count: 2, compute: Math.min },
  v_pk_max_u16: { signed: false, count: 2, compute: Math.max },
  v_pk_min_u16: { signed: false, count: 2, compute: Math.min },
};

/** Sources of the low and the high half. */
const selections = (random: Random, length: number) => {
  const [lo, hi] = [flags(random, length), flags(random, length)];
  return { lo, hi, text: ` op_sel:[${lo.join()}] op_sel_hi:[${hi.join()}]` };
};
const registers = (length: number): string => Array.from({ length }, (_, i) => `v${i + 1}`).join(', ');

test('packed integers', (t) => {
  for (const [name, { signed, count: sources, compute, saturates }] of Object.entries(INTEGERS))
    campaign(
      t,
      [gfx900],
      (random) => {
        const { lo, hi, text } = selections(random, sources);
        const clamp = saturates !== undefined && random.chance(0.5);
        const one = (v: Uint32Array, which: readonly number[]): number => {
          const [a, b, c = 0] = which.map((half, i) => (signed ? signed16 : Number)(high(v[i + 1]!, half)));
          // Only the two that come first have an integer of three operands and no third one.
          const value =
            sources === 2 && (compute === Math.max || compute === Math.min) ? compute(a!, b!, b!) : compute(a!, b!, c);
          return clamp ? clamped(value, signed ? -0x8000 : 0, signed ? 0x7fff : 0xffff) : value;
        };
        return {
          text: `${name} v0, ${registers(sources)}${text}${clamp ? ' clamp' : ''}`,
          expected: (v) => both(one(v, lo), one(v, hi)),
        };
      },
      (random) => random.edge(),
    );
});

const PACKED = {
  v_pk_fma_f16: 'fma',
  v_pk_add_f16: 'add',
  v_pk_mul_f16: 'mul',
  v_pk_min_f16: 'min',
  v_pk_max_f16: 'max',
};

for (const [name, operation] of Object.entries(PACKED))
  test(`${name} in every mode`, (t) => {
    const { count: sources, compute } = model.OPERATIONS[operation]!;
    campaign(t, [gfx900, gfx906], (random, modes) => {
      const { lo, hi, text } = selections(random, sources);
      const [negLo, negHi] = [flags(random, sources), flags(random, sources)];
      const clamp = random.chance(0.3);
      const one = (v: Uint32Array, which: readonly number[], negative: readonly number[]): number => {
        const values = which.map((half, i) => model.withSigns(BigInt(high(v[i + 1]!, half)), false, negative[i] === 1));
        return Number(model.modified(modes, compute(modes, values[0]!, values[1]!, values[2] ?? 0n), 0, clamp));
      };
      return {
        text: `${name} v0, ${registers(sources)}${text} neg_lo:[${negLo.join()}] neg_hi:[${negHi.join()}]${clamp ? ' clamp' : ''}`,
        expected: (v) => both(one(v, lo, negLo), one(v, hi, negHi)),
      };
    });
  });

/** A number of 32 bits near those that halves have, or two halves. */
function single(random: Random): number {
  if (random.chance(0.4)) return halfPattern(random) | (halfPattern(random) << 16);
  if (random.chance(0.2)) return random.edge();
  return Number(exact.convert(BINARY16, BINARY32, BigInt(halfPattern(random)), 0)) + random.below(3) - 1;
}

const flushed = (env: Environment): Environment => ({ ...env, flushInputs: true, flushResults: true });
const unfused = ({ single: env }: model.Modes, a: bigint, b: bigint, c: bigint): bigint =>
  exact.add(BINARY32, exact.multiply(BINARY32, a, b, flushed(env)), c, flushed(env));
const fused = ({ single: env }: model.Modes, a: bigint, b: bigint, c: bigint): bigint =>
  exact.fma(BINARY32, a, b, c, env);
const ONE = 0x3f800000n;
function clampedSingle({ dx10Clamp }: model.Modes, x: bigint): bigint {
  if (exact.isNan(BINARY32, x)) return dx10Clamp ? 0n : x;
  if (x >> 31n) return 0n;
  return x > ONE ? ONE : x;
}

for (const [isa, name, sum] of [
  [gfx900, 'v_mad_mix', unfused],
  [gfx906, 'v_fma_mix', fused],
] as const)
  for (const kind of ['_f32', 'lo_f16', 'hi_f16'])
    test(`${name}${kind} in every mode`, (t) => {
      campaign(
        t,
        [isa],
        (random, modes) => {
          const { lo, hi, text } = selections(random, 3);
          const [absolute, negative] = [flags(random), flags(random)];
          const clamp = random.chance(0.3);
          const operand = (v: Uint32Array, i: number): bigint => {
            const bits = hi[i]
              ? exact.convert(BINARY16, BINARY32, BigInt(high(v[i + 1]!, lo[i]!)), 0)
              : BigInt(v[i + 1]!);
            const size = absolute[i] ? bits & 0x7fffffffn : bits;
            return negative[i] ? size ^ 0x80000000n : size;
          };
          const expected = (v: Uint32Array): number => {
            const result = sum(modes, operand(v, 0), operand(v, 1), operand(v, 2));
            if (kind === '_f32') return Number(clamp ? clampedSingle(modes, result) : result);
            const half = Number(model.modified(modes, model.fromSingle(modes, result), 0, clamp));
            return kind === 'hi_f16' ? both(v[0]!, half) : both(half, v[0]! >>> 16);
          };
          const operands = [0, 1, 2].map((i) => {
            const name = absolute[i] ? `|v${i + 1}|` : `v${i + 1}`;
            return negative[i] ? `-${name}` : name;
          });
          return { text: `${name}${kind} v0, ${operands.join(', ')}${text}${clamp ? ' clamp' : ''}`, expected };
        },
        single,
      );
    });

test('v_dot2_f32_f16 in every mode: exact products, sums one after another', (t) => {
  campaign(t, [gfx906], (random, modes) => {
    const { lo, hi, text } = selections(random, 2);
    const clamp = random.chance(0.3);
    const product = (v: Uint32Array, which: readonly number[]): bigint => {
      const [a, b] = which.map((half, i) => exact.convert(BINARY16, BINARY32, BigInt(high(v[i + 1]!, half)), 0));
      return exact.multiply(BINARY32, a!, b!, modes.single);
    };
    const expected = (v: Uint32Array): number => {
      const products = exact.add(BINARY32, product(v, lo), product(v, hi), modes.single);
      const sum = exact.add(BINARY32, products, BigInt(v[3]!), modes.single);
      return Number(clamp ? clampedSingle(modes, sum) : sum);
    };
    const all = text.replace(/\[(\d),(\d)\]/g, '[$1,$2,0]').replace(/(hi:\[\d,\d),0/, '$1,1');
    return { text: `v_dot2_f32_f16 v0, v1, v2, v3${all}${clamp ? ' clamp' : ''}`, expected };
  });
});

test('dot products of integers: exact sums, saturated with clamp', (t) => {
  for (const [name, bits, signed] of [
    ['v_dot2_i32_i16', 16, true],
    ['v_dot2_u32_u16', 16, false],
    ['v_dot4_i32_i8', 8, true],
    ['v_dot4_u32_u8', 8, false],
    ['v_dot8_i32_i4', 4, true],
    ['v_dot8_u32_u4', 4, false],
  ] as const)
    campaign(
      t,
      [gfx906],
      (random) => {
        const clamp = random.chance(0.5);
        const fit = (x: bigint, width: number): bigint => (signed ? BigInt.asIntN(width, x) : BigInt.asUintN(width, x));
        const part = (x: number, i: number): bigint => fit(BigInt(x) >> BigInt(bits * i), bits);
        const expected = (v: Uint32Array): number => {
          let sum = fit(BigInt(v[3]!), 32);
          for (let i = 0; i < 32 / bits; i++) sum += part(v[1]!, i) * part(v[2]!, i);
          const [low, most] = signed ? [-(1n << 31n), (1n << 31n) - 1n] : [0n, (1n << 32n) - 1n];
          if (clamp) sum = sum < low ? low : sum > most ? most : sum;
          return Number(BigInt.asUintN(32, sum));
        };
        return { text: `${name} v0, v1, v2, v3${clamp ? ' clamp' : ''}`, expected };
      },
      (random) => random.edge(),
    );
});

test('halves and single precision, and halves beside halves, in every mode', (t) => {
  const ALL = [gfx803, gfx900, gfx906];
  campaign(
    t,
    ALL,
    (random, modes) => {
      const [omod, clamp] = [random.below(4), random.chance(0.3)];
      return {
        text: `v_cvt_f16_f32_e64 v0, v1${clamp ? ' clamp' : ''}${['', ' mul:2', ' mul:4', ' div:2'][omod]}`,
        expected: (v) => Number(model.modified(modes, model.fromSingle(modes, BigInt(v[1]!)), omod, clamp)),
      };
    },
    single,
  );
  campaign(t, ALL, (_random, modes) => ({
    text: 'v_cvt_f32_f16 v0, v1',
    expected: (v) => Number(model.toSingle(modes, BigInt(v[1]! & 0xffff))),
  }));
  for (const kind of ['k', 'a'])
    campaign(t, ALL, (random, modes) => {
      const constant = halfPattern(random);
      const text =
        kind === 'k'
          ? `v_madmk_f16 v0, v1, 0x${constant.toString(16)}, v2`
          : `v_madak_f16 v0, v1, v2, 0x${constant.toString(16)}`;
      const { compute } = model.OPERATIONS['mad']!;
      return {
        text,
        expected: (v) => {
          const [a, b, k] = [v[1]!, v[2]!, constant].map((x) => BigInt(x & 0xffff));
          return Number(kind === 'k' ? compute(modes, a!, k!, b!) : compute(modes, a!, b!, k!));
        },
      };
    });
  const pairs = {
    v_pack_b32_f16: (modes: model.Modes, x: bigint) => (modes.half.flushInputs ? exact.flush(BINARY16, x) : x),
    v_cvt_pknorm_i16_f16: (modes: model.Modes, x: bigint) => model.normalizedSigned(modes, x, 0n, 0n),
    v_cvt_pknorm_u16_f16: (modes: model.Modes, x: bigint) => model.normalizedUnsigned(modes, x, 0n, 0n),
  };
  for (const [name, compute] of Object.entries(pairs))
    campaign(t, [gfx900, gfx906], (random, modes) => {
      const selects = flags(random, 2);
      const negative = random.chance(0.5);
      return {
        text: `${name} v0, ${negative ? '-' : ''}v1, v2 op_sel:[${selects.join()},0]`,
        expected: (v) => {
          const low = model.withSigns(BigInt(high(v[1]!, selects[0]!)), false, negative);
          return both(Number(compute(modes, low)), Number(compute(modes, BigInt(high(v[2]!, selects[1]!)))));
        },
      };
    });
});

test('v_mad_u64_u32 and v_mad_i64_i32: both halves, and the carry', (t) => {
  const random = new Random(SEED);
  for (const isa of [gfx803, gfx900, gfx906])
    for (const signed of [false, true])
      for (let n = 0; n < count(40, 2000); n++) {
        const machine = new Lanes(0, 1n);
        const v = machine.registers[0]!;
        v.set(Array.from(v, () => random.edge()));
        const fit = (x: number): bigint => (signed ? BigInt(x | 0) : BigInt(x));
        const addend = (BigInt(v[5]!) << 32n) | BigInt(v[4]!);
        const sum = fit(v[2]!) * fit(v[3]!) + (signed ? BigInt.asIntN(64, addend) : addend);
        const text = `v_mad_${signed ? 'i64_i32' : 'u64_u32'} v[0:1], s[6:7], v2, v3, v[4:5]`;
        t.is(evaluate(parsed(text, isa), machine).kind, 'done');
        t.is((BigInt(v[1]!) << 32n) | BigInt(v[0]!), BigInt.asUintN(64, sum), text);
        const fits = sum === (signed ? BigInt.asIntN(64, sum) : BigInt.asUintN(64, sum));
        t.is(machine.readScalar(6), fits ? 0 : 1, text);
      }
});
