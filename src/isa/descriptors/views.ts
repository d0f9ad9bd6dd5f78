// Resource descriptors as values without bits: what engines, checks and drivers read of buffers, images and samplers,
// and what they state to have a descriptor made. Each instruction set encodes and decodes its own (Isa.descriptors).

import type { ADDRESSING_CLAMP } from './sampling.js';
import type { Selects } from './selects.js';

/** A buffer descriptor. */
export interface BufferView {
  /** Byte address. */
  readonly base: number;
  /** Bytes of a record; 0 for raw buffers. */
  readonly stride: number;
  /** Bytes when the stride is 0, records otherwise. */
  readonly records: number;
  /** Elements of several records are interleaved. */
  readonly swizzled: boolean;
  /** The lane number is added to the record number. */
  readonly addsLane: boolean;
  /** A code of the data formats of texels. */
  readonly dataFormat: number;
  readonly numFormat: number;
  /** Packed component selects (selects.ts). */
  readonly selects: number;
}

/** Kinds of images. */
export type ImageKind = '1d' | '2d' | '3d' | 'cube' | '1dArray' | '2dArray' | '2dMsaa' | '2dMsaaArray';

/** An image descriptor. */
export interface ImageView {
  /** Undefined when the descriptor is none of an image; `code` is its type then. */
  readonly kind: ImageKind | undefined;
  readonly code: number;
  /** Byte address of the first level. */
  readonly base: number;
  /** Sizes in texels, whatever the kind has of them. */
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  /** Slices that shaders may address. */
  readonly firstSlice: number;
  readonly lastSlice: number;
  /** Texels of a row. */
  readonly pitch: number;
  readonly baseLevel: number;
  readonly lastLevel: number;
  /** Lower bound of the level of detail. */
  readonly minLod: number;
  readonly dataFormat: number;
  readonly numFormat: number;
  readonly selects: number;
}

/** A sampler descriptor. */
export interface SamplerView {
  /** Values of CLAMP for x, y, z. */
  readonly clamp: readonly [number, number, number];
  readonly unnormalized: boolean;
  /** Nearest filters do not round coordinates. */
  readonly truncates: boolean;
  /** Index of the depth compare function: never, <, =, <=, >, !=, >=, always. */
  readonly depthCompare: number;
  readonly minLod: number;
  readonly maxLod: number;
  readonly lodBias: number;
  readonly magLinear: boolean;
  readonly minLinear: boolean;
  /** Filter in z where it differs from that in x and y. */
  readonly zLinear: boolean | undefined;
  /** Value of MIP_FILTER. */
  readonly mipFilter: number;
  /** Components X, Y, Z, W of texels outside of the image, each 0 or 1; undefined for colors from a driver's table. */
  readonly border: readonly number[] | undefined;
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

export interface SamplerResourceOptions {
  readonly normalized: boolean;
  readonly addressing: keyof typeof ADDRESSING_CLAMP;
  readonly filter: 'nearest' | 'linear';
}

/** One kind of descriptor in an instruction set. */
interface DescriptorCodec<View, Options> {
  /** Scalar registers that hold one. */
  readonly dwords: number;
  decode(words: ArrayLike<number>): View;
  /** @throws RangeError when a value does not fit its field */
  encode(options: Options): Uint32Array;
}

export interface BufferCodec extends DescriptorCodec<BufferView, BufferResourceOptions> {
  /** True if buffers can have a data format: they have codes for fewer of them than images. */
  hasFormat(dataFormat: number): boolean;
}

export interface ImageCodec extends DescriptorCodec<ImageView, ImageResourceOptions> {
  /** Scalar registers of the short form, which has no slices and no pitch. */
  readonly shortDwords: number;
}

export type SamplerCodec = DescriptorCodec<SamplerView, SamplerResourceOptions>;

/** The resource descriptors of an instruction set. */
export interface Descriptors {
  readonly buffer: BufferCodec;
  readonly image: ImageCodec;
  readonly sampler: SamplerCodec;
}
