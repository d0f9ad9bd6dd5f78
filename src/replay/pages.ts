// Pages of GPU memory that kernels may touch, as they are at one moment; and which of them are different later.

import { PAGE_SIZE } from '../abi/memory-map.js';
import type { GpuMemory } from '../emulator/memory.js';
import type { Region } from '../emulator/page-regions.js';
import { AtollError } from '../util/errors.js';

/** Contents by number of the page. */
export type RecordedPages = Map<number, Uint8Array>;

/** Most pages of one recording: 1 GiB that is not zero. */
export const PAGE_LIMIT = 2 ** 30 / PAGE_SIZE;

const ZEROS = new Uint8Array(PAGE_SIZE);
/** A view of a page: what it shows changes with memory. */
const viewOf = ({ u8 }: GpuMemory, page: number): Uint8Array => u8.subarray(page * PAGE_SIZE, (page + 1) * PAGE_SIZE);

/** A recording does not hold all that there is. */
export const tooMuch = (): AtollError =>
  new AtollError('LIMIT', `more than ${(PAGE_LIMIT * PAGE_SIZE) / 2 ** 20} MiB of GPU memory are in use`);

/**
 * Copies of the pages that are not what they were; a page that `before` does not name was zero.
 * @throws AtollError LIMIT when these are more than a recording holds
 */
export function changedPages(memory: GpuMemory, regions: readonly Region[], before: RecordedPages): RecordedPages {
  const changed: RecordedPages = new Map();
  for (const { page: first, count } of regions)
    for (let page = first; page < first + count; page++) {
      const now = viewOf(memory, page);
      if (Buffer.compare(now, before.get(page) ?? ZEROS) === 0) continue;
      if (changed.size === PAGE_LIMIT) throw tooMuch();
      changed.set(page, now.slice());
    }
  return changed;
}

/** Puts pages and permissions into memory that was zero. */
export function restore(memory: GpuMemory, regions: readonly Region[], pages: RecordedPages): void {
  for (const { page, count, permission } of regions) memory.setPages(page * PAGE_SIZE, count * PAGE_SIZE, permission);
  for (const [page, bytes] of pages) memory.u8.set(bytes, page * PAGE_SIZE);
}
