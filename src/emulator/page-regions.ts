// Regions of GPU memory for which kernels have a permission.

import { PAGE_SIZE, SCRATCH_BASE, SCRATCH_SIZE } from '../abi/memory-map.js';
import { type GpuMemory, PERMISSION } from './memory.js';

/** A range of pages that kernels have a permission for. */
export interface Region {
  /** Number of the first page. */
  readonly page: number;
  readonly count: number;
  /** Bits of PERMISSION. */
  readonly permission: number;
}

const FIRST_SCRATCH = SCRATCH_BASE / PAGE_SIZE;
const BEHIND_SCRATCH = (SCRATCH_BASE + SCRATCH_SIZE) / PAGE_SIZE;
/** The same permission of four pages. */
const FOUR = 0x0101_0101;

/** All that kernels may touch but private memory, which no launch leaves to another. */
export function regionsOf({ pages }: Pick<GpuMemory, 'pages'>): Region[] {
  const fours = new Uint32Array(pages.buffer, pages.byteOffset, pages.length / 4);
  const regions: Region[] = [];
  for (let page = 0; page < pages.length; ) {
    const start = page;
    const permission = pages[page]!;
    const behind = start < FIRST_SCRATCH ? FIRST_SCRATCH : start < BEHIND_SCRATCH ? BEHIND_SCRATCH : pages.length;
    while (page < behind && pages[page] === permission) {
      page++;
      // The table has a million entries, and few stretches.
      if (page % 4 === 0) while (page + 4 <= behind && fours[page / 4] === permission * FOUR) page += 4;
    }
    if (permission !== PERMISSION.none && !isScratch(start))
      regions.push({ page: start, count: page - start, permission });
  }
  return regions;
}

const isScratch = (page: number): boolean => page >= FIRST_SCRATCH && page < BEHIND_SCRATCH;
