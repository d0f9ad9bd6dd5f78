// Texel formats: the data and number formats of descriptors, and which OpenCL image formats they make.
// Sources: "Southern Islands Series ISA", tables "Data format" and "Numeric format"; OpenCL 1.2 section 5.3.1.1.

import { IDENTITY_SELECTS, type Selects } from '../../isa/descriptors/selects.js';

/** Layout of a texel: widths of its components from the lowest bit up. */
export interface DataFormat {
  readonly code: number;
  readonly name: string;
  readonly bytes: number;
  readonly widths: readonly number[];
  /** Exponent shared by the first three components. */
  readonly sharedExponent?: true;
}

const format = (
  code: number,
  name: string,
  widths: readonly number[],
  extra?: { sharedExponent: true },
): DataFormat => ({
  code,
  name,
  bytes: widths.reduce((sum, width) => sum + width, 0) / 8,
  widths,
  ...extra,
});

/** Every data format with a plain layout. Names are the manual's: highest component first. */
export const DATA_FORMATS: readonly DataFormat[] = [
  format(1, '8', [8]),
  format(2, '16', [16]),
  format(3, '8_8', [8, 8]),
  format(4, '32', [32]),
  format(5, '16_16', [16, 16]),
  format(6, '10_11_11', [11, 11, 10]),
  format(7, '11_11_10', [10, 11, 11]),
  format(8, '10_10_10_2', [2, 10, 10, 10]),
  format(9, '2_10_10_10', [10, 10, 10, 2]),
  format(10, '8_8_8_8', [8, 8, 8, 8]),
  format(11, '32_32', [32, 32]),
  format(12, '16_16_16_16', [16, 16, 16, 16]),
  format(13, '32_32_32', [32, 32, 32]),
  format(14, '32_32_32_32', [32, 32, 32, 32]),
  format(16, '5_6_5', [5, 6, 5]),
  format(17, '1_5_5_5', [5, 5, 5, 1]),
  format(18, '5_5_5_1', [1, 5, 5, 5]),
  format(19, '4_4_4_4', [4, 4, 4, 4]),
  format(20, '8_24', [24, 8]),
  format(21, '24_8', [8, 24]),
  format(34, '5_9_9_9', [9, 9, 9, 5], { sharedExponent: true }),
  format(57, '4_4', [4, 4]),
  format(58, '6_5_5', [5, 5, 6]),
];

const BY_CODE: readonly (DataFormat | undefined)[] = Array.from({ length: 64 }, (_, code) =>
  DATA_FORMATS.find((candidate) => candidate.code === code),
);
const BY_NAME: ReadonlyMap<string, DataFormat> = new Map(DATA_FORMATS.map((entry) => [entry.name, entry]));

/** The format with a code; undefined for codes without a plain layout (compressed, FMASK, subsampled, invalid). */
export const dataFormat = (code: number): DataFormat | undefined => BY_CODE[code];

/** The format with a name; throws RangeError when there is none. */
export function dataFormatNamed(name: string): DataFormat {
  const format = BY_NAME.get(name);
  if (!format) throw new RangeError(`there is no data format ${name}`);
  return format;
}

/** Number formats of components. Buffers support the first eight. */
export const NUM_FORMAT = {
  unorm: 0,
  snorm: 1,
  uscaled: 2,
  sscaled: 3,
  uint: 4,
  sint: 5,
  snormOgl: 6,
  float: 7,
  srgb: 9,
  ubnorm: 10,
  ubnormOgl: 11,
  ubint: 12,
  ubscaled: 13,
} as const;
export type NumFormatName = keyof typeof NUM_FORMAT;

/** Values of cl_channel_order and cl_channel_type (CL/cl.h of OpenCL 1.2). */
export const CHANNEL_ORDER = {
  R: 0x10b0,
  A: 0x10b1,
  RG: 0x10b2,
  RA: 0x10b3,
  RGB: 0x10b4,
  RGBA: 0x10b5,
  BGRA: 0x10b6,
  ARGB: 0x10b7,
  INTENSITY: 0x10b8,
  LUMINANCE: 0x10b9,
  Rx: 0x10ba,
  RGx: 0x10bb,
  RGBx: 0x10bc,
} as const;
export const CHANNEL_TYPE = {
  SNORM_INT8: 0x10d0,
  SNORM_INT16: 0x10d1,
  UNORM_INT8: 0x10d2,
  UNORM_INT16: 0x10d3,
  UNORM_SHORT_565: 0x10d4,
  UNORM_SHORT_555: 0x10d5,
  UNORM_INT_101010: 0x10d6,
  SIGNED_INT8: 0x10d7,
  SIGNED_INT16: 0x10d8,
  SIGNED_INT32: 0x10d9,
  UNSIGNED_INT8: 0x10da,
  UNSIGNED_INT16: 0x10db,
  UNSIGNED_INT32: 0x10dc,
  HALF_FLOAT: 0x10dd,
  FLOAT: 0x10de,
} as const;
export type ChannelOrderName = keyof typeof CHANNEL_ORDER;
export type ChannelTypeName = keyof typeof CHANNEL_TYPE;

/** Bits of a channel and its number format. */
const TYPES: Readonly<Partial<Record<ChannelTypeName, readonly [bits: number, number: NumFormatName]>>> = {
  SNORM_INT8: [8, 'snorm'],
  SNORM_INT16: [16, 'snorm'],
  UNORM_INT8: [8, 'unorm'],
  UNORM_INT16: [16, 'unorm'],
  SIGNED_INT8: [8, 'sint'],
  SIGNED_INT16: [16, 'sint'],
  SIGNED_INT32: [32, 'sint'],
  UNSIGNED_INT8: [8, 'uint'],
  UNSIGNED_INT16: [16, 'uint'],
  UNSIGNED_INT32: [32, 'uint'],
  HALF_FLOAT: [16, 'float'],
  FLOAT: [32, 'float'],
};

/**
 * Number of channels in memory, and where each component of a texel comes from (OpenCL 1.2 table 5.6 and section
 * 8.3.1). Orders with x have an alpha of 1, but of 0 in the border (section 6.12.14.3).
 */
const ORDERS: Readonly<Partial<Record<ChannelOrderName, readonly [channels: 1 | 2 | 4, selects: Selects]>>> = {
  R: [1, ['x', 'zero', 'zero', 'one']],
  Rx: [1, ['x', 'zero', 'zero', 'oneInside']],
  A: [1, ['zero', 'zero', 'zero', 'x']],
  INTENSITY: [1, ['x', 'x', 'x', 'x']],
  LUMINANCE: [1, ['x', 'x', 'x', 'one']],
  RG: [2, ['x', 'y', 'zero', 'one']],
  RGx: [2, ['x', 'y', 'zero', 'oneInside']],
  RA: [2, ['x', 'zero', 'zero', 'y']],
  RGBA: [4, IDENTITY_SELECTS],
  BGRA: [4, ['z', 'y', 'x', 'w']],
  ARGB: [4, ['y', 'z', 'w', 'x']],
};

/** Packed formats of the orders RGB and RGBx: OpenCL has red in the highest bits. */
const PACKED: Readonly<Partial<Record<ChannelTypeName, string>>> = {
  UNORM_SHORT_565: '5_6_5',
  UNORM_SHORT_555: '1_5_5_5',
  UNORM_INT_101010: '2_10_10_10',
};
const PACKED_ORDERS: Readonly<Partial<Record<ChannelOrderName, Selects>>> = {
  RGB: ['z', 'y', 'x', 'one'],
  RGBx: ['z', 'y', 'x', 'oneInside'],
};

/** Descriptor encoding of an OpenCL image format. */
export interface TexelFormat {
  readonly data: DataFormat;
  readonly number: NumFormatName;
  readonly selects: Selects;
}

const ORDER_NAMES: ReadonlyMap<number, ChannelOrderName> = new Map(
  Object.entries(CHANNEL_ORDER).map(([name, value]) => [value, name as ChannelOrderName]),
);
const TYPE_NAMES: ReadonlyMap<number, ChannelTypeName> = new Map(
  Object.entries(CHANNEL_TYPE).map(([name, value]) => [value, name as ChannelTypeName]),
);

/**
 * The texel format of an OpenCL image format, or undefined when OpenCL does not allow the combination.
 *
 * @param order cl_channel_order
 * @param type cl_channel_type
 */
export function texelFormat(order: number, type: number): TexelFormat | undefined {
  const orderName = ORDER_NAMES.get(order);
  const typeName = TYPE_NAMES.get(type);
  if (!orderName || !typeName) return undefined;
  const packed = PACKED[typeName];
  if (packed) {
    const selects = PACKED_ORDERS[orderName];
    return selects && { data: dataFormatNamed(packed), number: 'unorm', selects };
  }
  const channel = TYPES[typeName];
  const layout = ORDERS[orderName];
  if (!channel || !layout || !allowed(orderName, typeName)) return undefined;
  const [bits, number] = channel;
  const data = dataFormatNamed(Array<number>(layout[0]).fill(bits).join('_'));
  return { data, number, selects: layout[1] };
}

const NORMALIZED_OR_FLOAT = new Set<ChannelTypeName>([
  'UNORM_INT8',
  'UNORM_INT16',
  'SNORM_INT8',
  'SNORM_INT16',
  'HALF_FLOAT',
  'FLOAT',
]);
const BYTES = new Set<ChannelTypeName>(['UNORM_INT8', 'SNORM_INT8', 'SIGNED_INT8', 'UNSIGNED_INT8']);

/** OpenCL 1.2 table 5.6: intensity and luminance are never integers; ARGB and BGRA have channels of one byte. */
function allowed(order: ChannelOrderName, type: ChannelTypeName): boolean {
  if (order === 'INTENSITY' || order === 'LUMINANCE') return NORMALIZED_OR_FLOAT.has(type);
  if (order === 'ARGB' || order === 'BGRA') return BYTES.has(type);
  return true;
}
