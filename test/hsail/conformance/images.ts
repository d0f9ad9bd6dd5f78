// Images and samplers in GPU memory as AMD's HSA runtime makes them: an image is a linear surface and a descriptor of
// 12 words, the chip's resource, channel type, channel order and width. Facts: ROCR-Runtime, image_manager_kv.cpp and
// image_lut_kv.cpp.

import { SAMPLER_RESOURCE } from '../../../src/isa/common/descriptors/sampler.js';
import { writeFields } from '../../../src/isa/descriptors/field.js';
import { CLAMP } from '../../../src/isa/descriptors/sampling.js';
import type { Selects } from '../../../src/isa/descriptors/selects.js';
import type { Descriptors, ImageKind } from '../../../src/isa/descriptors/views.js';
import type { CaseImage, CaseSampler } from './cases.js';

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

/** The surface of an image: its elements, row by row. */
export class CaseSurface {
  private readonly order: ChannelOrder;
  readonly pitch: number;

  constructor(private readonly image: CaseImage) {
    this.order = ORDERS[image.channelOrder]!;
    const unit = Math.max(MIN_PITCH, MIN_ROW_BYTES / this.elementBytes);
    this.pitch = this.isBuffer ? image.width : Math.ceil(image.width / unit) * unit;
  }

  /** True if the runtime has images of this format. */
  static supports({ channelOrder, channelType, geometry }: CaseImage): boolean {
    const isBuffer = geometry === BUFFER;
    if (isBuffer && (channelOrder === STANDARD_RGB || [5, 6].includes(channelType))) return false;
    return ORDERS[channelOrder]?.types.includes(channelType) ?? false;
  }

  private get isBuffer(): boolean {
    return this.image.geometry === BUFFER;
  }

  private get elementBytes(): number {
    const { components } = this.order;
    return TYPES[this.image.channelType]![1] * components;
  }

  private get slices(): number {
    return Math.max(this.image.depth, this.image.arraySize, 1);
  }

  contents(): Uint8Array {
    const { width, height, initial, regions } = this.image;
    const rows = Math.max(height, 1);
    const size = this.elementBytes;
    const bytes = new Uint8Array(this.pitch * rows * this.slices * size);
    const placeOf = (x: number, y: number, z: number): number => ((z * rows + y) * this.pitch + x) * size;
    const element = initial.subarray(0, size);
    if (element.length > 0)
      for (let row = 0; row < rows * this.slices; row++)
        for (let x = 0; x < width; x++) bytes.set(element, (row * this.pitch + x) * size);
    for (const { offset, size: range, bytes: data } of regions)
      for (let z = 0, at = 0; z < range[2]; z++)
        for (let y = 0; y < range[1]; y++, at += range[0] * size)
          bytes.set(data.subarray(at, at + range[0] * size), placeOf(offset[0], offset[1] + y, offset[2] + z));
    return bytes;
  }

  descriptor({ image, buffer }: Descriptors, base: number): Uint32Array {
    const { geometry, channelOrder, channelType, width, height, depth, arraySize } = this.image;
    const numFormat = channelOrder === STANDARD_RGB ? SRGB : TYPES[channelType]![0];
    const dataFormat = PACKED[channelType] ?? FORMATS[TYPES[channelType]![1]]![this.order.components]!;
    const words = new Uint32Array(WORDS);
    const common = { base, dataFormat, numFormat, selects: this.order.selects };
    const kind = KINDS[geometry];
    words.set(
      kind === undefined
        ? buffer.encode({ ...common, stride: this.elementBytes, records: width * this.elementBytes })
        : image.encode({ ...common, kind, width, height, depth, arraySize, pitch: this.pitch }),
    );
    words.set([channelType, channelOrder, width], 8);
    return words;
  }
}

const CLAMPS = [CLAMP.repeat, CLAMP.clampToEdge, CLAMP.clampToBorder, CLAMP.repeat, CLAMP.mirror];

export function samplerDescriptor({ coordinates, filter, addressing }: CaseSampler): Uint32Array {
  const words = new Uint32Array(8);
  const clamp = CLAMPS[addressing]!;
  writeFields(words, SAMPLER_RESOURCE, {
    clampX: clamp,
    clampY: clamp,
    clampZ: clamp,
    forceUnnormalized: coordinates === 0 ? 1 : 0,
    maxLod: 4095,
    xyMagFilter: filter,
    xyMinFilter: filter,
  });
  return words;
}
