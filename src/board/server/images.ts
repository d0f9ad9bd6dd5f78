// Images on the device. The guest has them in rows of its own memory, which both sides keep a copy of; the device has
// them as it likes. Those of a buffer are views of it on the device, too.

import { texelFormat } from '../../emulator/image/formats.js';
import { AtollError } from '../../util/errors.js';
import { changedSpans } from '../differences.js';
import { type BoardArgument, IMAGE_OF_BUFFER, type ImageShape } from '../protocol.js';
import type { BoardDevice } from './device.js';
import { check, create, handles, NULL } from './library.js';
import type { BoardMemory } from './memory.js';

type ImageArgument = Extract<BoardArgument, { is: 'image' }>;

const READ_WRITE = 1n;
/** cl_mem_object_type. Source: CL/cl.h. */
const [IMAGE_3D, IMAGE_2D_ARRAY, IMAGE_1D_ARRAY] = [0x10f2, 0x10f3, 0x10f5];

interface DeviceImage {
  readonly handle: bigint;
  readonly buffer: number;
  readonly shape: ImageShape;
  readonly offset: number;
  /** Contents on the device, in the guest's rows. */
  readonly contents: Buffer;
  /** It holds nothing yet. */
  fresh: boolean;
}

/** Bytes in the guest's memory. */
const bytesOf = ({ rowPitch, slicePitch, height, depth, arraySize, width, pixelBytes }: ImageShape): number => {
  const slices = Math.max(depth, arraySize, 1);
  return (slices - 1) * slicePitch + (Math.max(height, 1) - 1) * rowPitch + width * pixelBytes;
};

/** The device goes by the format, the copies by these numbers: both have to say the same. */
function checkShape({ order, dataType, pixelBytes, width, height, rowPitch, slicePitch }: ImageShape): void {
  const texelBytes = texelFormat(order, dataType)?.data.bytes;
  if (texelBytes !== pixelBytes)
    throw new AtollError(
      'BAD_INPUT',
      `an image of ${pixelBytes} bytes a pixel, where its format has ${texelBytes ?? 'none'}`,
    );
  if (rowPitch < width * pixelBytes || slicePitch < rowPitch * Math.max(height, 1))
    throw new AtollError('BAD_INPUT', `rows of ${width} pixels in ${rowPitch} bytes, slices in ${slicePitch}`);
}

/** clEnqueue*Image's region. */
function regionOf({ type, width, height, depth, arraySize }: ImageShape): Buffer {
  const second = type === IMAGE_1D_ARRAY ? arraySize : Math.max(height, 1);
  const third = type === IMAGE_3D ? depth : type === IMAGE_2D_ARRAY ? arraySize : 1;
  return handles([BigInt(width), BigInt(second), BigInt(third)]);
}

/** The pitches as the device's calls take them: rows of a one-dimensional array are its slices. */
function pitchesOf({ type, rowPitch, slicePitch }: ImageShape): [bigint, bigint] {
  const layered = type === IMAGE_3D || type === IMAGE_2D_ARRAY;
  if (type === IMAGE_1D_ARRAY) return [BigInt(slicePitch), BigInt(slicePitch)];
  return [BigInt(rowPitch), layered ? BigInt(slicePitch) : 0n];
}

/** True if an argument is an image whose changes are those of its buffer. */
export const isView = ({ shape }: ImageArgument): boolean => shape.type === IMAGE_OF_BUFFER;

const ORIGIN = handles([0n, 0n, 0n]);

/** The arguments, behind queue and image, of a blocking transfer of all texels. */
function transferOf({ shape, contents }: Pick<DeviceImage, 'shape' | 'contents'>) {
  const [row, slice] = pitchesOf(shape);
  return [1, ORIGIN, regionOf(shape), row, slice, contents, 0, NULL, NULL] as const;
}

export class BoardImages {
  private readonly images = new Map<string, DeviceImage>();
  /** Those that a kernel has written: others in the same buffer may be older than it. */
  private changed = new Set<DeviceImage>();

  constructor(
    private readonly device: BoardDevice,
    private readonly memory: BoardMemory,
  ) {}

  /** A buffer has gone: its images have, too. */
  forget(buffer: number): void {
    for (const [key, image] of this.images) {
      if (image.buffer !== buffer) continue;
      this.device.cl.clReleaseMemObject(image.handle);
      this.images.delete(key);
    }
  }

  /** The image, with what the guest has written. */
  upload(argument: ImageArgument): bigint {
    const image = this.find(argument);
    if (isView(argument)) return image.handle;
    const { cl, queue } = this.device;
    const now = this.bytes(image);
    if (!image.fresh && Buffer.compare(now, image.contents) === 0) return image.handle;
    image.fresh = false;
    now.copy(image.contents);
    const status = cl.clEnqueueWriteImage(queue, image.handle, ...transferOf(image));
    check(status, 'clEnqueueWriteImage');
    return image.handle;
  }

  /** Takes what a kernel has written. */
  fetch(argument: ImageArgument): void {
    const image = this.find(argument);
    const { cl, queue } = this.device;
    const status = cl.clEnqueueReadImage(queue, image.handle, ...transferOf(image));
    check(status, 'clEnqueueReadImage');
    this.changed.add(image);
  }

  /** Reports what images have changed of the buffers that they are in. */
  reportChanges(send: (buffer: number, offset: number, data: Uint8Array) => void): void {
    for (const image of this.changed) {
      const contents = this.bytes(image);
      for (const { start, end } of changedSpans(image.contents, contents)) {
        const data = image.contents.subarray(start, end);
        this.memory.write(image.buffer, image.offset + start, data);
        send(image.buffer, image.offset + start, data);
      }
    }
    this.changed = new Set();
  }

  private bytes({ buffer, offset, contents }: DeviceImage): Buffer {
    return this.memory.contentsOf(buffer).subarray(offset, offset + contents.length);
  }

  private find({ buffer, offset, shape }: ImageArgument): DeviceImage {
    const key = JSON.stringify([buffer, offset, shape]);
    const existing = this.images.get(key);
    if (existing) return existing;
    const { cl, context, facts } = this.device;
    if (!facts.images) throw new AtollError('UNSUPPORTED', `${facts.name} has no images`);
    checkShape(shape);
    const bytes = bytesOf(shape);
    if (!(offset >= 0 && bytes > 0 && offset + bytes <= this.memory.contentsOf(buffer).length))
      throw new AtollError('BAD_INPUT', `an image of ${bytes} bytes at ${offset} is not in its buffer`);
    const format = Buffer.alloc(8);
    format.writeUInt32LE(shape.order, 0);
    format.writeUInt32LE(shape.dataType, 4);
    const behind = shape.type === IMAGE_OF_BUFFER ? this.memory.part(buffer, offset) : NULL;
    const sizes = [shape.type, shape.width, shape.height, shape.depth, shape.arraySize, 0, 0, 0].map(BigInt);
    // cl_image_desc: type, width, height, depth, array size, row and slice pitch, two u32 of levels and samples, and a
    // buffer.
    const description = handles([...sizes, behind]);
    const [order, type] = [shape.order, shape.dataType].map((number) => `0x${number.toString(16)}`);
    const name = `clCreateImage of ${shape.width} x ${shape.height} x ${shape.depth}, channel order ${order} and type ${type}`;
    const handle = create(
      (status) => cl.handle.clCreateImage(context, READ_WRITE, format, description, NULL, status),
      name,
    );
    const image = { handle, buffer, shape, offset, contents: Buffer.alloc(behind === NULL ? bytes : 0), fresh: true };
    this.images.set(key, image);
    return image;
  }
}
