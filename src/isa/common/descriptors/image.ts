// T#, the image descriptor of GCN. Sources: "Southern Islands Series ISA", table "Image Resource Definition"; Mesa's
// register database (SQ_IMG_RSRC_*) and radeonsi (`si_make_texture_descriptor`), for GFX9.

import { fieldAt, readField, writeFields } from '../../descriptors/field.js';
import { IDENTITY_SELECTS, packSelects } from '../../descriptors/selects.js';
import type { ImageCodec, ImageKind, ImageResourceOptions, ImageView } from '../../descriptors/views.js';

/**
 * 8 dwords; with r128 only the first 4 are given. Sizes, pitch and last slices are stored minus one. On GFX9 the depth
 * of an array is its last slice, and the pitch has two bits more.
 */
export const IMAGE_RESOURCE = {
  /** Byte address divided by 256. */
  baseLow: fieldAt(0, 0, 32),
  baseHigh: fieldAt(1, 0, 8),
  /** Unsigned 4.8 fixed point. */
  minLod: fieldAt(1, 8, 12),
  dataFormat: fieldAt(1, 20, 6),
  numFormat: fieldAt(1, 26, 4),
  width: fieldAt(2, 0, 14),
  height: fieldAt(2, 14, 14),
  dstSel: fieldAt(3, 0, 12),
  baseLevel: fieldAt(3, 12, 4),
  lastLevel: fieldAt(3, 16, 4),
  tilingIndex: fieldAt(3, 20, 5),
  type: fieldAt(3, 28, 4),
  depth: fieldAt(4, 0, 13),
  /** Texels of a row. */
  pitch: fieldAt(4, 13, 14),
  baseArray: fieldAt(5, 0, 13),
  lastArray: fieldAt(5, 13, 13),
} as const;

/** The pitch of GFX9. */
const WIDE_PITCH = fieldAt(4, 13, 16);

/** Values of the type field. */
const IMAGE_TYPE: Readonly<Record<ImageKind, number>> = {
  '1d': 8,
  '2d': 9,
  '3d': 10,
  cube: 11,
  '1dArray': 12,
  '2dArray': 13,
  '2dMsaa': 14,
  '2dMsaaArray': 15,
};
const KINDS: ReadonlyMap<number, ImageKind> = new Map(
  Object.entries(IMAGE_TYPE).map(([kind, type]) => [type, kind as ImageKind]),
);

/** Tile mode that every surface of the simulator has: rows of texels one after another. */
const LINEAR_TILING_INDEX = 8;

const LAYERED: ReadonlySet<ImageKind> = new Set(['1dArray', '2dArray', 'cube']);
const DWORDS = 8;

/**
 * Makes a T# of a linear surface, for all generations. Throws RangeError when a value does not fit its field or the
 * base is not aligned.
 */
export function imageResource(options: ImageResourceOptions): Uint32Array {
  const words = new Uint32Array(DWORDS);
  const base = options.base / 256;
  const lastArray = (options.arraySize ?? 1) - 1;
  if (!Number.isInteger(base)) throw new RangeError(`image base ${options.base} is not a multiple of 256`);
  writeFields(words, IMAGE_RESOURCE, {
    baseLow: base % 2 ** 32,
    baseHigh: Math.floor(base / 2 ** 32),
    dataFormat: options.dataFormat,
    numFormat: options.numFormat,
    width: options.width - 1,
    height: (options.height ?? 1) - 1,
    dstSel: packSelects(options.selects ?? IDENTITY_SELECTS),
    lastLevel: (options.levels ?? 1) - 1,
    tilingIndex: LINEAR_TILING_INDEX,
    type: IMAGE_TYPE[options.kind],
    depth: LAYERED.has(options.kind) ? lastArray : (options.depth ?? 1) - 1,
    pitch: (options.pitch ?? options.width) - 1,
    lastArray,
  });
  return words;
}

/** @param gfx9 descriptors have the last slice of an array where that of a 3D image has its depth, and a wide pitch */
export function imageCodec(gfx9: boolean): ImageCodec {
  const pitchField = gfx9 ? WIDE_PITCH : IMAGE_RESOURCE.pitch;
  const lastSliceField = gfx9 ? IMAGE_RESOURCE.depth : IMAGE_RESOURCE.lastArray;
  const decode = (words: ArrayLike<number>): ImageView => {
    const get = (name: keyof typeof IMAGE_RESOURCE): number => readField(words, IMAGE_RESOURCE[name]);
    const width = get('width') + 1;
    const code = get('type');
    return {
      kind: KINDS.get(code),
      code,
      base: (get('baseHigh') * 2 ** 32 + get('baseLow')) * 256,
      width,
      height: get('height') + 1,
      depth: get('depth') + 1,
      firstSlice: get('baseArray'),
      lastSlice: Math.max(get('baseArray'), readField(words, lastSliceField)),
      pitch: words.length > DWORDS / 2 ? readField(words, pitchField) + 1 : width,
      baseLevel: get('baseLevel'),
      lastLevel: Math.max(get('baseLevel'), get('lastLevel')),
      minLod: get('minLod') / 256,
      dataFormat: get('dataFormat'),
      numFormat: get('numFormat'),
      selects: get('dstSel'),
    };
  };
  return { dwords: DWORDS, shortDwords: DWORDS / 2, decode, encode: imageResource };
}
