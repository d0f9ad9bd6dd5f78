// Memory that was poisoned when it was allocated and whose writers are not observed: a byte without the pattern has
// been written.

import type { GpuMemory } from '../emulator/memory.js';
import { MARK, MARK_BYTES } from '../launch/poison.js';
import { PAGE_BYTES, type ShadowMemory } from './shadow-memory.js';

/** Bytes that must hold their part of the mark: fewer may do so by chance. */
const EVIDENCE = 4;
const MARK_OCTETS = new Uint8Array(Uint32Array.of(...MARK).buffer);

export class PoisonMemory {
  constructor(private readonly written: ShadowMemory) {}

  /** Before the validity of these bytes is read: records which have been written since. */
  look(memory: GpuMemory, address: number, size: number): void {
    const end = address + size;
    for (let at = address - (address % MARK_BYTES); at < end; at += MARK_BYTES) {
      if (this.written.isUntouched(at)) this.page(memory, at - (at % PAGE_BYTES));
      if (!this.written.has(at, MARK_BYTES) && !this.isMarked(memory, at)) this.written.set(at, MARK_BYTES, true);
    }
  }

  /** Of a page that is looked at for the first time most has been written, or nothing. */
  private page({ u32 }: GpuMemory, page: number): void {
    const isMarked = (at: number): boolean => u32[at / 4] === MARK[0] && u32[at / 4 + 1] === MARK[1];
    for (let at = page; at < page + PAGE_BYTES; ) {
      const start = at;
      while (at < page + PAGE_BYTES && !isMarked(at)) at += MARK_BYTES;
      if (at > start) this.written.set(start, at - start, true);
      else at += MARK_BYTES;
    }
  }

  /** True if the bytes that kernels have not written still hold their first values. */
  private isMarked({ u8 }: GpuMemory, address: number): boolean {
    let evidence = 0;
    for (let i = 0; i < MARK_BYTES; i++) {
      if (this.written.one(address + i)) continue;
      if (u8[address + i] !== MARK_OCTETS[i]) return false;
      evidence++;
    }
    return evidence >= EVIDENCE;
  }
}
