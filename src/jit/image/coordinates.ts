// Texel-space coordinates to texel numbers for four lanes: what nearestTap and linearTap of
// src/emulator/image/sampler.ts say, in the same arithmetic. A texel number of -1 is the border.

import { FILTER_STEPS, HAS_BORDER, isHalfBorder, MIRRORS_ONCE } from '../../emulator/image/sampler.js';
import { CLAMP } from '../../isa/descriptors/sampling.js';
import type { Local } from '../wasm/function-builder.js';
import type { Doubles, Lanes } from '../wasm/lanes.js';

/** Size of the image in one direction: four words, and as f64. */
export interface Extent {
  readonly words: Local;
  readonly doubles: Local;
}

/** Four lanes' choice of texels along one axis. `second` and `fraction` are absent with nearest filters. */
export interface Taps {
  readonly first: Local;
  readonly second?: Local;
  readonly fraction?: Doubles;
}

const FARTHEST = 2 ** 31;
const ONE32 = 0x3f80_0000;
const HALF32 = 0x3f00_0000;
const MAGNITUDE32 = 0x7fff_ffff;
const MINUS_ONE32 = -0x4080_0000;

/** NaN becomes 0, what is far away is brought to where integers are exact. */
function sane(l: Lanes, u: Doubles): Doubles {
  const numbers = l.both('v128.and', u, l.both('f64x2.eq', u, u));
  return l.both('f64x2.pmin', l.both('f64x2.pmax', numbers, l.double(-FARTHEST)), l.double(FARTHEST));
}

function fold(l: Lanes, mode: number, u: Doubles, { doubles: size }: Extent): Doubles {
  switch (mode) {
    case CLAMP.mirror: {
      const period = l.op('f64x2.mul', l.double(2), size);
      const turns = l.both('f64x2.nearest', l.both('f64x2.div', u, period));
      return l.both('f64x2.abs', l.both('f64x2.sub', u, l.both('f64x2.mul', period, turns)));
    }
    case CLAMP.mirrorOnceToEdge:
    case CLAMP.mirrorOnceToBorder:
      return l.both('f64x2.abs', u);
    case CLAMP.mirrorOnceHalfBorder:
      return l.both('f64x2.pmin', l.both('f64x2.abs', u), size);
    case CLAMP.clampHalfBorder:
      return l.both('f64x2.pmin', l.both('f64x2.pmax', u, l.double(0)), size);
    default:
      return u;
  }
}

/** Adding this to an integer of 32 bits leaves it in the low word. */
const ROUNDER = 1.5 * 2 ** 52;
/** The same for f32 and integers of 22 bits; and its bits. */
const ROUNDER32 = 0x4b40_0000;

/** Integers as words. */
function toWords(l: Lanes, x: Doubles): Local {
  const [low, high] = l.both('f64x2.add', x, l.double(ROUNDER));
  return l.keep(() => l.b.get(low).get(high).shuffle([0, 2, 4, 6]));
}

/** Wraps, clamps, or finds the border. The number is integral and at most 2 ** 31 + 1 in size. */
function place(l: Lanes, mode: number, index: Doubles, size: Extent): Local {
  if (mode === CLAMP.repeat) {
    // The quotient of such integers is never rounded up to an integer that it does not reach.
    const turns = l.both('f64x2.floor', l.both('f64x2.div', index, size.doubles));
    return toWords(l, l.both('f64x2.sub', index, l.both('f64x2.mul', turns, size.doubles)));
  }
  if (HAS_BORDER.has(mode)) {
    const near = l.both('f64x2.pmin', l.both('f64x2.pmax', index, l.double(-1)), size.doubles);
    const number = toWords(l, near);
    const inside = l.op('i32x4.lt_u', number, size.words);
    return l.op('v128.or', number, l.op('v128.not', inside));
  }
  const last = l.op('f64x2.sub', size.doubles, l.double(1));
  return toWords(l, l.both('f64x2.pmin', l.both('f64x2.pmax', index, l.double(0)), last));
}

/** Modes for which `nearestTexel` finds the texels of coordinates that are in texels. */
export const isSimple = (mode: number): boolean => mode === CLAMP.clampToEdge || mode === CLAMP.clampToBorder;

/** As `taps` with a nearest filter, in f32 alone: exact where the coordinate needs no arithmetic. */
export function nearestTexel(l: Lanes, mode: number, u: Local, { words: size }: Extent): Local {
  const extent = l.op('f32x4.convert_i32x4_s', size);
  const edge = mode === CLAMP.clampToEdge;
  const last = edge ? l.with('f32x4.sub', extent, ONE32) : extent;
  const number = edge ? u : l.op('v128.and', u, l.op('f32x4.eq', u, u));
  // Of a NaN and a number, these operations keep the number that comes first.
  const above = l.op('f32x4.pmax', l.words(edge ? 0 : MINUS_ONE32), number);
  const near = l.op('f32x4.floor', l.op('f32x4.pmin', last, above));
  const index = l.with('i32x4.sub', l.with('f32x4.add', near, ROUNDER32), ROUNDER32);
  return edge ? index : l.op('v128.or', index, l.op('v128.not', l.op('i32x4.lt_u', index, size)));
}

/** Normalized coordinates in texels, in f32: scaleCoordinate of sampler.ts. */
export function scaled(l: Lanes, mode: number, s: Local, { words: size }: Extent): Local {
  const extent = l.op('f32x4.convert_i32x4_s', size);
  if (mode === CLAMP.repeat) return l.op('f32x4.mul', l.op('f32x4.sub', s, l.op('f32x4.floor', s)), extent);
  if (mode !== CLAMP.mirror) return l.op('f32x4.mul', s, extent);
  const turns = l.op('f32x4.nearest', l.with('f32x4.mul', s, HALF32));
  const inside = l.with('v128.and', l.op('f32x4.sub', s, l.op('f32x4.add', turns, turns)), MAGNITUDE32);
  return l.op('f32x4.mul', inside, extent);
}

/** Mirrors texel numbers: mirrorTexel of sampler.ts. */
function mirrored(l: Lanes, mode: number, index: Doubles, { doubles: size }: Extent): Doubles {
  const behind = (limit: Local): Doubles => l.both('f64x2.sub', l.both('f64x2.sub', limit, l.double(1)), index);
  if (MIRRORS_ONCE.has(mode)) return l.both('f64x2.pmax', index, behind(l.double(0)));
  if (mode !== CLAMP.mirror) return index;
  const period = l.op('f64x2.mul', l.double(2), size);
  const turns = l.both('f64x2.floor', l.both('f64x2.div', index, period));
  const inPeriod = l.both('f64x2.sub', index, l.both('f64x2.mul', period, turns));
  const last = l.op('f64x2.sub', period, l.double(1));
  return l.both('f64x2.pmin', inPeriod, l.both('f64x2.sub', last, inPeriod));
}

/** As `taps` with a nearest filter that rounds coordinates: roundedTap of sampler.ts. */
export function roundedTexel(l: Lanes, mode: number, u: Doubles, size: Extent): Local {
  const steps = l.both('f64x2.nearest', l.both('f64x2.mul', sane(l, u), l.double(FILTER_STEPS)));
  const index = l.both('f64x2.floor', l.both('f64x2.mul', steps, l.double(1 / FILTER_STEPS)));
  return place(l, isHalfBorder(mode) ? CLAMP.clampToEdge : mode, mirrored(l, mode, index, size), size);
}

/** The texels that coordinates select. */
export function taps(l: Lanes, mode: number, linear: boolean, u: Doubles, size: Extent): Taps {
  const folded = fold(l, mode, sane(l, u), size);
  if (!linear) {
    const index = l.both('f64x2.floor', folded);
    // Half a border is seen by linear filters only.
    return { first: place(l, isHalfBorder(mode) ? CLAMP.clampToEdge : mode, index, size) };
  }
  const steps = l.both('f64x2.nearest', l.both('f64x2.mul', folded, l.double(FILTER_STEPS)));
  const position = l.both('f64x2.sub', l.both('f64x2.mul', steps, l.double(1 / FILTER_STEPS)), l.double(0.5));
  const index = l.both('f64x2.floor', position);
  return {
    first: place(l, mode, index, size),
    second: place(l, mode, l.both('f64x2.add', index, l.double(1)), size),
    fraction: l.both('f64x2.sub', position, index),
  };
}

/** The slice of an array that is nearest to a coordinate, relative to its first one. */
export function nearestSlice(l: Lanes, coordinate: Local, last: Local): Local {
  const slice = l.op('i32x4.trunc_sat_f32x4_s', l.op('f32x4.nearest', coordinate));
  return l.op('i32x4.min_s', l.with('i32x4.max_s', slice, 0), last);
}
