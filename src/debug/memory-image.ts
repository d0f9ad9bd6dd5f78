// GPU memory as it was when a launch began: a launch is repeatable from there, so the debugger can go back.

import { type GpuMemory, PAGE_BITS, PERMISSION } from '../emulator/memory.js';

const PAGE_SIZE = 1 << PAGE_BITS;

/** Bytes that are kept, at most: launches with more to write to cannot be gone back in. */
export const IMAGE_LIMIT = 256 << 20;

interface Piece {
  readonly address: number;
  readonly bytes: Uint8Array;
}

/** Stretches of pages that kernels may write to, scratch left out: what a wavefront finds there is undefined. */
function writableRanges(memory: GpuMemory): { start: number; end: number }[] {
  const { pages } = memory;
  const ranges: { start: number; end: number }[] = [];
  for (let page = 0; page < pages.length; page++) {
    const address = page * PAGE_SIZE;
    if ((pages[page]! & PERMISSION.write) === 0 || memory.isScratch(address)) continue;
    const last = ranges.at(-1);
    if (last?.end === address) last.end += PAGE_SIZE;
    else ranges.push({ start: address, end: address + PAGE_SIZE });
  }
  return ranges;
}

export class MemoryImage {
  private constructor(private readonly pieces: readonly Piece[]) {}

  /** undefined when there is more than IMAGE_LIMIT to keep. */
  static take(memory: GpuMemory, limit = IMAGE_LIMIT): MemoryImage | undefined {
    const ranges = writableRanges(memory);
    const total = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
    if (total > limit) return undefined;
    return new MemoryImage(ranges.map(({ start, end }) => ({ address: start, bytes: memory.u8.slice(start, end) })));
  }

  /** Puts back what is still allocated. */
  restore(memory: GpuMemory): void {
    for (const { address, bytes } of this.pieces)
      for (let at = 0; at < bytes.length; at += PAGE_SIZE)
        if (memory.allows(address + at, PAGE_SIZE, PERMISSION.write))
          memory.u8.set(bytes.subarray(at, at + PAGE_SIZE), address + at);
  }
}
