// Trees over packed bytes and 16-bit halves: sums of absolute differences, averages, packed conversions.

import { raising } from '../../language/exception-marks.js';
import { type Ex, f32, ops, select, u32 } from '../../language/expr.js';
import { F32 } from './float.js';

/** Bits `low` to `low + width - 1`, zero-extended. */
export const bitsOf = (x: Ex<'u32'>, low: number, width: number): Ex<'u32'> =>
  ops.and(ops.shrU(x, u32(low)), u32(2 ** width - 1));

/** The low 24 bits, sign-extended. */
export const signed24 = (x: Ex<'u32'>): Ex<'u32'> => ops.shrS(ops.shl(x, u32(8)), u32(8));
export const unsigned24 = (x: Ex<'u32'>): Ex<'u32'> => ops.and(x, u32(0xffffff));

export const minimumU = (a: Ex<'u32'>, b: Ex<'u32'>): Ex<'u32'> => select(ops.ltU(a, b), a, b);
export const maximumU = (a: Ex<'u32'>, b: Ex<'u32'>): Ex<'u32'> => select(ops.ltU(a, b), b, a);
export const minimumS = (a: Ex<'u32'>, b: Ex<'u32'>): Ex<'u32'> => select(ops.ltS(a, b), a, b);
export const maximumS = (a: Ex<'u32'>, b: Ex<'u32'>): Ex<'u32'> => select(ops.ltS(a, b), b, a);

export const absoluteDifference = (a: Ex<'u32'>, b: Ex<'u32'>): Ex<'u32'> =>
  select(ops.ltU(a, b), ops.sub(b, a), ops.sub(a, b));

/** Sum of |a - b| over both halves. */
export const sumOfHalfDifferences = (a: Ex<'u32'>, b: Ex<'u32'>): Ex<'u32'> => {
  const ofHalf = (bit: 0 | 16): Ex<'u32'> => absoluteDifference(bitsOf(a, bit, 16), bitsOf(b, bit, 16));
  return ops.add(ofHalf(0), ofHalf(16));
};

/** Four sums over the byte windows 0-3, 1-4, 2-5 and 3-6 of `window`, each added to its 16 bits of `accumulator`. */
export function quadSums(
  one: (a: Ex<'u32'>, reference: Ex<'u32'>) => Ex<'u32'>,
  window: Ex<'u64'>,
  reference: Ex<'u32'>,
  accumulator: Ex<'u64'>,
): Ex<'u64'> {
  const [low, high] = [ops.lo(accumulator), ops.hi(accumulator)];
  const sum = (index: number, addend: Ex<'u32'>): Ex<'u32'> =>
    ops.add(one(ops.lo(ops.shrU64(window, u32(8 * index))), reference), addend);
  return ops.pack(
    packHalves(sum(0, bitsOf(low, 0, 16)), sum(1, bitsOf(low, 16, 16))),
    packHalves(sum(2, bitsOf(high, 0, 16)), sum(3, bitsOf(high, 16, 16))),
  );
}

/** Low 16 bits of both, `low` first. */
export const packHalves = (low: Ex<'u32'>, high: Ex<'u32'>): Ex<'u32'> =>
  ops.or(ops.and(low, u32(0xffff)), ops.shl(high, u32(16)));

/** Average of four pairs of bytes; bit 0 of each byte of `round` rounds a half up. */
export function averageBytes(a: Ex<'u32'>, b: Ex<'u32'>, round: Ex<'u32'>): Ex<'u32'> {
  const difference = ops.xor(a, b);
  const half = ops.shrU(ops.and(difference, u32(0xfefefefe)), u32(1));
  const up = ops.and(ops.and(difference, round), u32(0x01010101));
  return ops.add(ops.add(ops.and(a, b), half), up);
}

/** x as integer in MODE's rounding, saturated to 0-255, NaN giving 0, in byte `index` (low 2 bits) of `rest`. */
export function insertByte(x: Ex<'f32'>, index: Ex<'u32'>, rest: Ex<'u32'>): Ex<'u32'> {
  const shift = ops.shl(ops.and(index, u32(3)), u32(3));
  const byte = minimumU(ops.uFromF32(roundAsMode(x)), u32(255));
  return ops.or(ops.and(rest, ops.not(ops.shl(u32(0xff), shift))), ops.shl(byte, shift));
}

function roundAsMode(x: Ex<'f32'>): Ex<'f32'> {
  const downOrZero = select(F32.rounds('down'), ops.ffloor(x), ops.ftrunc(x));
  return select(F32.rounds('nearest'), ops.frint(x), select(F32.rounds('up'), ops.fceil(x), downOrZero));
}

/** x in units of 1 / limit, to nearest, saturated to -limit ... limit (or 0 ... limit); NaN gives 0. */
export const normalizedSigned = (x: Ex<'f32'>): Ex<'u32'> => {
  const value = ops.sFromF32(ops.frint(ops.fmul(x, f32(32767))));
  return minimumS(maximumS(value, u32(-32767)), u32(32767));
};
export const normalizedUnsigned = (x: Ex<'f32'>): Ex<'u32'> =>
  minimumU(ops.uFromF32(ops.frint(ops.fmul(x, f32(65535)))), u32(65535));

/** Half precision in MODE's rounding of f32; denormal halves are kept, as gfx600 does. */
export function halfAsMode(x: Ex<'f32'>): Ex<'u32'> {
  const towardZero = ops.f16FromF32Z(x);
  const converted = ops.f32FromF16(towardZero);
  // Away from zero is one more in the bit pattern: also from the largest number to infinity.
  const away = (inexact: Ex<'b1'>): Ex<'u32'> => ops.add(towardZero, ops.fromBool(inexact));
  const directed = select(
    F32.rounds('up'),
    away(ops.flt(converted, x)),
    select(F32.rounds('down'), away(ops.flt(x, converted)), towardZero),
  );
  return raising(select(F32.rounds('nearest'), ops.f16FromF32(x), directed), 'raised_half_as_mode', x);
}
