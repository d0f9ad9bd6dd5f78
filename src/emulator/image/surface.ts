// Kind and layout of the image of a descriptor.
//
// All surfaces are linear. Rows of a level follow one another after `pitch` texels, slices (of an array or of depth)
// after `pitch * height` texels. Mip levels follow the first one, each starting at a multiple of 256 bytes, with a
// pitch equal to their width; that is the convention of this simulator, which its driver and its tests share.

import type { ImageCodec, ImageKind, ImageView } from '../../isa/descriptors/views.js';
import { FaultSignal } from '../faults.js';
import { type DataFormat, dataFormat } from './formats.js';

/** Coordinates that address a texel besides x: y, and z for depth. Slices of arrays come on top. */
export type Dimensions = 1 | 2 | 3;

export interface Surface extends Omit<ImageView, 'kind' | 'code' | 'dataFormat'> {
  readonly dimensions: Dimensions;
  /** Has slices: an array, or a cube seen as an array of faces. */
  readonly layered: boolean;
  readonly cube: boolean;
  readonly format: DataFormat;
}

const LEVEL_ALIGNMENT = 256;

/** The dimensions of a kind, and whether it has slices. Multisampled images are none that kernels access. */
const KINDS: Readonly<Partial<Record<ImageKind, readonly [Dimensions, boolean]>>> = {
  '1d': [1, false],
  '2d': [2, false],
  '3d': [3, false],
  cube: [2, true],
  '1dArray': [1, true],
  '2dArray': [2, true],
};

const unsupported = (detail: string): FaultSignal => new FaultSignal('unsupported', detail);

/**
 * The surface that a descriptor describes. Throws FaultSignal `unsupported` for multisampled images, formats without a
 * plain layout and descriptors that are none.
 *
 * @param words of the descriptor or of its short form
 */
export function surfaceOf(words: ArrayLike<number>, codec: ImageCodec): Surface {
  const view = codec.decode(words);
  const kind = view.kind && KINDS[view.kind];
  if (!kind) {
    throw unsupported(
      view.kind
        ? 'multisampled images exist only in graphics pipelines'
        : `the image descriptor has type ${view.code}, which is not an image`,
    );
  }
  const format = dataFormat(view.dataFormat);
  if (!format) throw unsupported(`texels of data format ${view.dataFormat} have no linear layout in OpenCL`);
  const [dimensions, layered] = kind;
  const { base, width, pitch, baseLevel, lastLevel, minLod, numFormat, selects } = view;
  return {
    dimensions,
    layered,
    cube: view.kind === 'cube',
    base,
    width,
    height: dimensions === 1 ? 1 : view.height,
    depth: dimensions === 3 ? view.depth : 1,
    firstSlice: layered ? view.firstSlice : 0,
    lastSlice: layered ? view.lastSlice : 0,
    pitch,
    baseLevel,
    lastLevel,
    minLod,
    format,
    numFormat,
    selects,
  };
}

/** Size of a level in one direction. */
export const levelSize = (size: number, level: number): number => (level === 0 ? size : Math.max(1, size >>> level));

const levelPitch = (surface: Surface, level: number): number =>
  level === 0 ? surface.pitch : levelSize(surface.width, level);

/** Bytes of all slices of a level. */
function levelBytes(surface: Surface, level: number): number {
  const rows = levelSize(surface.height, level) * levelSize(surface.depth, level);
  return levelPitch(surface, level) * rows * (surface.lastSlice + 1) * surface.format.bytes;
}

/** Bytes from the base of a surface to a level. */
function levelOffset(surface: Surface, level: number): number {
  let offset = 0;
  for (let i = 0; i < level; i++) offset += Math.ceil(levelBytes(surface, i) / LEVEL_ALIGNMENT) * LEVEL_ALIGNMENT;
  return offset;
}

/**
 * Byte address of a texel, or -1 when the coordinates are outside of the level.
 *
 * @param z depth coordinate of a 3D image, else 0
 * @param slice absolute slice number of an array, else 0
 */
export function texelAddress(surface: Surface, level: number, x: number, y: number, z: number, slice: number): number {
  const height = levelSize(surface.height, level);
  const inside =
    level <= surface.lastLevel &&
    x < levelSize(surface.width, level) &&
    y < height &&
    z < levelSize(surface.depth, level) &&
    slice <= surface.lastSlice;
  if (!inside || Math.min(x, y, z, slice) < 0) return -1;
  const row = (slice * levelSize(surface.depth, level) + z) * height + y;
  const index = row * levelPitch(surface, level) + x;
  return surface.base + levelOffset(surface, level) + index * surface.format.bytes;
}

/** Bytes of memory that a surface spans from its base: what a driver has to allocate. */
export const surfaceBytes = (surface: Surface): number =>
  levelOffset(surface, surface.lastLevel) + levelBytes(surface, surface.lastLevel);
