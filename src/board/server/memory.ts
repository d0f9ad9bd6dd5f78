// Buffers on the device, each with a copy of what the program's side knows of it: only what differs goes over.

import { AtollError } from '../../util/errors.js';
import { bytesAt } from '../c-memory.js';
import { changedSpans } from '../differences.js';
import type { BoardDevice } from './device.js';
import { check, create, NULL } from './library.js';

/** Source: CL/cl.h. */
const [READ_WRITE, MAP_READ, REGION] = [1n, 1n, 0x1220];

interface Mirror {
  readonly handle: bigint;
  readonly contents: Buffer;
  /** Sub-buffers up to the end, by their origin. */
  readonly parts: Map<number, bigint>;
}

export class BoardMemory {
  private readonly mirrors = new Map<number, Mirror>();
  /** For buffers that are read in less time than a map of them takes to arrange. */
  private readonly small = Buffer.alloc(128 << 10);
  private total = 0;

  constructor(private readonly device: BoardDevice) {}

  /** @throws AtollError HOST when the device has no room */
  create(buffer: number, size: number): void {
    const { cl, context, queue, facts } = this.device;
    if (this.mirrors.has(buffer)) throw new AtollError('BAD_INPUT', `buffer ${buffer} exists already`);
    if (size > facts.allocation || this.total + size > facts.globalMemory)
      throw new AtollError('HOST', `${facts.name} has no memory for ${size} bytes more than ${this.total}`);
    const name = `clCreateBuffer of ${size} bytes`;
    const handle = create((status) => cl.handle.clCreateBuffer(context, READ_WRITE, BigInt(size), NULL, status), name);
    const zero = Buffer.alloc(1);
    check(cl.clEnqueueFillBuffer(queue, handle, zero, 1n, 0n, BigInt(size), 0, NULL, NULL), 'clEnqueueFillBuffer');
    check(cl.clFinish(queue), 'clFinish');
    this.mirrors.set(buffer, { handle, contents: Buffer.alloc(size), parts: new Map() });
    this.total += size;
  }

  free(buffer: number): void {
    const { handle, contents, parts } = this.find(buffer);
    for (const part of parts.values()) this.device.cl.clReleaseMemObject(part);
    this.device.cl.clReleaseMemObject(handle);
    this.mirrors.delete(buffer);
    this.total -= contents.length;
  }

  private find(buffer: number): Mirror {
    const mirror = this.mirrors.get(buffer);
    if (!mirror) throw new AtollError('BAD_INPUT', `there is no buffer ${buffer}`);
    return mirror;
  }

  /** Contents of a buffer that both sides have. */
  contentsOf(buffer: number): Buffer {
    return this.find(buffer).contents;
  }

  write(buffer: number, offset: number, data: Uint8Array): void {
    const { handle, contents } = this.find(buffer);
    if (!Number.isSafeInteger(offset) || offset < 0 || offset + data.length > contents.length)
      throw new AtollError('BAD_INPUT', `${data.length} bytes at ${offset} are not in a buffer of ${contents.length}`);
    if (data.length === 0) return;
    contents.set(data, offset);
    const { cl, queue } = this.device;
    const bytes = contents.subarray(offset, offset + data.length);
    // The copy stays as it is until the next write to the same place, which comes behind this one in the queue.
    const status = cl.clEnqueueWriteBuffer(queue, handle, 0, BigInt(offset), BigInt(data.length), bytes, 0, NULL, NULL);
    check(status, 'clEnqueueWriteBuffer');
  }

  /** The object that begins at an offset. @throws AtollError UNSUPPORTED where the device cannot have one there */
  part(buffer: number, offset: number): bigint {
    const { handle, contents, parts } = this.find(buffer);
    if (offset === 0) return handle;
    const existing = parts.get(offset);
    if (existing !== undefined) return existing;
    const { cl, facts } = this.device;
    if (offset % facts.alignment !== 0)
      throw new AtollError(
        'UNSUPPORTED',
        `a part of a buffer begins at byte ${offset}, the device requires a multiple of ${facts.alignment}`,
      );
    const region = Buffer.alloc(16);
    region.writeBigUInt64LE(BigInt(offset), 0);
    region.writeBigUInt64LE(BigInt(contents.length - offset), 8);
    const parent = create(
      (status) => cl.handle.clCreateSubBuffer(handle, 0n, REGION, region, status),
      'clCreateSubBuffer',
    );
    parts.set(offset, parent);
    return parent;
  }

  /** Finds what the device has changed of a buffer. @param send gets bytes that are valid during the call */
  changes(buffer: number, send: (offset: number, data: Uint8Array) => void): void {
    const { handle, contents } = this.find(buffer);
    const { cl, queue } = this.device;
    const size = BigInt(contents.length);
    if (contents.length <= this.small.length) {
      const now = this.small.subarray(0, contents.length);
      check(cl.clEnqueueReadBuffer(queue, handle, 1, 0n, size, now, 0, NULL, NULL), 'clEnqueueReadBuffer');
      this.take(now, contents, send);
      return;
    }
    const address = create(
      (status) => cl.handle.clEnqueueMapBuffer(queue, handle, 1, MAP_READ, 0n, size, 0, NULL, NULL, status),
      'clEnqueueMapBuffer',
    );
    this.take(bytesAt(address, contents.length), contents, send);
    check(cl.clEnqueueUnmapMemObject(queue, handle, address, 0, NULL, NULL), 'clEnqueueUnmapMemObject');
  }

  private take(now: Buffer, contents: Buffer, send: (offset: number, data: Uint8Array) => void): void {
    for (const { start, end } of changedSpans(now, contents)) {
      now.copy(contents, start, start, end);
      send(start, contents.subarray(start, end));
    }
  }
}
