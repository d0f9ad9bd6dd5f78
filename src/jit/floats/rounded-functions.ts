// The functions of numbers of 16 and 32 bits whose rounding and flushing an argument names
// (src/isa/language/functions/rounded.ts), on four lanes: computed in f64, and rounded once.

import type { Ex } from '../../isa/language/expr.js';
import { ROUND } from '../../isa/language/softfloat.js';
import { required } from '../../util/required.js';
import type { VectorFunction, VectorValues } from '../vector/vector-values.js';
import type { Local } from '../wasm/function-builder.js';
import { type Doubles, Lanes, type SimdName } from '../wasm/lanes.js';
import { RECIPROCAL_ROOT_64 } from './exact-root64.js';
import { sumToOdd } from './fma64.js';
import { halfFromSingle, singleFromHalf } from './half-floats.js';
import { FLOAT_TO_FLOAT } from './rounded-conversions.js';
import { asPair, isExact, lowWords, type RoundingArgument, roundingOf } from './rounding-arguments.js';
import {
  type Direction,
  flushedBits,
  HALF,
  isNanBits,
  type Pattern,
  roundedHalf,
  roundedSingle,
  SINGLE,
} from './rounding-steps.js';

/** Numbers of formats, in the order of HOW.format. */
const FORMATS = [HALF, SINGLE] as const;

/** Operands of a function as bits and as numbers. */
interface Operands {
  readonly l: Lanes;
  readonly rounding: RoundingArgument;
  readonly bits: readonly Local[];
  readonly singles: readonly Local[];
}

function operandsOf(v: VectorValues, args: readonly Ex[]): Operands {
  const l = new Lanes(v.b);
  const rounding = required(roundingOf(args), 'rounding');
  const pattern = required(FORMATS[rounding.format], 'format');
  const bits = args.slice(0, -1).map((arg) => {
    const word = lowWords(v, arg);
    const own = pattern === HALF ? l.with('v128.and', word, 0xffff) : word;
    return rounding.flushes ? flushedBits(l, pattern, own) : own;
  });
  return { l, rounding, bits, singles: pattern === HALF ? bits.map((each) => singleFromHalf(l, each)) : bits };
}

/** The bits of a result: those of the first operand that is a NaN, made quiet. */
function withNans(l: Lanes, pattern: Pattern, result: Local, operands: readonly Local[]): Local {
  const nan = operands.reduceRight(
    (otherwise, bits) => l.choose(isNanBits(l, pattern, bits), l.with('v128.or', bits, pattern.quiet), otherwise),
    l.words(pattern.exponent | pattern.quiet),
  );
  return l.choose(isNanBits(l, pattern, result), nan, result);
}

/** A function of numbers of the format. @param compute the exact result, or one that is odd */
const ofDoubles = (compute: (l: Lanes, direction: Direction, ...x: readonly Doubles[]) => Doubles): VectorFunction => ({
  fits: (args, mode) => isExact(mode) && (roundingOf(args)?.format ?? 2) < 2,
  wide: (v, args) => {
    const { l, rounding, bits, singles } = operandsOf(v, args);
    const pattern = required(FORMATS[rounding.format], 'format');
    const numbers = compute(l, rounding.direction, ...singles.map((single) => l.widen(single)));
    const round = pattern === HALF ? roundedHalf : roundedSingle;
    const rounded = round(l, numbers, rounding.direction);
    const result = rounding.flushes ? flushedBits(l, pattern, rounded) : rounded;
    return asPair(v, withNans(l, pattern, result, bits));
  },
});

const DOWN = ROUND.down;

/** A sum of exactly 0 is -0 where its terms differ in sign and rounding is downward. */
function sum(l: Lanes, direction: Direction, x: Doubles, y: Doubles): Doubles {
  const half = (which: 0 | 1): Local => {
    const result = sumToOdd(l, x[which], y[which]);
    if (direction !== DOWN) return result;
    const [a, b] = [negated(l, x[which]), negated(l, y[which])];
    const isZero = l.op('f64x2.eq', result, l.double(0));
    return l.choose(isZero, negated(l, l.op('f64x2.add', a, b)), result);
  };
  return [half(0), half(1)];
}

const negated = (l: Lanes, x: Local): Local => l.op('v128.xor', x, l.double(-0));

/** Bits of a result of f64 that are kept, the unit of their last one, and the bit that stands for the rest. */
const [KEPT, UNIT, REST] = [-0x800_0000, 0x800_0000, 0x400_0000] as const;
const pairs = (l: Lanes, low: number, high: number): Local => l.keep(() => l.b.v128([low, high, low, high]));

/**
 * A quotient or root of 26 bits with what is left as a last bit.
 *
 * @param sign the number whose sign a rest has that leads away from zero
 * @param restOf the exact rest that such a result leaves
 */
function cut(l: Lanes, approximation: Local, sign: Local, restOf: (result: Local) => Local): Local {
  const result = l.op('v128.and', approximation, pairs(l, KEPT, -1));
  const rest = restOf(result);
  const zero = l.double(0);
  // The rest of infinities is NaN, which is neither.
  const isInexact = l.op('f64x2.lt', zero, l.op('f64x2.abs', rest));
  const isOpposite = l.keep(() => l.b.get(rest).get(sign).simd('v128.xor').i32(63).simd('i64x2.shr_s'));
  const isTooLarge = l.op('v128.and', isInexact, isOpposite);
  const lower = l.op('i64x2.sub', result, l.op('v128.and', isTooLarge, pairs(l, UNIT, 0)));
  return l.op('v128.or', lower, l.op('v128.and', isInexact, pairs(l, REST, 0)));
}

function quotient(l: Lanes, x: Doubles, y: Doubles): Doubles {
  const half = (which: 0 | 1): Local => {
    const [a, b] = [x[which], y[which]];
    const left = (result: Local): Local => l.op('f64x2.sub', a, l.op('f64x2.mul', result, b));
    return cut(l, l.op('f64x2.div', a, b), a, left);
  };
  return [half(0), half(1)];
}

function root(l: Lanes, x: Doubles): Doubles {
  const half = (which: 0 | 1): Local => {
    const a = x[which];
    const left = (result: Local): Local => l.op('f64x2.sub', a, l.op('f64x2.mul', result, result));
    return cut(l, l.op('f64x2.sqrt', a), a, left);
  };
  return [half(0), half(1)];
}

/** Of halves: 1 / sqrt(x) is near to no number of 12 bits but to those that it is. */
const reciprocalRoot: VectorFunction = {
  ...ofDoubles((l, _direction, x) => l.both('f64x2.div', l.double(1), l.both('f64x2.sqrt', x))),
  fits: (args, mode) => isExact(mode) && roundingOf(args)?.format === 0,
};

const INTEGRAL: readonly SimdName[] = ['f32x4.nearest', 'f32x4.ceil', 'f32x4.floor', 'f32x4.trunc'];

/** Integral halves in the direction of rounding, which are exact. */
const integral: VectorFunction = {
  fits: (args, mode) => isExact(mode) && roundingOf(args)?.format === 0,
  wide: (v, args) => {
    const { l, rounding, bits, singles } = operandsOf(v, args);
    const name = required(INTEGRAL[rounding.direction], 'direction');
    const result = halfFromSingle(l, l.op(name, ...singles), true);
    return asPair(v, withNans(l, HALF, result, bits));
  },
};

export const ROUNDED_VECTOR_FUNCTIONS: Readonly<Record<string, VectorFunction>> = {
  rounded_add: ofDoubles((l, direction, x, y) => sum(l, direction, required(x, 'x'), required(y, 'y'))),
  rounded_sub: ofDoubles((l, direction, x, y) =>
    sum(l, direction, required(x, 'x'), [negated(l, required(y, 'y')[0]), negated(l, required(y, 'y')[1])]),
  ),
  rounded_mul: ofDoubles((l, _direction, x, y) => l.both('f64x2.mul', required(x, 'x'), required(y, 'y'))),
  rounded_fma: ofDoubles((l, direction, x, y, z) =>
    sum(l, direction, l.both('f64x2.mul', required(x, 'x'), required(y, 'y')), required(z, 'z')),
  ),
  rounded_div: ofDoubles((l, _direction, x, y) => quotient(l, required(x, 'x'), required(y, 'y'))),
  rounded_sqrt: ofDoubles((l, _direction, x) => root(l, required(x, 'x'))),
  rounded_rsqrt: {
    fits: (args, mode) => [reciprocalRoot, RECIPROCAL_ROOT_64].some((each) => each.fits?.(args, mode)),
    wide: (v, args) => {
      const isHalf = required(roundingOf(args), 'rounding').format === 0;
      return required((isHalf ? reciprocalRoot : RECIPROCAL_ROOT_64).wide, 'function')(v, args);
    },
  },
  rounded_integral: integral,
  float_to_float: FLOAT_TO_FLOAT,
};
