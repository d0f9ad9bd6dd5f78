// Layout of the resource descriptors that kernels hold in scalar registers: V# (buffer), T# (image), S# (sampler). The
// only place where their bits are known. Sources: "Southern Islands Series ISA", tables "Buffer Resource Descriptor",
// "Image Resource Definition" and "Image Sampler Definition"; Mesa's register database (SQ_BUF_RSRC_*, SQ_IMG_*).

/** Bits of a descriptor; a field never crosses a dword. */
export interface DescriptorField {
  readonly dword: number;
  readonly low: number;
  readonly width: number;
}

const at = (dword: number, low: number, width: number): DescriptorField => ({ dword, low, width });

/** V#, 4 dwords. Element size is 2 << field, index stride 8 << field; both matter only to swizzled buffers. */
export const BUFFER_RESOURCE = {
  baseLow: at(0, 0, 32),
  baseHigh: at(1, 0, 16),
  stride: at(1, 16, 14),
  cacheSwizzle: at(1, 30, 1),
  swizzleEnable: at(1, 31, 1),
  /** Bytes when the stride is 0, records of `stride` bytes otherwise. */
  numRecords: at(2, 0, 32),
  /** Four selects of 3 bits: X, Y, Z, W from the lowest. */
  dstSel: at(3, 0, 12),
  numFormat: at(3, 12, 3),
  dataFormat: at(3, 15, 4),
  elementSize: at(3, 19, 2),
  indexStride: at(3, 21, 2),
  addTidEnable: at(3, 23, 1),
  type: at(3, 30, 2),
} as const;

/**
 * T#, 8 dwords; with r128 only the first 4 are given. Sizes, pitch and last slices are stored minus one. On GFX9 the
 * depth of an array is its last slice (Rules.endsArraysByDepth), and the pitch has two bits more.
 */
export const IMAGE_RESOURCE = {
  /** Byte address divided by 256. */
  baseLow: at(0, 0, 32),
  baseHigh: at(1, 0, 8),
  /** Unsigned 4.8 fixed point. */
  minLod: at(1, 8, 12),
  dataFormat: at(1, 20, 6),
  numFormat: at(1, 26, 4),
  width: at(2, 0, 14),
  height: at(2, 14, 14),
  dstSel: at(3, 0, 12),
  baseLevel: at(3, 12, 4),
  lastLevel: at(3, 16, 4),
  tilingIndex: at(3, 20, 5),
  type: at(3, 28, 4),
  depth: at(4, 0, 13),
  /** Texels of a row. */
  pitch: at(4, 13, 14),
  baseArray: at(5, 0, 13),
  lastArray: at(5, 13, 13),
} as const;

/** S#, 4 dwords. */
export const SAMPLER_RESOURCE = {
  clampX: at(0, 0, 3),
  clampY: at(0, 3, 3),
  clampZ: at(0, 6, 3),
  depthCompare: at(0, 12, 3),
  forceUnnormalized: at(0, 15, 1),
  /** Nearest filters take the texel that a coordinate is in; if not, they round it to 1/256 of a texel before. */
  truncCoord: at(0, 27, 1),
  /** Unsigned 4.8 fixed point. */
  minLod: at(1, 0, 12),
  maxLod: at(1, 12, 12),
  /** Signed 5.8 fixed point. */
  lodBias: at(2, 0, 14),
  xyMagFilter: at(2, 20, 2),
  xyMinFilter: at(2, 22, 2),
  zFilter: at(2, 24, 2),
  mipFilter: at(2, 26, 2),
  borderColorPointer: at(3, 0, 12),
  borderColorType: at(3, 30, 2),
} as const;

/** Values of a component select: which memory component (or constant) a destination component gets. */
export const SELECT = {
  zero: 0,
  one: 1,
  /**
   * A code that the hardware reserves: 1 inside of the image, the border's own component outside (CL_Rx, CL_RGx,
   * CL_RGBx).
   */
  oneInside: 2,
  x: 4,
  y: 5,
  z: 6,
  w: 7,
} as const;
/** Whether a component is 1 in every texel of the image. */
export const isOneInside = (select: number): boolean => select === SELECT.one || select === SELECT.oneInside;
/** Whether a component is that of the border color outside of the image; else it is the same constant there. */
export const takesBorder = (select: number): boolean => select >= SELECT.oneInside;
export type SelectName = keyof typeof SELECT;
/** Sources of the destination components X, Y, Z, W. */
export type Selects = readonly [SelectName, SelectName, SelectName, SelectName];
export const IDENTITY_SELECTS: Selects = ['x', 'y', 'z', 'w'];

/** The 12 bits of a dstSel field. */
export const packSelects = (selects: Selects): number =>
  selects.reduce((bits, name, i) => bits | (SELECT[name] << (3 * i)), 0);

/** Values of the T# type field. */
export const IMAGE_TYPE = {
  '1d': 8,
  '2d': 9,
  '3d': 10,
  cube: 11,
  '1dArray': 12,
  '2dArray': 13,
  '2dMsaa': 14,
  '2dMsaaArray': 15,
} as const;
export type ImageKind = keyof typeof IMAGE_TYPE;

/** The pitch of GFX9. */
export const WIDE_PITCH = at(4, 13, 16);

/** Values of the S# clamp fields. */
export const CLAMP = {
  repeat: 0,
  mirror: 1,
  clampToEdge: 2,
  mirrorOnceToEdge: 3,
  clampHalfBorder: 4,
  mirrorOnceHalfBorder: 5,
  clampToBorder: 6,
  mirrorOnceToBorder: 7,
} as const;

/** Tile mode that every surface of the simulator has: rows of texels one after another. */
export const LINEAR_TILING_INDEX = 8;

/** Values of the S# filter fields. */
export const XY_FILTER = { point: 0, linear: 1 } as const;
export const MIP_FILTER = { none: 0, point: 1, linear: 2 } as const;
/** Values of the S# border color type. */
export const BORDER_COLOR = { transparentBlack: 0, opaqueBlack: 1, opaqueWhite: 2, register: 3 } as const;

/** Reads a field from a descriptor's dwords. */
export function readField(words: ArrayLike<number>, field: DescriptorField): number {
  const word = words[field.dword] ?? 0;
  return field.width === 32 ? word >>> 0 : (word >>> field.low) & ((1 << field.width) - 1);
}

/** Writes a field. Throws RangeError when the value does not fit. */
export function writeField(words: Uint32Array, field: DescriptorField, value: number): void {
  if (!Number.isInteger(value) || value < 0 || value >= 2 ** field.width) {
    throw new RangeError(`${value} does not fit into ${field.width} bits of descriptor dword ${field.dword}`);
  }
  const mask = field.width === 32 ? 0xffff_ffff : ((1 << field.width) - 1) << field.low;
  words[field.dword] = (words[field.dword]! & ~mask) | ((value << field.low) & mask);
}

/** Writes several fields, named as in their table. */
function writeFields<T extends Readonly<Record<string, DescriptorField>>>(
  words: Uint32Array,
  table: T,
  values: { readonly [K in keyof T]?: number },
): void {
  for (const [name, value] of Object.entries(values)) writeField(words, table[name]!, value as number);
}

export interface BufferResourceOptions {
  /** Byte address. */
  readonly base: number;
  /** Bytes when stride is 0, records otherwise. */
  readonly records: number;
  readonly stride?: number;
  /** Codes of DATA_FORMAT and NUM_FORMAT, for typed access. */
  readonly dataFormat?: number;
  readonly numFormat?: number;
  readonly selects?: Selects;
  /** Interleaves records: `elementSize` bytes (2, 4, 8, 16) of each of `indexStride` records (8, 16, 32, 64). */
  readonly swizzle?: { readonly elementSize: number; readonly indexStride: number } | undefined;
  readonly addThreadId?: boolean;
}

/** Makes a V#. Throws RangeError when a value does not fit its field. */
export function bufferResource(options: BufferResourceOptions): Uint32Array {
  const words = new Uint32Array(4);
  writeFields(words, BUFFER_RESOURCE, {
    baseLow: options.base % 2 ** 32,
    baseHigh: Math.floor(options.base / 2 ** 32),
    stride: options.stride ?? 0,
    swizzleEnable: options.swizzle ? 1 : 0,
    numRecords: options.records,
    dstSel: packSelects(options.selects ?? IDENTITY_SELECTS),
    numFormat: options.numFormat ?? 0,
    dataFormat: options.dataFormat ?? 0,
    elementSize: options.swizzle ? Math.log2(options.swizzle.elementSize) - 1 : 0,
    indexStride: options.swizzle ? Math.log2(options.swizzle.indexStride) - 3 : 0,
    addTidEnable: options.addThreadId ? 1 : 0,
  });
  return words;
}

export interface ImageResourceOptions {
  readonly kind: ImageKind;
  /** Byte address, a multiple of 256. */
  readonly base: number;
  /** Sizes in texels; missing ones are 1. */
  readonly width: number;
  readonly height?: number;
  readonly depth?: number;
  /** Texels from one row to the next; default: the width. Slices follow one another after `pitch * height` texels. */
  readonly pitch?: number;
  readonly dataFormat: number;
  readonly numFormat: number;
  readonly selects?: Selects;
  /** Number of slices of an array. */
  readonly arraySize?: number;
  /** Number of mip levels. */
  readonly levels?: number;
}

const LAYERED: ReadonlySet<ImageKind> = new Set(['1dArray', '2dArray', 'cube']);

/**
 * Makes a T# of a linear surface, for all generations. Throws RangeError when a value does not fit its field or the
 * base is not aligned.
 */
export function imageResource(options: ImageResourceOptions): Uint32Array {
  const words = new Uint32Array(8);
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

/** The addressing modes of OpenCL 1.2; `none` promises coordinates inside of the image. */
export const ADDRESSING_CLAMP = {
  none: CLAMP.clampToEdge,
  clampToEdge: CLAMP.clampToEdge,
  clamp: CLAMP.clampToBorder,
  repeat: CLAMP.repeat,
  mirroredRepeat: CLAMP.mirror,
} as const;

export interface SamplerResourceOptions {
  readonly normalized: boolean;
  readonly addressing: keyof typeof ADDRESSING_CLAMP;
  readonly filter: 'nearest' | 'linear';
}

/**
 * Makes an S#. The border is transparent black; the image's component selects turn its alpha to 1 where OpenCL wants
 * that.
 */
export function samplerResource(options: SamplerResourceOptions): Uint32Array {
  const words = new Uint32Array(4);
  const clamp = ADDRESSING_CLAMP[options.addressing];
  const filter = options.filter === 'linear' ? XY_FILTER.linear : XY_FILTER.point;
  writeFields(words, SAMPLER_RESOURCE, {
    clampX: clamp,
    clampY: clamp,
    clampZ: clamp,
    forceUnnormalized: options.normalized ? 0 : 1,
    truncCoord: options.filter === 'nearest' ? 1 : 0,
    xyMagFilter: filter,
    xyMinFilter: filter,
    zFilter: options.filter === 'linear' ? MIP_FILTER.linear : MIP_FILTER.point,
    borderColorType: BORDER_COLOR.transparentBlack,
  });
  return words;
}
