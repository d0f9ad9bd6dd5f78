// The memory of two engines in lock step: the real one and a copy of it, which are compared.

import { PAGE_SIZE } from '../abi/memory-map.js';
import { GpuMemory, PERMISSION } from './memory.js';

const PAGE_WORDS = PAGE_SIZE / 4;

/** A word that is not the same in both memories. */
export interface WordDifference {
  /** Byte address. */
  readonly address: number;
  /** In the real memory and in the copy. */
  readonly values: readonly [number, number];
}

/**
 * The real memory, which the leader works on, and the follower's copy.
 *
 * A guest shares the real memory, and while its kernel runs it may write the next launch's arguments or a buffer that
 * the kernel does not use. A second copy, of memory at the start of the launch, distinguishes this from a wrong store
 * of the leader: a page that the follower has not changed since then may be written by the guest.
 */
export class ComparedMemory {
  /** The follower's. */
  readonly copy: GpuMemory;
  private readonly start: GpuMemory | undefined;

  /** @param shared whether a guest may write `memory` while kernels run; otherwise every difference counts */
  constructor(
    private readonly memory: GpuMemory,
    shared: boolean,
  ) {
    this.copy = GpuMemory.create(memory.space);
    this.start = shared ? GpuMemory.create(memory.space) : undefined;
  }

  /** A launch begins, with equal memories: copies all pages that kernels can see. */
  begin(): void {
    const { pages } = this.memory;
    this.copy.pages.set(pages);
    for (let page = 0; page < pages.length; page++) {
      if (pages[page] === PERMISSION.none || this.isScratch(page)) continue;
      const from = page * PAGE_SIZE;
      this.copy.u8.set(this.memory.u8.subarray(from, from + PAGE_SIZE), from);
      // From the copy: the real memory may have changed since.
      this.start?.u8.set(this.copy.u8.subarray(from, from + PAGE_SIZE), from);
    }
  }

  /** The first word that kernels could have written and that differs. */
  difference(): WordDifference | undefined {
    const { memory, copy } = this;
    for (let page = 0; page < copy.pages.length; page++) {
      // Pages that came or went since the launch began are none that its kernel may use.
      if ((copy.pages[page]! & memory.pages[page]! & PERMISSION.write) === 0 || this.isScratch(page)) continue;
      const word = firstDifference(memory, copy, page);
      if (word < 0) continue;
      if (this.start && firstDifference(this.start, copy, page) < 0) continue;
      return { address: word * 4, values: [memory.u32[word]!, copy.u32[word]!] };
    }
    return undefined;
  }

  /** Scratch starts with whatever was there: it is private, and its differences show in registers. */
  private isScratch(page: number): boolean {
    return this.memory.isScratch(page * PAGE_SIZE);
  }
}

/** Number of the first word of a page that differs between two memories; -1 when all are the same. */
function firstDifference(a: GpuMemory, b: GpuMemory, page: number): number {
  const first = page * PAGE_WORDS;
  for (let word = first; word < first + PAGE_WORDS; word++) if (a.u32[word] !== b.u32[word]) return word;
  return -1;
}
