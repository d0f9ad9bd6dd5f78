// How often compiled code has executed each block: counted in memory, block by block, and added to the counters of the dispatch when somebody
// looks at these.

import type { CodeReader } from '../../emulator/code.js';
import { type Counters, unitIndex } from '../../emulator/counters.js';
import type { GpuMemory } from '../../emulator/memory.js';
import type { Wavefront } from '../../emulator/wavefront.js';
import type { TranslatedBlock } from './translation.js';

/** Instructions after which counters are brought up to date: the counts of blocks have 32 bits. */
const UNCOUNTED_LIMIT = 2 ** 30;

export class BlockCounts {
  private blocks: readonly TranslatedBlock[] = [];
  /** Whose counters compiled code counts for, where, and how many instructions have not been added to them. */
  private counters: Counters | undefined;
  private counts = 0;
  private uncounted = 0;

  constructor(private readonly memory: GpuMemory) {}

  /** From now on other blocks are counted. */
  use(blocks: readonly TranslatedBlock[]): void {
    this.drain();
    this.blocks = blocks;
  }

  /** @param counts byte address of the words in which code counts */
  countFor(counters: Counters, counts: number): void {
    if (counters === this.counters && counts === this.counts && this.uncounted <= UNCOUNTED_LIMIT) return;
    this.drain();
    this.counters = counters;
    this.counts = counts;
  }

  /** So many instructions were executed. */
  add(executed: number): void {
    this.uncounted += executed;
  }

  /** Adds what was executed since the last time to the counters. */
  drain(): void {
    const { u32 } = this.memory;
    this.uncounted = 0;
    if (!this.counters) return;
    const totals = this.counters.instructions;
    for (let block = 0; block < this.blocks.length; block++) {
      const index = (this.counts >>> 2) + block;
      const times = u32[index]!;
      if (times === 0) continue;
      u32[index] = 0;
      const { units } = this.blocks[block]!;
      for (let unit = 0; unit < units.length; unit++) totals[unit]! += times * units[unit]!;
    }
  }

  /** Takes back the instructions of a block behind the one at which a wavefront stopped: blocks are counted whole. */
  uncount(w: Wavefront, block: number, code: CodeReader): void {
    const { pc, units } = this.blocks[block]!;
    let left = units.reduce((sum, count) => sum + count, 0);
    for (let at = pc; left > 0; left--) {
      const { size, def } = code.instructionAt(at)!;
      if (at > w.pc) {
        w.executed--;
        w.counters.instructions[unitIndex(def)]!--;
      }
      at += size;
    }
  }
}
