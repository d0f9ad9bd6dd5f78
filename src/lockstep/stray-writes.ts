// Writes of a compilation outside of the memory objects of its launch.

import { PAGE_SIZE } from '../abi/memory-map.js';
import type { GpuMemory } from '../emulator/memory.js';
import type { MemoryShadow } from '../emulator/memory-shadow.js';
import { changedPages } from '../replay/pages.js';

/** Bytes from an offset in memory on. */
export interface StrayRange {
  readonly address: number;
  readonly size: number;
}

const ZEROS = new Uint8Array(PAGE_SIZE);
const holds = ({ address, size }: StrayRange, at: number): boolean => at >= address && at < address + size;

/**
 * @param memory after the launch @param before it
 * @param ranges the memory objects, and what the launch itself has around them
 * @returns a sentence; undefined when nothing was written there
 */
export function strayWrites(
  memory: GpuMemory,
  before: MemoryShadow,
  ranges: readonly StrayRange[],
): string | undefined {
  const pages = new Map(before.pages());
  let [count, first] = [0, 0];
  for (const [page, now] of changedPages(memory, before.regions, pages)) {
    const then = pages.get(page) ?? ZEROS;
    for (let byte = 0; byte < PAGE_SIZE; byte++) {
      const at = page * PAGE_SIZE + byte;
      if (now[byte] === then[byte] || ranges.some((range) => holds(range, at))) continue;
      if (count++ === 0) first = at;
    }
  }
  if (count === 0) return undefined;
  const address = memory.space.addressOf(first).toString(16);
  return `${count} bytes are written outside of the arguments, the first at 0x${address}`;
}
