// IMAGE_DESCRIBE and IMAGE_FORMATS: image descriptors are made here, so that the guest's library knows no bit of them.

import { IMAGE_DESCRIPTOR } from '../../../abi/image-descriptor.js';
import { ImageFormats, ImageKind } from '../../../abi/schema.js';
import {
  CHANNEL_ORDER,
  CHANNEL_TYPE,
  NUM_FORMAT,
  type TexelFormat,
  texelFormat,
} from '../../../emulator/image/formats.js';
import { DEFAULT_DESCRIPTORS as descriptors } from '../../../isa/default-set.js';
import type { ImageKind as SurfaceKind } from '../../../isa/descriptors/views.js';
import { required } from '../../../util/required.js';
import { require } from '../../core/errno.js';
import { FAMILY } from '../../device-models.js';
import type { Request, RequestHandler } from '../handler.js';

const SURFACE_ALIGNMENT = 256;
/**
 * The descriptor of a buffer has all bits of its address; buffers over the program's own memory begin where that does.
 */
const BUFFER_ALIGNMENT = 4;
const SURFACE: Readonly<Record<number, SurfaceKind>> = {
  [ImageKind.D1]: '1d',
  /** Only its name: the descriptor of this kind is that of a buffer. */
  [ImageKind.D1_BUFFER]: '1d',
  [ImageKind.D1_ARRAY]: '1dArray',
  [ImageKind.D2]: '2d',
  [ImageKind.D2_ARRAY]: '2dArray',
  [ImageKind.D3]: '3d',
};

/**
 * The format of a kind of image. Buffers have codes for fewer layouts than images: images from buffers have no packed
 * 16 bits.
 */
function formatOf(kind: number, order: number, type: number): TexelFormat | undefined {
  const format = texelFormat(order, type);
  if (!format || kind !== ImageKind.D1_BUFFER) return format;
  return descriptors.buffer.hasFormat(format.data.code) ? format : undefined;
}

/** Sizes within the bounds of DEVICE_INFO. */
function checkSizes(request: Request<'IMAGE_DESCRIBE'>): void {
  const { kind, width, height, depth, array_size } = request;
  const plane = kind === ImageKind.D3 ? FAMILY.image3dMax : FAMILY.image2dMax;
  const row = kind === ImageKind.D1_BUFFER ? FAMILY.imageBufferMax : plane;
  require(width >= 1 && width <= row, `image width ${width}, the limit is ${row}`);
  require(height >= 1 && height <= plane, `image height ${height}, the limit is ${plane}`);
  require(depth >= 1 && depth <= FAMILY.image3dMax, `image depth ${depth}`);
  require(array_size >= 1 && array_size <= FAMILY.imageArrayMax, `image array of ${array_size}`);
}

/** Rows and slices lie one after another: pitches are whole texels and whole rows. */
function checkPitches(request: Request<'IMAGE_DESCRIBE'>, format: TexelFormat): number {
  const { width, height, row_pitch, slice_pitch } = request;
  const pitch = Number(row_pitch) / format.data.bytes;
  require(Number.isInteger(pitch) &&
    pitch >= width, `row pitch ${row_pitch} for ${width} texels of ${format.data.bytes} bytes`);
  require(slice_pitch ===
    row_pitch * BigInt(height), `slice pitch ${slice_pitch} is not ${height} rows of ${row_pitch} bytes`);
  return pitch;
}

export const describeImage: RequestHandler<'IMAGE_DESCRIBE'> = (session, request) => {
  const kind = SURFACE[request.kind];
  require(kind !== undefined, `there is no image kind ${request.kind}`);
  const format = formatOf(request.kind, request.channel_order, request.channel_type);
  require(format !==
    undefined, `no image format of order 0x${request.channel_order.toString(16)}, type 0x${request.channel_type.toString(16)}`);
  checkSizes(request);
  const pitch = checkPitches(request, format);
  const { video } = session.context;
  const { space } = video.memory;
  const [descriptor, surface] = [space.translate(request.descriptor) ?? -1, space.translate(request.surface) ?? -1];
  const bytes = Number(request.slice_pitch) * request.depth * request.array_size;
  require(descriptor % IMAGE_DESCRIPTOR.size === 0 &&
    video.owns(descriptor, IMAGE_DESCRIPTOR.size), `descriptor address 0x${request.descriptor.toString(16)}`);
  const alignment = request.kind === ImageKind.D1_BUFFER ? BUFFER_ALIGNMENT : SURFACE_ALIGNMENT;
  require(surface % alignment === 0 &&
    video.owns(surface, bytes), `surface of ${bytes} bytes at 0x${request.surface.toString(16)}`);
  const base = Number(request.surface);
  const words = new Uint32Array(video.memory.memory.buffer, descriptor, IMAGE_DESCRIPTOR.size / 4).fill(0);
  const { depth, array_size: arraySize, width, height } = request;
  const texels = { dataFormat: format.data.code, numFormat: NUM_FORMAT[format.number], selects: format.selects };
  words.set(
    request.kind === ImageKind.D1_BUFFER
      ? descriptors.buffer.encode({ ...texels, base, records: width, stride: format.data.bytes })
      : descriptors.image.encode({ ...texels, kind, base, width, height, depth, pitch, arraySize }),
  );
  words[IMAGE_DESCRIPTOR.channelType / 4] = request.channel_type;
  words[IMAGE_DESCRIPTOR.channelOrder / 4] = request.channel_order;
  words[IMAGE_DESCRIPTOR.kind / 4] = request.kind;
  words[IMAGE_DESCRIPTOR.arraySize / 4] = arraySize;
  return {};
};

/** Every format of a kind of image that the emulator reads, filters and writes. */
const formatsOf = (kind: number) =>
  Object.values(CHANNEL_ORDER).flatMap((order) =>
    Object.values(CHANNEL_TYPE)
      .filter((type) => formatOf(kind, order, type) !== undefined)
      .map((type) => ({ order, type })),
  );
/** By kind, only for kinds in use: most programs have no images. */
const formats = new Map<number, ReturnType<typeof formatsOf>>();
const KINDS: readonly number[] = Object.values(ImageKind);
const ORDERS = ImageFormats.fields.find(({ name }) => name === 'order');
const ROOM = required(ORDERS, 'field order').size / 4;

function knownFormats(kind: number): ReturnType<typeof formatsOf> {
  const list = formats.get(kind) ?? formatsOf(kind);
  formats.set(kind, list);
  if (list.length > ROOM) throw new RangeError(`${list.length} image formats do not fit into ${ROOM}`);
  return list;
}

export const listImageFormats: RequestHandler<'IMAGE_FORMATS'> = (_session, { kind }) => {
  require(KINDS.includes(kind), `there is no image kind ${kind}`);
  const list = knownFormats(kind);
  return { count: list.length, order: list.map(({ order }) => order), type: list.map(({ type }) => type) };
};
