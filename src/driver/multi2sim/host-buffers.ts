// Buffers in the guest's own memory. With M2S_OPENCL_SHARED_MEMORY=1 the runtime of these programs allocates no device
// memory: it passes the addresses of its own buffers, as for a GPU that shares the CPU's memory. A launch gets copies
// of them.

import type { GuestMemory } from '../../host/device.js';
import type { Context } from '../core/context.js';
import { RequestError } from '../core/errno.js';
import { copyIn, copyOut } from './guest-copy.js';

/** A pointer argument that does not point into device memory. */
export interface HostPointer {
  /** Of its slot in the segment. */
  readonly offset: number;
  readonly address: number;
  readonly size: number;
  readonly readOnly: boolean;
}

interface Copy {
  readonly host: number;
  readonly device: number;
  readonly size: number;
  written: boolean;
}

export class HostBuffers {
  /** By address: two arguments may name the same buffer. */
  private readonly copies = new Map<number, Copy>();

  constructor(private readonly context: Context) {}

  /** Makes the copies, and points the arguments of `segment` (a GPU address) to them. */
  enter(pointers: readonly HostPointer[], segment: number, memory: GuestMemory): void {
    for (const pointer of pointers) {
      const copy = this.copies.get(pointer.address) ?? this.copy(pointer, memory);
      copy.written ||= !pointer.readOnly;
      this.context.video.memory.view.setUint32(segment + pointer.offset, copy.device, true);
    }
  }

  private copy({ address, size }: HostPointer, memory: GuestMemory): Copy {
    const range = this.context.allocate(size);
    if (!range) throw new RequestError('ENOMEM', `no room for a copy of ${size} bytes`);
    const copy = { host: address, device: range.address, size, written: false };
    this.copies.set(address, copy);
    copyIn(this.context.video.memory, memory, copy.device, address, size);
    return copy;
  }

  /** Brings what the kernel may have written back to the guest. */
  leave(memory: GuestMemory): void {
    for (const { host, device, size, written } of this.copies.values())
      if (written) copyOut(this.context.video.memory, memory, host, device, size);
  }

  free(): void {
    for (const { device } of this.copies.values()) this.context.free(device);
    this.copies.clear();
  }
}
