// Conversions between floating-point formats whose rounding and flushing an argument names
// (src/isa/language/functions/rounded.ts), on four lanes. A NaN keeps its sign and the leading bits of its fraction.

import type { Ex } from '../../isa/language/expr.js';
import { required } from '../../util/required.js';
import type { VectorFunction, VectorPair, VectorValues } from '../vector/vector-values.js';
import type { Local } from '../wasm/function-builder.js';
import { type Doubles, Lanes } from '../wasm/lanes.js';
import { singleFromHalf } from './half-floats.js';
import { asPair, isExact, lowWords, roundingOf } from './rounding-arguments.js';
import { flushedBits, HALF, isNanBits, roundedHalf, roundedSingle, SINGLE } from './rounding-steps.js';

const [OF_HALF, OF_SINGLE, OF_DOUBLE] = [0, 1, 2] as const;
const SIGN = -0x8000_0000;
const QUIET_SINGLE = 0x7fc0_0000;
const QUIET_DOUBLE = 0x7ff8_0000;

/** An operand of any format. */
interface Converted {
  readonly numbers: Doubles;
  readonly isNan: Local;
  /** Sign and leading bits of the fraction, in the places that f64 has them. */
  readonly high: Local;
  readonly low: Local;
}

function fromWords(v: VectorValues, l: Lanes, node: Ex, format: number, flushes: boolean): Converted {
  const isHalf = format === OF_HALF;
  const pattern = isHalf ? HALF : SINGLE;
  const word = lowWords(v, node);
  const own = isHalf ? l.with('v128.and', word, 0xffff) : word;
  const bits = flushes ? flushedBits(l, pattern, own) : own;
  const raised = isHalf ? l.shift('i32x4.shl', bits, 16) : bits;
  const sign = l.with('v128.and', raised, SIGN);
  const fraction = isHalf ? l.shift('i32x4.shl', bits, 13) : bits;
  const leading = l.shift('i32x4.shr_u', l.with('v128.and', fraction, 0x7f_ffff), 3);
  const numbers = l.widen(isHalf ? singleFromHalf(l, bits) : bits);
  const low = l.shift('i32x4.shl', fraction, 29);
  return { numbers, isNan: isNanBits(l, pattern, bits), high: l.op('v128.or', sign, leading), low };
}

function fromDoubles(v: VectorValues, l: Lanes, node: Ex): Converted {
  const pair = v.pair(node);
  const [low, high] = [v.half(pair, 0), v.half(pair, 1)];
  const [first, second] = l.both('f64x2.ne', pair, pair);
  const isNan = l.keep(() => l.b.get(first).get(second).shuffle([0, 2, 4, 6]));
  return { numbers: pair, isNan, high: l.with('v128.and', high, SIGN | 0xf_ffff), low };
}

function doubleOf(v: VectorValues, l: Lanes, { numbers, isNan, high, low }: Converted): VectorPair {
  const nan = v.interleave(low, l.with('v128.or', high, QUIET_DOUBLE));
  const mask = v.interleave(isNan, isNan);
  const half = (which: 0 | 1): Local => l.choose(mask[which], nan[which], numbers[which]);
  return [half(0), half(1)];
}

/** The leading bits of a fraction of f64, in those of f32. */
const fractionOf = (l: Lanes, { high, low }: Converted): Local =>
  l.op('v128.or', l.shift('i32x4.shl', l.with('v128.and', high, 0xf_ffff), 3), l.shift('i32x4.shr_u', low, 29));

function singleNan(l: Lanes, operand: Converted): Local {
  const signed = l.op('v128.or', l.with('v128.and', operand.high, SIGN), fractionOf(l, operand));
  return l.with('v128.or', signed, QUIET_SINGLE);
}

function halfNan(l: Lanes, operand: Converted): Local {
  const sign = l.shift('i32x4.shr_u', l.with('v128.and', operand.high, SIGN), 16);
  const fraction = l.shift('i32x4.shr_u', fractionOf(l, operand), 13);
  return l.with('v128.or', l.op('v128.or', sign, fraction), HALF.exponent | HALF.quiet);
}

/** Subnormal operands of f64 are too small to matter. */
export const FLOAT_TO_FLOAT: VectorFunction = {
  fits: (args, mode) => isExact(mode) && roundingOf(args) !== undefined,
  wide: (v, args) => {
    const l = new Lanes(v.b);
    const { direction, flushes, format, result } = required(roundingOf(args), 'rounding');
    const node = required(args[0], 'operand');
    const operand = format === OF_DOUBLE ? fromDoubles(v, l, node) : fromWords(v, l, node, format, flushes);
    if (result === OF_DOUBLE) return doubleOf(v, l, operand);
    const isSingle = result === OF_SINGLE;
    const rounded = (isSingle ? roundedSingle : roundedHalf)(l, operand.numbers, direction);
    const bits = flushes ? flushedBits(l, isSingle ? SINGLE : HALF, rounded) : rounded;
    return asPair(v, l.choose(operand.isNan, (isSingle ? singleNan : halfNan)(l, operand), bits));
  },
};
