// Address spaces of guests, which are used again. V8 gives the range of a WebAssembly memory back only after garbage
// collections in all threads that had it, which may never come.

import { type AddressSpace, LOWEST } from '../../emulator/address-space.js';
import { GpuMemory } from '../../emulator/memory.js';
import type { PageMapper } from '../../host/page-mapper.js';
import { Mappings } from './mappings.js';

export class MemoryPool {
  /** By their size in bytes. */
  private readonly idle = new Map<number, WebAssembly.Memory[]>();

  constructor(
    private readonly mapper: Pick<PageMapper, 'unmapToZero'>,
    readonly mappings = new Mappings(),
  ) {}

  /**
   * A memory of zeros that no thread has.
   * @throws RangeError where there are no addresses for another one
   */
  take(space: AddressSpace = LOWEST): WebAssembly.Memory {
    return this.idle.get(space.size)?.pop() ?? GpuMemory.allocate(space);
  }

  /** No thread uses the memory any more: it becomes as if it were new, one mapping without pages. */
  give(memory: WebAssembly.Memory): void {
    const { byteLength } = memory.buffer;
    try {
      this.mapper.unmapToZero(new Uint8Array(memory.buffer), 0, byteLength);
    } catch {
      // Without that it is left to the garbage collector.
      return;
    }
    this.idle.set(byteLength, [...(this.idle.get(byteLength) ?? []), memory]);
  }
}
