// v_div_scale, v_div_fmas and v_div_fixup: the three instructions around the Newton iteration of an exact division.
//
// v_div_scale scales a numerator or denominator into a range in which no intermediate result is denormal or overflows.
// Its flag requests that the quotient is scaled back; v_div_fmas does this in the last step; v_div_fixup inserts signs
// and special values. (By reports the flag of v_div_scale_f64 is wrong on some Southern Islands chips; compilers
// compare scaled and unscaled operands there instead, so both methods must agree: the flag is set if exactly one is
// scaled.)

import { raising } from '../../language/exception-marks.js';
import { bool, type Ex, f32, ops, rarely, type Source, select, u32 } from '../../language/expr.js';
import { type BitsType, type Float, type FloatType, infinity, isInfinite, isNegative, nan } from './float.js';

/** Constants of exponents that depend on the width. */
interface Scaling {
  /** Operands are scaled by 2 ** +-scale. */
  readonly scale: number;
  /** The difference of exponents from which the quotient is near overflow. */
  readonly far: number;
  /** A numerator whose exponent field is at most this is tiny. */
  readonly tiny: number;
  /** A quotient whose exponent is below this rounds to 0. */
  readonly lost: number;
}

const SCALING: Readonly<Record<FloatType, Scaling>> = {
  f32: { scale: 64, far: 96, tiny: 23, lost: -150 },
  f64: { scale: 128, far: 768, tiny: 53, lost: -1075 },
};

const scalingOf = (width: { readonly fraction: number }): Scaling => SCALING[width.fraction === 23 ? 'f32' : 'f64'];

/**
 * True if a division may be a special case. It is none if the exponents of both operands are within half of `far`
 * around 1: no operand is 0, denormal, infinite or a NaN, and the quotient is near none of these. This holds for nearly
 * all divisions, and its test is fast.
 */
function isUnusual<F extends FloatType, B extends BitsType>(width: Float<F, B>, den: Ex<F>, num: Ex<F>): Ex<'b1'> {
  const reach = scalingOf(width).far / 2 - 1;
  /** The position of the exponent in the upper word. */
  const shift = width.fraction % 32;
  const least = u32((width.bias - reach) << shift);
  const count = u32((2 * reach + 1) << shift);
  const isFar = (x: Ex<F>): Ex<'b1'> => ops.leU(count, ops.sub(ops.and(width.top(x), u32(0x7fff_ffff)), least));
  return ops.orB(isFar(den), isFar(num));
}

/** A truth value that is false, and not computed, where nothing is unusual. */
const rareFlag = (unusual: Ex<'b1'>, flag: Ex<'b1'>): Ex<'b1'> =>
  ops.ne(ops.asU32(rarely(select(unusual, select(flag, f32(1), f32(0)), f32(0)))), u32(0));

/** The cases of v_div_scale for a denominator and a numerator. */
function scaleCases<F extends FloatType, B extends BitsType>(width: Float<F, B>, den: Ex<F>, num: Ex<F>) {
  const { far, tiny } = scalingOf(width);
  const largestExponent = width.value(2 ** (width.bias - 1));
  const finite = ops.notB(ops.eq(width.exponent(den), u32(2 * width.bias + 1)));
  return {
    zero: ops.orB(width.eq(den, width.value(0)), width.eq(num, width.value(0))),
    quotientHuge: ops.leS(u32(far), ops.sub(width.exponent(num), width.exponent(den))),
    denominatorDenormal: ops.eq(width.exponent(den), u32(0)),
    reciprocalDenormal: ops.andB(finite, width.lt(largestExponent, width.abs(den))),
    quotientDenormal: ops.andB(finite, width.lt(width.mul(width.abs(num), largestExponent), width.abs(den))),
    numeratorTiny: ops.leU(width.exponent(num), u32(tiny)),
  };
}

/** S0 (which is the denominator S1 or the numerator S2) scaled where the division of S2 by S1 needs it. */
export function divisionScale<F extends FloatType, B extends BitsType>(
  width: Float<F, B>,
  [s0, s1, s2]: readonly [Source, Source, Source],
): { readonly value: Ex<F>; readonly flag: Ex<'b1'> } {
  const [x, den, num] = [width.read(s0), width.read(s1), width.read(s2)];
  const { scale } = scalingOf(width);
  const up = width.mul(x, width.value(2 ** scale));
  const down = width.mul(x, width.value(2 ** -scale));
  const isDenominator = width.eq(x, den);
  const is = scaleCases(width, den, num);
  // First match wins; the flag is set where one operand is scaled and the other is not.
  const cases: readonly (readonly [when: Ex<'b1'>, value: Ex<F>, flag: boolean])[] = [
    [is.zero, nan(width), false],
    [is.quotientHuge, select(isDenominator, up, x), true],
    [is.denominatorDenormal, up, false],
    [ops.andB(is.reciprocalDenormal, is.quotientDenormal), select(isDenominator, down, x), true],
    [is.reciprocalDenormal, down, false],
    [is.quotientDenormal, select(width.eq(x, num), up, x), true],
    [is.numeratorTiny, up, false],
  ];
  const value = cases.reduceRight((rest, [when, each]) => select(when, each, rest), x);
  const flag = cases.reduceRight((rest, [when, , each]) => select(when, bool(each), rest), bool(false));
  const unusual = isUnusual(width, den, num);
  return { value: raising(rarely(select(unusual, value, x))), flag: raising(rareFlag(unusual, flag)) };
}

/**
 * S0 * S1 + S2, and where `scaled` the result times 2 ** scale (|S2| >= 2: the denominator was scaled up) or
 * 2 ** -scale (the quotient is denormal).
 */
export function divisionFma<F extends FloatType, B extends BitsType>(
  width: Float<F, B>,
  [s0, s1, s2]: readonly [Source, Source, Source],
  scaled: Ex<'b1'>,
): Ex<F> {
  const [a, b, c] = [width.read(s0), width.read(s1), width.read(s2)];
  const { scale } = scalingOf(width);
  const sum = width.fma(a, b, c);
  const up = width.mul(sum, width.value(2 ** scale));
  const large = width.le(width.value(2), width.abs(c));
  return select(scaled, select(large, up, scaleDown(width, sum, width.fma(a, b, width.sub(c, sum)))), sum);
}

/**
 * (sum + error) * 2 ** -scale, where `sum` is already rounded and `error` what that lost. Rounding again to a denormal
 * is right except in one case: rounding to nearest, when `sum` is half way between two denormals and the error says
 * which of them is nearer.
 */
function scaleDown<F extends FloatType, B extends BitsType>(width: Float<F, B>, sum: Ex<F>, error: Ex<F>): Ex<F> {
  const { scale } = scalingOf(width);
  const factor = width.value(2 ** -scale);
  const zero = width.value(0);
  const rounded = width.mul(sum, factor);
  const back = width.mul(rounded, width.value(2 ** scale));
  const difference = width.sub(sum, back);
  const halfStep = width.value(2 ** (scale - width.bias - width.fraction));
  const tie = ops.andB(width.rounds('nearest'), width.eq(width.abs(difference), halfStep));
  const sameSide = ops.orB(
    ops.andB(width.lt(zero, error), width.lt(zero, difference)),
    ops.andB(width.lt(error, zero), width.lt(difference, zero)),
  );
  const corrected = width.mul(width.add(back, width.add(difference, difference)), factor);
  const value = select(ops.andB(tie, sameSide), corrected, rounded);
  return raising(value, width.fraction === 23 ? 'raised_product_f32' : 'raised_product_f64', sum, factor);
}

/** The quotient S0 of S2 by S1 with signs and special values put right. */
export function divisionFixup<F extends FloatType, B extends BitsType>(
  width: Float<F, B>,
  [s0, s1, s2]: readonly [Source, Source, Source],
): Ex<F> {
  const [quotient, den, num] = [width.read(s0), width.read(s1), width.read(s2)];
  const negative = ops.xorB(isNegative(width, den), isNegative(width, num));
  const signed = (x: Ex<F>): Ex<F> => select(negative, width.neg(x), x);
  const zero = width.value(0);
  const [denZero, numZero] = [width.eq(den, zero), width.eq(num, zero)];
  const [denInfinite, numInfinite] = [isInfinite(width, den), isInfinite(width, num)];
  const huge = width.value(2 ** width.bias);
  const small = width.value(2 ** (1 - width.bias));
  const quotientExponent = ops.sub(width.exponent(num), width.exponent(den));
  const overflown = ops.eq(width.exponent(quotient), u32(2 * width.bias + 1));
  // The default NaN of the hardware is negative.
  const invalid = width.neg(nan(width));
  const cases: readonly (readonly [when: Ex<'b1'>, value: Ex<F>])[] = [
    [ops.orB(width.isnan(num), width.isnan(den)), nan(width)],
    [ops.andB(denZero, numZero), invalid],
    [ops.andB(denInfinite, numInfinite), invalid],
    [ops.orB(denZero, numInfinite), signed(infinity(width))],
    [ops.orB(denInfinite, numZero), signed(zero)],
    // Underflow and overflow round as MODE says.
    [ops.ltS(quotientExponent, u32(scalingOf(width).lost)), width.mul(signed(small), small)],
    [overflown, width.mul(signed(huge), huge)],
  ];
  const usual = signed(width.abs(quotient));
  const special = cases.reduceRight((rest, [when, value]) => select(when, value, rest), usual);
  const value = rarely(select(ops.orB(isUnusual(width, den, num), overflown), special, usual));
  return raising(value, width.fraction === 23 ? 'raised_quotient_f32' : 'raised_quotient_f64', num, den);
}
