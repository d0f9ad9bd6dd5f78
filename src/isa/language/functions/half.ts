// Half precision: arithmetic as MODE says for widths of 16 and 64 bits, exactly. Bit patterns lie in the low 16 bits.

import { tupleOf } from '../../../util/required.js';
import type { Ty } from '../expr.js';
import { floatModes, modifyOutput } from '../float-ops.js';
import * as soft from '../softfloat.js';
import { F16, F32, type WidthMode } from '../softfloat.js';

export type HalfBits = number | bigint;
export interface Half {
  readonly result: Ty;
  readonly args: readonly Ty[];
  readonly meaning: string;
  readonly evaluate: (args: readonly HalfBits[], mode: number) => HalfBits;
}

/** A function of halves. */
function ofHalves(
  count: number,
  meaning: string,
  compute: (mode: WidthMode, ieee: boolean, a: bigint, b: bigint, c: bigint) => bigint,
): Half {
  const args = Array.from({ length: count }, (): Ty => 'u32');
  const apply: (mode: WidthMode, ieee: boolean, ...all: readonly bigint[]) => bigint = compute;
  const evaluate: Half['evaluate'] = (values, mode) => {
    const { f64, ieee } = floatModes(mode);
    return Number(apply(f64, ieee, ...values.map((value) => BigInt(value) & 0xffffn)));
  };
  return { result: 'u32', args, meaning, evaluate };
}

const flushing = (mode: WidthMode): WidthMode => ({ ...mode, flushInputs: true, flushResults: true });
const quietBit = 0x200n;
const isSignalling = (bits: bigint): boolean => soft.isNan(F16, bits) && (bits & quietBit) === 0n;

/** -0 comes before +0. */
const before = (a: bigint, b: bigint): boolean => {
  const order = soft.compare(F16, a, b, soft.EXACT_NEAREST);
  return order === -1 || (order === 0 && soft.isNegative(F16, a) && !soft.isNegative(F16, b));
};

/** As of the other widths: in IEEE mode a signalling NaN gives a NaN, otherwise a NaN gives way. Denormals stay. */
function extreme(ieee: boolean, a: bigint, b: bigint, first: boolean): bigint {
  if (ieee && (isSignalling(a) || isSignalling(b))) return soft.canonicalNan(F16);
  if (soft.isNan(F16, a)) return soft.isNan(F16, b) ? soft.canonicalNan(F16) : b;
  if (soft.isNan(F16, b)) return a;
  return first === before(a, b) ? a : b;
}

/** From -infinity to infinity: numbers beyond +-100 have no other effect on a half. */
const scaled = (mode: WidthMode, x: bigint, exponent: bigint): bigint => {
  const limited = BigInt.asIntN(16, exponent);
  const power = limited < -100n ? -100 : limited > 100n ? 100 : Number(limited);
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, 2 ** power);
  const wide = soft.convert(F16, soft.F64, x, mode, soft.EXACT_NEAREST);
  const product = soft.multiply(soft.F64, wide, bits.getBigUint64(0), soft.EXACT_NEAREST);
  return soft.convert(soft.F64, F16, product, soft.EXACT_NEAREST, mode);
};

/** omod in the low two bits, clamp above them. */
const output = (ty: 'f16' | 'f32', bits: HalfBits, how: HalfBits, mode: number): number =>
  Number(modifyOutput(ty, BigInt(bits), Number(how) & 3, (Number(how) & 4) !== 0, floatModes(mode)));

export const HALF_FUNCTIONS = {
  f16_add: ofHalves(2, 'a + b', (m, _ieee, a, b) => soft.add(F16, a, b, m)),
  f16_sub: ofHalves(2, 'a - b', (m, _ieee, a, b) => soft.subtract(F16, a, b, m)),
  f16_mul: ofHalves(2, 'a * b', (m, _ieee, a, b) => soft.multiply(F16, a, b, m)),
  f16_fma: ofHalves(3, 'a * b + c, rounded once', (m, _ieee, a, b, c) => soft.fusedMultiplyAdd(F16, a, b, c, m)),
  f16_mad: ofHalves(3, 'a * b + c, the product rounded; denormals flushed whatever MODE says', (m, _ieee, a, b, c) =>
    soft.add(F16, soft.multiply(F16, a, b, flushing(m)), c, flushing(m)),
  ),
  f16_min: ofHalves(2, 'the smaller one; of a number and NaN the number', (_m, ieee, a, b) =>
    extreme(ieee, a, b, true),
  ),
  f16_max: ofHalves(2, 'the greater one; of a number and NaN the number', (_m, ieee, a, b) =>
    extreme(ieee, a, b, false),
  ),
  f16_ldexp: ofHalves(2, 'a * 2 ** b, b an i16', (m, _ieee, a, b) => scaled(m, a, b)),
  f16_flush: ofHalves(1, 'a denormal becomes a zero where MODE flushes operands', (m, _ieee, a) =>
    m.flushInputs ? soft.flush(F16, a) : a,
  ),
  f16_flush_result: ofHalves(1, 'a denormal becomes a zero where MODE flushes results', (m, _ieee, a) =>
    m.flushResults ? soft.flush(F16, a) : a,
  ),
  f16_from_f32: {
    result: 'u32',
    args: ['f32'],
    meaning: 'half precision as MODE rounds and flushes it',
    evaluate: (values, mode) => {
      const [x] = tupleOf(values, 1, 'arguments');
      const { f32, f64 } = floatModes(mode);
      return Number(soft.convert(F32, F16, BigInt(x), f32, f64));
    },
  },
  f16_from_integer: {
    result: 'u32',
    args: ['u32'],
    meaning: 'an i32 as half precision, as MODE rounds it',
    evaluate: ([x], mode) => Number(soft.fromInteger(F16, BigInt(Number(x) | 0), floatModes(mode).f64)),
  },
  f16_result: {
    result: 'u32',
    args: ['u32', 'u32'],
    meaning: 'omod (bits 0 and 1) and clamp (bit 2) on half precision',
    evaluate: (values, mode) => {
      const [x, how] = tupleOf(values, 2, 'arguments');
      return output('f16', Number(x) & 0xffff, how, mode);
    },
  },
  f32_result: {
    result: 'f32',
    args: ['f32', 'u32'],
    meaning: 'omod (bits 0 and 1) and clamp (bit 2) on single precision',
    evaluate: (values, mode) => {
      const [x, how] = tupleOf(values, 2, 'arguments');
      return output('f32', x, how, mode);
    },
  },
} as const satisfies Readonly<Record<string, Half>>;
