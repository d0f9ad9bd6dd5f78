// Numbers of f64 that stand for exact results, rounded once to f32 or f16 in any direction. A number that is not exact
// is odd: its last bit says that there is more.

import type { Local } from '../wasm/function-builder.js';
import type { Doubles, Lanes } from '../wasm/lanes.js';
import { halfFromSingle, singleFromHalf } from './half-floats.js';

/** As MODE has them (ROUND). */
export type Direction = 0 | 1 | 2 | 3;
const [NEAR, UP, DOWN] = [0, 1, 2] as const;

/** Bit patterns of 16 or 32 bits. */
export interface Pattern {
  readonly sign: number;
  readonly exponent: number;
  readonly quiet: number;
}
export const SINGLE: Pattern = { sign: -0x8000_0000, exponent: 0x7f80_0000, quiet: 0x40_0000 };
export const HALF: Pattern = { sign: 0x8000, exponent: 0x7c00, quiet: 0x200 };

/** Subnormal numbers become zeros of their sign. */
export function flushedBits(l: Lanes, { sign, exponent }: Pattern, bits: Local): Local {
  const isSmall = l.with('i32x4.eq', l.with('v128.and', bits, exponent), 0);
  return l.choose(isSmall, l.with('v128.and', bits, sign), bits);
}

/** Truth values of lanes whose bits are those of a NaN; bits beyond the format are 0. */
export const isNanBits = (l: Lanes, { sign, exponent }: Pattern, bits: Local): Local =>
  l.with('i32x4.gt_s', l.with('v128.and', bits, sign === SINGLE.sign ? ~sign : sign - 1), exponent);

/** Bits of the neighbours of numbers, above or below, where a mask says so. */
function stepped(l: Lanes, { sign }: Pattern, bits: Local, isUp: boolean, where: Local): Local {
  const isNegative = l.with('i32x4.ne', l.with('v128.and', bits, sign), 0);
  // -1 away from zero for negative ones, +1 for others; the opposite downward.
  const away = l.with('v128.or', isNegative, 1);
  const step = isUp ? away : l.op('i32x4.sub', l.words(0), away);
  return l.op('i32x4.add', bits, l.op('v128.and', step, where));
}

/** Bits rounded to nearest, corrected to the direction. */
function directed(
  l: Lanes,
  pattern: Pattern,
  bits: Local,
  direction: Direction,
  isBelow: Local,
  isAbove: Local,
): Local {
  if (direction === NEAR) return bits;
  if (direction === UP) return stepped(l, pattern, bits, true, isBelow);
  if (direction === DOWN) return stepped(l, pattern, bits, false, isAbove);
  const isNegative = l.with('i32x4.ne', l.with('v128.and', bits, pattern.sign), 0);
  const isTooLarge = l.choose(isNegative, isBelow, isAbove);
  return l.op('i32x4.add', bits, isTooLarge);
}

/** Truth values of two f64 each as those of four lanes. */
function compared(l: Lanes, a: Doubles, b: Doubles): Local {
  const [low, high] = l.both('f64x2.lt', a, b);
  return l.keep(() => l.b.get(low).get(high).shuffle([0, 2, 4, 6]));
}

/** f32 nearest to numbers, and where they are below and above these. */
function nearest(l: Lanes, numbers: Doubles) {
  const bits = l.narrow('f32x4.demote_f64x2_zero', numbers);
  const back = l.widen(bits);
  return { bits, isBelow: compared(l, back, numbers), isAbove: compared(l, numbers, back) };
}

/** f32 of numbers, that are odd where they are not exact. */
function oddSingle(l: Lanes, numbers: Doubles): Local {
  const { bits, isBelow, isAbove } = nearest(l, numbers);
  const isEven = l.with('i32x4.eq', l.with('v128.and', bits, 1), 0);
  const raised = stepped(l, SINGLE, bits, true, l.op('v128.and', isBelow, isEven));
  return stepped(l, SINGLE, raised, false, l.op('v128.and', isAbove, isEven));
}

export function roundedSingle(l: Lanes, numbers: Doubles, direction: Direction): Local {
  if (direction === NEAR) return l.narrow('f32x4.demote_f64x2_zero', numbers);
  const { bits, isBelow, isAbove } = nearest(l, numbers);
  return directed(l, SINGLE, bits, direction, isBelow, isAbove);
}

export function roundedHalf(l: Lanes, numbers: Doubles, direction: Direction): Local {
  const single = oddSingle(l, numbers);
  const bits = halfFromSingle(l, single, true);
  const back = singleFromHalf(l, bits);
  return directed(l, HALF, bits, direction, l.op('f32x4.lt', back, single), l.op('f32x4.lt', single, back));
}
