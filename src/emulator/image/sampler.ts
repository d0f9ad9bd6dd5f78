// Samplers and their addressing modes: texel-space coordinates to texel numbers. Sources: OpenCL 1.2 section
// 8.2 (the modes that OpenCL has, formula by formula); OpenGL 4.6 section 8.14.2 (the others).

import { CLAMP } from '../../isa/descriptors/sampling.js';
import type { SamplerCodec, SamplerView } from '../../isa/descriptors/views.js';
import { FaultSignal } from '../faults.js';

/** A sampler whose border color is known. */
export interface Sampler extends SamplerView {
  readonly border: readonly number[];
}

/** Decodes a sampler. Throws FaultSignal `unsupported` for border colors from the graphics driver's table. */
export function samplerOf(words: ArrayLike<number>, codec: SamplerCodec): Sampler {
  const view = codec.decode(words);
  const { border } = view;
  if (!border) throw new FaultSignal('unsupported', 'border colors from a table belong to graphics drivers');
  return { ...view, border };
}

/**
 * The texels that one coordinate selects: `first` with weight 1 - fraction, `second` with `fraction`. -1 is the border.
 */
export interface Tap {
  first: number;
  second: number;
  fraction: number;
}

/** Far beyond every image, and small enough that arithmetic on it stays exact. */
const FARTHEST = 2 ** 31;

/** NaN selects texel 0; what is infinite lies far outside. */
const sane = (u: number): number => (Number.isNaN(u) ? 0 : Math.min(Math.max(u, -FARTHEST), FARTHEST));

/** Rounds to the nearest integer, ties to even. */
function rint(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  return rest > 0.5 || (rest === 0.5 && floor % 2 !== 0) ? floor + 1 : floor;
}

/**
 * A normalized coordinate in texels, in the single-precision steps of section 8.2: what repeats is brought into the
 * image before it is scaled.
 */
export function scaleCoordinate(mode: number, s: number, size: number): number {
  if (mode === CLAMP.repeat) return Math.fround(Math.fround(s - Math.floor(s)) * size);
  if (mode === CLAMP.mirror) return Math.fround(Math.abs(Math.fround(s - 2 * rint(0.5 * s))) * size);
  return Math.fround(s * size);
}

/** Filter weights between two texels: 8 bits. */
export const FILTER_STEPS = 256;

/** The part of a mode that works on the coordinate: mirroring, and clamping to half a texel outside. */
function foldCoordinate(mode: number, u: number, size: number): number {
  switch (mode) {
    case CLAMP.mirror:
      return Math.abs(u - 2 * size * rint(u / (2 * size)));
    case CLAMP.mirrorOnceToEdge:
    case CLAMP.mirrorOnceToBorder:
      return Math.abs(u);
    case CLAMP.mirrorOnceHalfBorder:
      return Math.min(Math.abs(u), size);
    case CLAMP.clampHalfBorder:
      return Math.min(Math.max(u, 0), size);
    default:
      return u;
  }
}

/** Modes with a border. */
export const HAS_BORDER: ReadonlySet<number> = new Set([
  CLAMP.clampToBorder,
  CLAMP.mirrorOnceToBorder,
  CLAMP.clampHalfBorder,
  CLAMP.mirrorOnceHalfBorder,
]);

/** The part of a mode that works on the texel number: wrapping, clamping, the border (-1). */
function placeTexel(mode: number, index: number, size: number): number {
  if (mode === CLAMP.repeat) return ((index % size) + size) % size;
  if (index >= 0 && index < size) return index;
  return HAS_BORDER.has(mode) ? -1 : Math.min(Math.max(index, 0), size - 1);
}

/** Modes that mirror at 0 alone. */
export const MIRRORS_ONCE: ReadonlySet<number> = new Set([
  CLAMP.mirrorOnceToEdge,
  CLAMP.mirrorOnceToBorder,
  CLAMP.mirrorOnceHalfBorder,
]);

/** Modes that reach half a texel into the border. */
export const isHalfBorder = (mode: number): boolean =>
  mode === CLAMP.clampHalfBorder || mode === CLAMP.mirrorOnceHalfBorder;

/** The one texel that contains a coordinate. */
export function nearestTap(mode: number, u: number, size: number, tap: Tap): void {
  const index = Math.floor(foldCoordinate(mode, sane(u), size));
  // Half a border is seen by linear filters only.
  tap.first = isHalfBorder(mode) ? Math.min(index, size - 1) : placeTexel(mode, index, size);
  tap.second = tap.first;
  tap.fraction = 0;
}

/** The part of a mode that mirrors, on the texel number. */
function mirrorTexel(mode: number, index: number, size: number): number {
  if (mode === CLAMP.mirror) {
    const inPeriod = index - 2 * size * Math.floor(index / (2 * size));
    return Math.min(inPeriod, 2 * size - 1 - inPeriod);
  }
  return MIRRORS_ONCE.has(mode) ? Math.max(index, -1 - index) : index;
}

/**
 * The same as hardware finds it without TRUNC_COORD: the coordinate is rounded to steps of the filter, and what repeats
 * or mirrors is the texel's number. AMD's device library relies on it: it puts coordinates on the edge of the texel
 * that is meant.
 */
export function roundedTap(mode: number, u: number, size: number, tap: Tap): void {
  const index = mirrorTexel(mode, Math.floor(rint(sane(u) * FILTER_STEPS) / FILTER_STEPS), size);
  tap.first = placeTexel(isHalfBorder(mode) ? CLAMP.clampToEdge : mode, index, size);
  tap.second = tap.first;
  tap.fraction = 0;
}

/** The two texels whose centres surround a coordinate. */
export function linearTap(mode: number, u: number, size: number, tap: Tap): void {
  const position = rint(foldCoordinate(mode, sane(u), size) * FILTER_STEPS) / FILTER_STEPS - 0.5;
  const index = Math.floor(position);
  tap.first = placeTexel(mode, index, size);
  tap.second = placeTexel(mode, index + 1, size);
  tap.fraction = position - index;
}

/** Depth compare functions by their code: reference against texel. */
export const COMPARE: readonly ((reference: number, texel: number) => boolean)[] = [
  () => false,
  (reference, texel) => reference < texel,
  (reference, texel) => reference === texel,
  (reference, texel) => reference <= texel,
  (reference, texel) => reference > texel,
  (reference, texel) => reference !== texel,
  (reference, texel) => reference >= texel,
  () => true,
];
