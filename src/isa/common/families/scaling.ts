// Trees for exponents: ldexp and frexp of both widths.

import { raising } from '../../language/exception-marks.js';
import { type Ex, f64, ops, select, u32, u64 } from '../../language/expr.js';
import { F32, F64 } from './float.js';

/** 2 ** n as f64, for n from -1022 to 1023. */
export const powerOfTwo = (n: Ex<'u32'>): Ex<'f64'> =>
  ops.asF64(ops.pack(u32(0), ops.shl(ops.add(n, u32(1023)), u32(20))));

const clampSigned = (x: Ex<'u32'>, low: number, high: number): Ex<'u32'> => {
  const raised = select(ops.ltS(x, u32(low)), u32(low), x);
  return select(ops.ltS(u32(high), raised), u32(high), raised);
};

/** x * 2 ** n with one rounding, by MODE. Beyond +-300 every f32 has overflowed or vanished, and in f64 nothing has. */
export function ldexp32(x: Ex<'f32'>, n: Ex<'u32'>): Ex<'f32'> {
  const scale = powerOfTwo(clampSigned(n, -300, 300));
  return raising(ops.f32FromF64(ops.dmul(ops.f64FromF32(x), scale)), 'raised_scaling_f32', x, n);
}

/**
 * x * 2 ** n with one rounding, by MODE. The significand is brought into [1, 2), scaled exactly by 2 ** +-960 and then
 * by the rest, so that only the last multiplication can round.
 */
export function ldexp64(source: Ex<'f64'>, n: Ex<'u32'>): Ex<'f64'> {
  const x = F64.flushInput(source);
  const special = ops.orB(ops.deq(x, f64(0)), ops.eq(F64.exponent(x), u32(0x7ff)));
  const { significand, exponent } = normalized64(x);
  const total = clampSigned(ops.add(exponent, clampSigned(n, -4000, 4000)), -1500, 1500);
  const negative = ops.ltS(total, u32(0));
  const first = select(negative, u32(-960), u32(960));
  const scaled = ops.dmul(ops.dmul(significand, powerOfTwo(first)), powerOfTwo(ops.sub(total, first)));
  return raising(select(special, ops.dmul(x, f64(1)), scaled), 'raised_scaling_f64', x, n);
}

/** A finite f64 other than 0 as significand in [1, 2) and exponent. */
function normalized64(x: Ex<'f64'>): { significand: Ex<'f64'>; exponent: Ex<'u32'> } {
  const bits = ops.asU64(x);
  const fraction = ops.and64(bits, u64(0xfffffffffffffn));
  const field = F64.exponent(x);
  const denormal = ops.eq(field, u32(0));
  const shift = ops.sub(ops.clz64(fraction), u32(11));
  const normalFraction = select(denormal, ops.and64(ops.shl64(fraction, shift), u64(0xfffffffffffffn)), fraction);
  const sign = ops.and64(bits, u64(1n << 63n));
  return {
    significand: ops.asF64(ops.or64(sign, ops.or64(normalFraction, u64(0x3ff0000000000000n)))),
    exponent: select(denormal, ops.sub(u32(-1022), shift), ops.sub(field, u32(1023))),
  };
}

/** The significand of an infinity on gfx600 (later chips give the infinity). */
const FREXP_OF_INFINITY = { f32: 0xffc00000n, f64: 0xfff8000000000000n } as const;
/** The exponent of an infinity or NaN on gfx600 (later chips give 0). */
const FREXP_EXPONENT_OF_SPECIAL = u32(-1);

/** The exponent e with |x| = m * 2 ** e and m in [0.5, 1); 0 for 0. */
export function frexpExponent32(source: Ex<'f32'>): Ex<'u32'> {
  const x = F32.flushInput(source);
  const fraction = ops.and(ops.asU32(x), u32(0x7fffff));
  const field = F32.exponent(x);
  const denormal = select(ops.eq(fraction, u32(0)), u32(0), ops.sub(u32(-117), ops.clz(fraction)));
  const finite = select(ops.eq(field, u32(0)), denormal, ops.sub(field, u32(126)));
  return raising(select(ops.eq(field, u32(0xff)), FREXP_EXPONENT_OF_SPECIAL, finite));
}

export function frexpExponent64(source: Ex<'f64'>): Ex<'u32'> {
  const x = F64.flushInput(source);
  const field = F64.exponent(x);
  const finite = ops.add(normalized64(x).exponent, u32(1));
  const number = select(ops.deq(x, f64(0)), u32(0), finite);
  return raising(select(ops.eq(field, u32(0x7ff)), FREXP_EXPONENT_OF_SPECIAL, number));
}

/** The significand in [0.5, 1) with the sign of x; zeros stay. */
export function frexpSignificand32(source: Ex<'f32'>): Ex<'f32'> {
  const x = F32.flushInput(source);
  const bits = ops.asU32(x);
  const fraction = ops.and(bits, u32(0x7fffff));
  const shifted = ops.and(ops.shl(fraction, ops.sub(ops.clz(fraction), u32(8))), u32(0x7fffff));
  const normal = select(ops.eq(F32.exponent(x), u32(0)), shifted, fraction);
  const finite = ops.asF32(ops.or(ops.and(bits, u32(0x80000000)), ops.or(normal, u32(0x3f000000))));
  const zero = ops.eq(ops.shl(bits, u32(1)), u32(0));
  const infinite = F32.pattern(FREXP_OF_INFINITY.f32);
  const special = select(ops.eq(fraction, u32(0)), infinite, F32.value(Number.NaN));
  return raising(select(ops.eq(F32.exponent(x), u32(0xff)), special, select(zero, x, finite)));
}

export function frexpSignificand64(source: Ex<'f64'>): Ex<'f64'> {
  const x = F64.flushInput(source);
  const finite = ops.dmul(normalized64(x).significand, f64(0.5));
  const number = select(ops.deq(x, f64(0)), x, finite);
  const special = select(F64.fractionIsZero(x), F64.pattern(FREXP_OF_INFINITY.f64), F64.value(Number.NaN));
  return raising(select(ops.eq(F64.exponent(x), u32(0x7ff)), special, number));
}
