// Video memory of a machine without a guest.

import { VRAM_BASE, VRAM_SIZE } from '../abi/memory-map.js';
import { Allocator } from '../driver/core/allocator.js';
import { type GpuMemory, PERMISSION } from '../emulator/memory.js';
import type { NamedAllocation } from '../launch/nearest-allocation.js';
import { AtollError } from '../util/errors.js';

/** A range of video memory. */
export class DeviceBuffer {
  /** @param size bytes */
  constructor(
    private readonly memory: GpuMemory,
    private readonly onReleased: () => void,
    /** GPU address, for kernels that take addresses as numbers. */
    readonly address: number,
    readonly size: number,
  ) {}

  /**
   * Replaces contents.
   * @param offset bytes from the beginning
   * @throws AtollError BAD_INPUT when the data does not fit
   */
  write(data: ArrayBufferView, offset = 0): void {
    this.check(offset, data.byteLength);
    this.memory.u8.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), this.address + offset);
  }

  /**
   * Copies contents, all of the buffer or as much as the array holds.
   * @param offset bytes from the beginning
   * @returns the array that was given
   * @throws AtollError BAD_INPUT when there is not so much
   */
  read<Data extends ArrayBufferView>(into: Data, offset = 0): Data {
    this.check(offset, into.byteLength);
    const from = this.address + offset;
    new Uint8Array(into.buffer, into.byteOffset, into.byteLength).set(
      this.memory.u8.subarray(from, from + into.byteLength),
    );
    return into;
  }

  /** Gives the memory back: kernels that touch it afterwards fault, or find what has been put there since. */
  release(): void {
    this.onReleased();
  }

  private check(offset: number, length: number): void {
    if (Number.isSafeInteger(offset) && offset >= 0 && offset + length <= this.size) return;
    throw new AtollError('BAD_INPUT', `${length} bytes at offset ${offset} of a buffer of ${this.size} bytes`);
  }
}

/** Makes buffers. */
export class BufferPool {
  private readonly allocator = new Allocator(VRAM_BASE, VRAM_SIZE);
  /** Sizes of buffers by address. */
  private readonly sizes = new Map<number, number>();

  constructor(private readonly memory: GpuMemory) {}

  /**
   * @param contents what the buffer begins with, or its size in bytes: zeros
   * @throws AtollError BAD_INPUT for a size that is none, LIMIT when video memory is full
   */
  create(contents: ArrayBufferView | number): DeviceBuffer {
    const size = typeof contents === 'number' ? contents : contents.byteLength;
    if (!Number.isSafeInteger(size) || size <= 0)
      throw new AtollError('BAD_INPUT', `a buffer of ${size} bytes: its size is a positive integer`);
    const range = this.allocator.allocate(size);
    if (!range) throw new AtollError('LIMIT', `no video memory left for ${size} bytes`, 'release() unused buffers');
    const { address } = range;
    this.memory.setPages(address, range.size, PERMISSION.readWrite);
    this.memory.u8.fill(0, address, address + range.size);
    const buffer = new DeviceBuffer(this.memory, () => this.release(address), address, size);
    this.sizes.set(address, size);
    if (typeof contents !== 'number') buffer.write(contents);
    return buffer;
  }

  get allocations(): readonly NamedAllocation[] {
    return [...this.sizes].map(([address, size]) => ({
      address: this.memory.space.addressOf(address),
      size,
      maker: undefined,
    }));
  }

  private release(address: number): void {
    this.sizes.delete(address);
    const size = this.allocator.release(address);
    if (size !== undefined) this.memory.setPages(address, size, PERMISSION.none);
  }
}
