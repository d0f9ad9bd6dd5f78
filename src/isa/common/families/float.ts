// The two floating-point widths of the vector ALU behind one interface, so that rules which hold for both
// (minimum, classes, division, rounding) are written once. Everything here builds trees of expr.ts.

import { raising } from '../../language/exception-marks.js';
import { type Ex, f32, f64, flushing, MODE, ops, rarely, type Source, select, u32, u64 } from '../../language/expr.js';
import { MODE_BITS } from '../../language/mode.js';

/** One width: `F` is its type, `B` the integer type of its bit pattern. */
export interface Float<F extends 'f32' | 'f64', B extends 'u32' | 'u64'> {
  /** Bits of the fraction field. */
  readonly fraction: number;
  /** Exponent bias; `2 * bias + 1` is the exponent field of infinities and NaNs. */
  readonly bias: number;
  /** The operand as this width, source modifiers applied. */
  read(source: Source): Ex<F>;
  value(value: number): Ex<F>;
  bits(x: Ex<F>): Ex<B>;
  fromBits(bits: Ex<B>): Ex<F>;
  /** A constant bit pattern. */
  pattern(bits: bigint): Ex<F>;
  /** The 32 bits that hold sign, exponent and the top of the fraction. */
  top(x: Ex<F>): Ex<'u32'>;
  /**
   * True when a comes before b in the order that puts -0 before +0 and does not see denormals as zeros; anything when
   * they are the same bits.
   */
  before(a: Ex<F>, b: Ex<F>): Ex<'b1'>;
  /** The exponent field. */
  exponent(x: Ex<F>): Ex<'u32'>;
  /** True when no fraction bit is set. */
  fractionIsZero(x: Ex<F>): Ex<'b1'>;
  /** True when the rounding mode of this width is `mode`. */
  rounds(mode: RoundMode): Ex<'b1'>;
  add(a: Ex<F>, b: Ex<F>): Ex<F>;
  sub(a: Ex<F>, b: Ex<F>): Ex<F>;
  mul(a: Ex<F>, b: Ex<F>): Ex<F>;
  fma(a: Ex<F>, b: Ex<F>, c: Ex<F>): Ex<F>;
  neg(x: Ex<F>): Ex<F>;
  abs(x: Ex<F>): Ex<F>;
  eq(a: Ex<F>, b: Ex<F>): Ex<'b1'>;
  lt(a: Ex<F>, b: Ex<F>): Ex<'b1'>;
  le(a: Ex<F>, b: Ex<F>): Ex<'b1'>;
  isnan(x: Ex<F>): Ex<'b1'>;
  /** Denormals become zeros of their sign where MODE flushes operands of this width. */
  flushInput(x: Ex<F>): Ex<F>;
  /** The same where MODE flushes results. */
  flushResult(x: Ex<F>): Ex<F>;
  floor(x: Ex<F>): Ex<F>;
}

/** FP_ROUND of the MODE register. */
export const ROUND = { nearest: 0, up: 1, down: 2, zero: 3 } as const;
export type RoundMode = keyof typeof ROUND;

const rounds =
  (shift: number) =>
  (mode: RoundMode): Ex<'b1'> =>
    ops.eq(ops.and(MODE.u32, u32(3 << shift)), u32(ROUND[mode] << shift));

/**
 * FP_DENORM of the MODE register: a bit that is set keeps denormals. `flush` itself acts when either bit of its width
 * is 0.
 */
const flushUnless =
  <F extends FloatType>(bit: number, flush: (x: Ex<F>) => Ex<F>) =>
  (x: Ex<F>): Ex<F> =>
    select(ops.ne(ops.and(MODE.u32, u32(1 << bit)), u32(0)), x, flush(x));

/** The order of the bit patterns is that of the numbers unless both are negative: then it is the other way round. */
const inOrder = (before: Ex<'b1'>, signs: Ex<'u32'>): Ex<'b1'> => ops.xorB(before, ops.ltS(signs, u32(0)));
const before32 = (a: Ex<'f32'>, b: Ex<'f32'>): Ex<'b1'> => {
  const [x, y] = [ops.asU32(a), ops.asU32(b)];
  return inOrder(ops.ltS(x, y), ops.and(x, y));
};
const before64 = (a: Ex<'f64'>, b: Ex<'f64'>): Ex<'b1'> => {
  const [x, y] = [ops.asU64(a), ops.asU64(b)];
  return inOrder(ops.ltS64(x, y), ops.and(ops.hi(x), ops.hi(y)));
};

export const F32: Float<'f32', 'u32'> = {
  fraction: 23,
  bias: 127,
  read: (source) => source.f32,
  value: f32,
  bits: ops.asU32,
  fromBits: ops.asF32,
  pattern: (bits) => ops.asF32(u32(Number(bits))),
  top: ops.asU32,
  before: before32,
  exponent: (x) => ops.and(ops.shrU(ops.asU32(x), u32(23)), u32(0xff)),
  fractionIsZero: (x) => ops.eq(ops.and(ops.asU32(x), u32(0x7fffff)), u32(0)),
  rounds: rounds(MODE_BITS.round32),
  add: ops.fadd,
  sub: ops.fsub,
  mul: ops.fmul,
  fma: ops.ffma,
  neg: ops.fneg,
  abs: ops.fabs,
  eq: ops.feq,
  lt: ops.flt,
  le: ops.fle,
  isnan: ops.fisnan,
  flushInput: flushUnless(MODE_BITS.denorm32, ops.fflush),
  flushResult: flushUnless(MODE_BITS.denorm32 + 1, ops.fflush),
  floor: ops.ffloor,
};

export const F64: Float<'f64', 'u64'> = {
  fraction: 52,
  bias: 1023,
  read: (source) => source.f64,
  value: f64,
  bits: ops.asU64,
  fromBits: ops.asF64,
  pattern: (bits) => ops.asF64(u64(bits)),
  top: (x) => ops.hi(ops.asU64(x)),
  before: before64,
  exponent: (x) => ops.and(ops.shrU(ops.hi(ops.asU64(x)), u32(20)), u32(0x7ff)),
  fractionIsZero: (x) => ops.eq64(ops.and64(ops.asU64(x), u64(0xfffffffffffffn)), u64(0n)),
  rounds: rounds(MODE_BITS.round64),
  add: ops.dadd,
  sub: ops.dsub,
  mul: ops.dmul,
  fma: ops.dfma,
  neg: ops.dneg,
  abs: ops.dabs,
  eq: ops.deq,
  lt: ops.dlt,
  le: ops.dle,
  isnan: ops.disnan,
  flushInput: flushUnless(MODE_BITS.denorm64, ops.dflush),
  flushResult: flushUnless(MODE_BITS.denorm64 + 1, ops.dflush),
  floor: ops.dfloor,
};

/** Any of the two widths; rules that use it are generic in both parameters. */
export type FloatType = 'f32' | 'f64';
export type BitsType = 'u32' | 'u64';

/** Largest finite number. */
export const largest = <F extends FloatType, B extends BitsType>(width: Float<F, B>): Ex<F> =>
  width.value((2 - 2 ** -width.fraction) * 2 ** width.bias);
export const infinity = <F extends FloatType, B extends BitsType>(width: Float<F, B>): Ex<F> => width.value(Infinity);
export const nan = <F extends FloatType, B extends BitsType>(width: Float<F, B>): Ex<F> => width.value(Number.NaN);

/** The sign bit alone, as a truth value. */
export const isNegative = <F extends FloatType, B extends BitsType>(width: Float<F, B>, x: Ex<F>): Ex<'b1'> =>
  ops.ltS(width.top(x), u32(0));

export const isInfinite = <F extends FloatType, B extends BitsType>(width: Float<F, B>, x: Ex<F>): Ex<'b1'> =>
  width.eq(width.abs(x), infinity(width));

/** Quiet bit in the top word: set means a quiet NaN. */
const quietBit = (fraction: number): number => 1 << (fraction === 23 ? 22 : 19);

const isSignalling = <F extends FloatType, B extends BitsType>(width: Float<F, B>, x: Ex<F>): Ex<'b1'> =>
  ops.andB(width.isnan(x), ops.eq(ops.and(width.top(x), u32(quietBit(width.fraction))), u32(0)));

/** NaNs as IEEE 754 has them. */
const ieeeMode: Ex<'b1'> = ops.ne(ops.and(MODE.u32, u32(1 << MODE_BITS.ieee)), u32(0));

/**
 * The rule that v_min and v_max share: in IEEE mode a signalling NaN gives a (quiet) NaN; otherwise a NaN gives way to
 * the other operand; then the order decides, -0 before +0. Denormals pass unflushed, as on every chip before gfx9.
 */
function extreme<F extends FloatType, B extends BitsType>(
  width: Float<F, B>,
  a: Ex<F>,
  b: Ex<F>,
  takeFirst: Ex<'b1'>,
): Ex<F> {
  const signalling = ops.andB(ieeeMode, ops.orB(isSignalling(width, a), isSignalling(width, b)));
  const withNan = select(signalling, nan(width), select(width.isnan(a), b, a));
  return rarely(select(ops.orB(width.isnan(a), width.isnan(b)), withNan, select(takeFirst, a, b)));
}

export const minimum = <F extends FloatType, B extends BitsType>(width: Float<F, B>, a: Ex<F>, b: Ex<F>): Ex<F> =>
  extreme(width, a, b, width.before(a, b));
export const maximum = <F extends FloatType, B extends BitsType>(width: Float<F, B>, a: Ex<F>, b: Ex<F>): Ex<F> =>
  extreme(width, a, b, width.before(b, a));

/** Median of three numbers; with a NaN among them, the result of v_min3_f32. */
export function median(a: Ex<'f32'>, b: Ex<'f32'>, c: Ex<'f32'>): Ex<'f32'> {
  const anyNan = ops.orB(ops.fisnan(a), ops.orB(ops.fisnan(b), ops.fisnan(c)));
  const greatest = maximum(F32, maximum(F32, a, b), c);
  // The hardware takes away the greatest and gives the greater of the other two.
  const ordered = select(
    equalUnflushed(greatest, a),
    maximum(F32, b, c),
    select(equalUnflushed(greatest, b), maximum(F32, a, c), maximum(F32, a, b)),
  );
  return rarely(select(anyNan, minimum(F32, minimum(F32, a, b), c), ordered));
}

/** Equality of numbers which does not treat denormals as zeros; +0 equals -0. */
function equalUnflushed(a: Ex<'f32'>, b: Ex<'f32'>): Ex<'b1'> {
  const x = ops.asU32(a);
  const y = ops.asU32(b);
  return ops.orB(ops.eq(x, y), ops.eq(ops.shl(ops.or(x, y), u32(1)), u32(0)));
}

/** Denormals become zeros of their sign in every MODE: in the transcendental unit and the multiply-add. */
export const flushAlways = (x: Ex<'f32'>): Ex<'f32'> => flushing(ops.fflush(x));

/** x - floor(x), below 1: a tiny negative x would round to 1, and gives the number before 1. Infinities give NaN. */
export function fraction<F extends FloatType, B extends BitsType>(width: Float<F, B>, x: Ex<F>): Ex<F> {
  const difference = width.sub(x, width.floor(x));
  return select(width.le(width.value(1), difference), width.value(1 - 2 ** -(width.fraction + 1)), difference);
}

/** Number of the class of a value, counted as in the mask of v_cmp_class: 0 signalling NaN ... 9 +infinity. */
export function classOf<F extends FloatType, B extends BitsType>(width: Float<F, B>, x: Ex<F>): Ex<'u32'> {
  const exponent = width.exponent(x);
  const fractionIsZero = width.fractionIsZero(x);
  const quiet = select(isSignalling(width, x), u32(0), u32(1));
  // Distance from the infinity of the value's sign: 0 infinity, 1 normal, 2 denormal, 3 zero.
  const small = select(fractionIsZero, u32(3), u32(2));
  const special = ops.eq(exponent, u32(2 * width.bias + 1));
  const distance = select(special, u32(0), select(ops.eq(exponent, u32(0)), small, u32(1)));
  const signed = select(isNegative(width, x), ops.add(u32(2), distance), ops.sub(u32(9), distance));
  return select(ops.andB(special, ops.notB(fractionIsZero)), quiet, signed);
}

/** True when bit `classOf(x)` of the mask is set. */
export const isOfClass = <F extends FloatType, B extends BitsType>(
  width: Float<F, B>,
  x: Ex<F>,
  mask: Ex<'u32'>,
): Ex<'b1'> => raising(ops.ne(ops.and(ops.shrU(mask, classOf(width, x)), u32(1)), u32(0)));
