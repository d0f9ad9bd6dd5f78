// The functions of half precision (src/isa/language/functions/half.ts) on four lanes, where MODE rounds to nearest even
// and keeps denormals. Sums and products are those of f32, rounded twice: f32 has two bits more than twice those of a
// half, which makes the first rounding harmless (Figueroa, "When is double rounding innocuous?"). No intermediate value
// is a denormal of f32.

import type { FloatMode } from '../../emulator/float-mode.js';
import type { Ex } from '../../isa/language/expr.js';
import { ROUND } from '../../isa/language/softfloat.js';
import { tupleOf } from '../../util/required.js';
import type { VectorFunction, VectorValues } from '../vector/vector-values.js';
import type { Local } from '../wasm/function-builder.js';
import { Lanes } from '../wasm/lanes.js';
import { halfFromSingle, singleFromHalf } from './half-floats.js';

const [NAN, INFINITY, ONE] = [0x7e00, 0x7c00, 0x3c00];
const QUIET = 0x200;
/** Greater ones have no other effect on a half, and lead to no denormal of f32. */
const MAX_SCALE = 100;

const isExact = ({ f64 }: FloatMode): boolean =>
  f64.round === ROUND.nearestEven && !f64.flushInputs && !f64.flushResults;

/** A function of the bits of halves, other bits being 0. */
const ofBits = (compute: (l: Lanes, v: VectorValues, ...bits: readonly Local[]) => Local): VectorFunction => ({
  fits: (_args, mode) => isExact(mode),
  word: (v, args) => {
    const l = new Lanes(v.b);
    return compute(l, v, ...args.map((arg) => l.with('v128.and', v.word(arg), 0xffff)));
  },
});

/** A function of the numbers, computed as f32. */
const ofNumbers = (compute: (l: Lanes, ...x: readonly Local[]) => Local): VectorFunction =>
  ofBits((l, _v, ...bits) => halfFromSingle(l, compute(l, ...bits.map((each) => singleFromHalf(l, each))), false));

/**
 * a * b + c rounded to odd: what is lost is kept in the last bit, for the rounding to half precision. The product of
 * two halves is exact in f32. Source: Boldo and Melquiond, "Emulation of a FMA and correctly rounded sums".
 */
function multiplyAddToOdd(l: Lanes, a: Local, b: Local, c: Local): Local {
  const product = l.op('f32x4.mul', a, b);
  const sum = l.op('f32x4.add', product, c);
  const second = l.op('f32x4.sub', sum, product);
  const lostOfFirst = l.op('f32x4.sub', product, l.op('f32x4.sub', sum, second));
  const lost = l.op('f32x4.add', lostOfFirst, l.op('f32x4.sub', c, second));
  // Infinities and NaN lose NaN, which is neither.
  const isInexact = l.op('v128.or', l.op('f32x4.lt', l.words(0), lost), l.with('f32x4.lt', lost, 0));
  const isEven = l.with('i32x4.eq', l.with('v128.and', sum, 1), 0);
  // Away from zero where both have one sign: 0 or -1 from the difference of signs, made 1 or -1.
  const step = l.with('v128.or', l.shift('i32x4.shr_s', l.op('v128.xor', sum, lost), 31), 1);
  return l.op('i32x4.add', sum, l.op('v128.and', l.op('v128.and', isInexact, isEven), step));
}

const isNan = (l: Lanes, bits: Local): Local => l.with('i32x4.gt_s', l.with('v128.and', bits, 0x7fff), INFINITY);

/** Integers in the order of the numbers, -0 before +0. */
function ordered(l: Lanes, bits: Local): Local {
  const extended = l.shift('i32x4.shr_s', l.shift('i32x4.shl', bits, 16), 16);
  return l.op('v128.xor', extended, l.with('v128.and', l.shift('i32x4.shr_s', extended, 31), 0x7fff));
}

const extreme = (first: boolean): VectorFunction =>
  ofBits((l, { mode }, a, b) => {
    const [x, y] = [a, b];
    const [low, high] = first ? [x, y] : [y, x];
    const chosen = l.choose(l.op('i32x4.lt_s', ordered(l, x), ordered(l, y)), low, high);
    const [noX, noY] = [isNan(l, x), isNan(l, y)];
    const ofY = l.choose(noY, l.words(NAN), y);
    const quiet = l.choose(noX, ofY, l.choose(noY, x, chosen));
    if (!mode.ieee) return quiet;
    const signals = (bits: Local, nan: Local): Local =>
      l.op('v128.and', nan, l.with('i32x4.eq', l.with('v128.and', bits, QUIET), 0));
    return l.choose(l.op('v128.or', signals(x, noX), signals(y, noY)), l.words(NAN), quiet);
  });

/** a * 2 ** b is exact in f32. */
function scaled(l: Lanes, a: Local, b: Local): Local {
  const exponent = l.shift('i32x4.shr_s', l.shift('i32x4.shl', b, 16), 16);
  const limited = l.with('i32x4.max_s', l.with('i32x4.min_s', exponent, MAX_SCALE), -MAX_SCALE);
  const power = l.shift('i32x4.shl', l.with('i32x4.add', limited, 127), 23);
  return halfFromSingle(l, l.op('f32x4.mul', singleFromHalf(l, a), power), false);
}

/** Limited to [0, 1]. */
function clamped(l: Lanes, bits: Local, nanIsZero: boolean): Local {
  const positive = l.with('i32x4.min_s', bits, ONE);
  const number = l.choose(l.with('i32x4.gt_s', bits, 0x7fff), l.words(0), positive);
  return l.choose(isNan(l, bits), nanIsZero ? l.words(0) : bits, number);
}

const CLAMP = 4;

export const HALF_FUNCTIONS: Readonly<Record<string, VectorFunction>> = {
  f16_add: ofNumbers((l, a, b) => l.op('f32x4.add', a, b)),
  f16_sub: ofNumbers((l, a, b) => l.op('f32x4.sub', a, b)),
  f16_mul: ofNumbers((l, a, b) => l.op('f32x4.mul', a, b)),
  f16_fma: ofNumbers((l, a, b, c) => multiplyAddToOdd(l, a, b, c)),
  f16_min: extreme(true),
  f16_max: extreme(false),
  f16_ldexp: ofBits((l, _v, a, b) => scaled(l, a, b)),
  f16_flush: ofBits((_l, _v, a) => a),
  f16_flush_result: ofBits((_l, _v, a) => a),
  f16_from_f32: {
    fits: (_args, mode) => isExact(mode),
    word: (v, args) => {
      const [x] = tupleOf(args, 1, 'operands');
      return halfFromSingle(new Lanes(v.b), v.number(x), false);
    },
  },
  f16_from_integer: {
    fits: (_args, mode) => isExact(mode),
    // Inexact results in f32 are infinite in half precision.
    word: (v, args) => {
      const [x] = tupleOf(args, 1, 'operands');
      const l = new Lanes(v.b);
      return halfFromSingle(l, l.op('f32x4.convert_i32x4_s', v.word(x)), false);
    },
  },
  f16_result: {
    // omod does nothing where denormals are kept.
    fits: ([, how], mode) => isExact(mode) && how?.kind === 'const',
    word: (v, args) => {
      const [x, how] = tupleOf(args, 2, 'operands');
      const l = new Lanes(v.b);
      const bits = l.with('v128.and', v.word(x), 0xffff);
      return isClamped(how) ? clamped(l, bits, v.mode.dx10Clamp) : bits;
    },
  },
};

const isClamped = (how: Ex): boolean => how.kind === 'const' && (Number(how.bits) & CLAMP) !== 0;
