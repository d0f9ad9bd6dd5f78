// HSAIL's images in memory as AMD's HSA runtime makes them: a linear surface, and a descriptor of 12 words: the chip's
// resource, channel type, channel order and width. Facts: ROCR-Runtime, image_manager_kv.cpp and image_lut_kv.cpp.

import { BUFFER_RESOURCE, bufferResource } from '../common/descriptors/buffer.js';
import { IMAGE_RESOURCE, imageResource } from '../common/descriptors/image.js';
import type { Selects } from '../descriptors/selects.js';
import type { ImageKind } from '../descriptors/views.js';

const UNORM = 0;
const SNORM = 1;
const UINT = 4;
const SINT = 5;
const FLOAT = 7;
const SRGB = 9;

/** Numbers of channel types: code of the format, and bytes of a component or of a packed element. */
const TYPES: Readonly<Record<number, readonly [number: number, bytes: number]>> = {
  0: [SNORM, 1],
  1: [SNORM, 2],
  2: [UNORM, 1],
  3: [UNORM, 2],
  5: [UNORM, 2],
  6: [UNORM, 2],
  7: [UNORM, 4],
  8: [SINT, 1],
  9: [SINT, 2],
  10: [SINT, 4],
  11: [UINT, 1],
  12: [UINT, 2],
  13: [UINT, 4],
  14: [FLOAT, 2],
  15: [FLOAT, 4],
};
/** Data formats by the bytes of components and their number. */
const FORMATS: Readonly<Record<number, Readonly<Record<number, number>>>> = {
  1: { 1: 1, 2: 3, 4: 10 },
  2: { 1: 2, 2: 5, 4: 12 },
  4: { 1: 4, 2: 11, 4: 14 },
};
/** Data formats of types whose components are not bytes. */
const PACKED: Readonly<Record<number, number>> = { 5: 17, 6: 16, 7: 9 };
/** Packed types that buffers have not. */
const NO_BUFFERS = [5, 6];

const ALL = [0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15];
const BYTES = [0, 2, 8, 11];
const NO_INTEGERS = [0, 1, 2, 3, 14, 15];

interface ChannelOrder {
  readonly components: number;
  readonly selects: Selects;
  readonly types: readonly number[];
}

/** Orders that the runtime supports. */
const ORDERS: Readonly<Record<number, ChannelOrder>> = {
  0: { components: 1, selects: ['zero', 'zero', 'zero', 'x'], types: ALL },
  1: { components: 1, selects: ['x', 'zero', 'zero', 'one'], types: ALL },
  3: { components: 2, selects: ['x', 'y', 'zero', 'one'], types: ALL },
  5: { components: 2, selects: ['x', 'zero', 'zero', 'y'], types: ALL },
  6: { components: 1, selects: ['z', 'y', 'x', 'one'], types: [5, 6, 7] },
  8: { components: 4, selects: ['x', 'y', 'z', 'w'], types: ALL },
  9: { components: 4, selects: ['z', 'y', 'x', 'w'], types: BYTES },
  10: { components: 4, selects: ['y', 'z', 'w', 'x'], types: BYTES },
  14: { components: 4, selects: ['x', 'y', 'z', 'w'], types: [2] },
  16: { components: 1, selects: ['x', 'x', 'x', 'x'], types: NO_INTEGERS },
  17: { components: 1, selects: ['x', 'x', 'x', 'one'], types: NO_INTEGERS },
  18: { components: 1, selects: ['x', 'zero', 'zero', 'zero'], types: [3, 15] },
};
const STANDARD_RGB = 14;

const KINDS: readonly (ImageKind | undefined)[] = ['1d', '2d', '3d', '1dArray', '2dArray', undefined, '2d', '2dArray'];
const BUFFER = 5;
/** Elements and bytes that rows are multiples of. */
const MIN_PITCH = 64;
const MIN_ROW_BYTES = 256;
const WORDS = 12;
const CHANNEL_WORDS = 8;

/** Of descriptors and of surfaces. */
export const IMAGE_ALIGNMENT = { descriptor: 16, surface: 256 } as const;
const MAX_SURFACE_BYTES = 2 ** 27;

/** Properties by the codes of BRIG; sizes that a geometry has not are 0 or 1. */
export interface ImageProperties {
  readonly geometry: number;
  readonly channelOrder: number;
  readonly channelType: number;
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly arraySize: number;
}

export interface ImageLayout {
  readonly elementBytes: number;
  /** Elements of a row. */
  readonly pitch: number;
  readonly rows: number;
  readonly slices: number;
  readonly surfaceBytes: number;
}

const isBuffer = ({ geometry }: ImageProperties): boolean => geometry === BUFFER;

/** True if the runtime has images of this format. */
export function hasImageFormat(image: ImageProperties): boolean {
  const { channelOrder, channelType } = image;
  if (isBuffer(image) && (channelOrder === STANDARD_RGB || NO_BUFFERS.includes(channelType))) return false;
  return ORDERS[channelOrder]?.types.includes(channelType) ?? false;
}

/** Of an image with a format of the runtime. */
export function imageLayout(image: ImageProperties): ImageLayout {
  const elementBytes = TYPES[image.channelType]![1] * ORDERS[image.channelOrder]!.components;
  const unit = Math.max(MIN_PITCH, MIN_ROW_BYTES / elementBytes);
  const pitch = isBuffer(image) ? image.width : Math.ceil(image.width / unit) * unit;
  const rows = Math.max(image.height, 1);
  const slices = Math.max(image.depth, image.arraySize, 1);
  return { elementBytes, pitch, rows, slices, surfaceBytes: pitch * rows * slices * elementBytes };
}

/** Problem of an image that a program itself describes; undefined if there is none. */
export function imageProblem(image: ImageProperties): string | undefined {
  if (!hasImageFormat(image)) return "its channel order and channel type are no format of AMD's runtime";
  const { width, height, depth } = IMAGE_RESOURCE;
  const limits = isBuffer(image)
    ? []
    : ([
        ['width', image.width, width],
        ['height', image.height, height],
        ['depth', image.depth, depth],
        ['array', image.arraySize, depth],
      ] as const);
  for (const [name, size, field] of limits)
    if (size > 2 ** field.width) return `its ${name} of ${size} exceeds ${2 ** field.width}`;
  const { surfaceBytes } = imageLayout(image);
  return surfaceBytes > MAX_SURFACE_BYTES
    ? `its elements take ${surfaceBytes} bytes, more than ${MAX_SURFACE_BYTES}`
    : undefined;
}

/** @param base address of the surface */
export function imageWords(image: ImageProperties, base: number): Uint32Array {
  const { channelOrder, channelType, width, height, depth, arraySize } = image;
  const { components, selects } = ORDERS[channelOrder]!;
  const [number, bytes] = TYPES[channelType]!;
  const numFormat = channelOrder === STANDARD_RGB ? SRGB : number;
  const dataFormat = PACKED[channelType] ?? FORMATS[bytes]![components]!;
  const { elementBytes, pitch } = imageLayout(image);
  const words = new Uint32Array(WORDS);
  const common = { base, dataFormat, numFormat, selects };
  const kind = KINDS[image.geometry];
  words.set(
    kind === undefined
      ? bufferResource({ ...common, stride: elementBytes, records: width * elementBytes })
      : imageResource({ ...common, kind, width, height, depth, arraySize, pitch }),
  );
  words.set([channelType, channelOrder, width], CHANNEL_WORDS);
  return words;
}

/** A descriptor whose surface has no address yet. */
export interface UnplacedImage {
  readonly words: Uint32Array;
  /**
   * Place of the 64 bits of the address, from the descriptor's begin: a resource of an image has them without the
   * low 8 bits, which are 0 and come into the byte before.
   */
  readonly addressPlace: number;
  /** Upper 16 bits of those 64. */
  readonly upper: number;
}

export function unplacedImage(image: ImageProperties): UnplacedImage {
  const words = imageWords(image, 0);
  const { baseHigh } = isBuffer(image) ? BUFFER_RESOURCE : IMAGE_RESOURCE;
  return {
    words,
    addressPlace: isBuffer(image) ? 0 : -1,
    upper: (words[baseHigh.dword]! >>> baseHigh.width) & 0xffff,
  };
}
