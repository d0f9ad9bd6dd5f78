// Prefaults pages of a guest's new allocations before the first access: a page fault takes microseconds, and two
// threads with faults in one file take as long as one. An idle processor has that time. Huge pages exist already, but
// are not mapped into the engines' memory.

import { type GpuMemory, PERMISSION } from '../../../emulator/memory.js';
import { required } from '../../../util/required.js';
import { timed } from '../../../util/trace-spans.js';
import type { FreshRange } from './messages.js';

/**
 * Allocations of so many bytes are worth it. A guest that only reserves memory does not get more than so many bytes of
 * pages.
 */
export const FRESH_FROM = 1 << 20;
const MAX_BYTES = 256 << 20;
/** Bytes at a time: a launch that comes in between waits for the rest of them, about 0.1 ms. */
const PIECE = 256 << 10;
/** The same for what has huge pages. */
const HUGE_PIECE = 64 << 20;

/** Gives pages to a range of a view; false when the kernel cannot (before Linux 5.14). */
export type Populate = (view: Uint8Array, byteOffset: number, length: number) => boolean;

export class HugePagePrefault {
  private ranges: { address: number; readonly end: number; readonly huge: boolean }[] = [];
  private left = MAX_BYTES;

  constructor(
    private readonly memory: GpuMemory,
    private readonly populate: Populate,
  ) {}

  add({ address, size, huge }: FreshRange): void {
    if (this.left > 0) this.ranges.push({ address, end: address + size, huge });
  }

  /** True if `step` has work to do. */
  get waiting(): boolean {
    return this.ranges.length > 0;
  }

  /** Gives pages to a piece of what was allocated, unless the guest has freed it. */
  step(): void {
    const range = required(this.ranges[0], 'range that waits');
    const { address, end, huge } = range;
    const length = Math.min(huge ? HUGE_PIECE : PIECE, end - address);
    range.address += length;
    if (range.address === end) this.ranges.shift();
    if (!this.memory.allows(address, length, PERMISSION.readWrite)) return;
    if (!huge) this.left -= length;
    const populated = timed(
      'memory',
      () => this.populate(this.memory.u8, address, length),
      () => ({ name: 'give pages', details: { bytes: length } }),
    );
    if (!populated || this.left <= 0) this.ranges = [];
  }
}
