// Execution counts of the blocks of compiled code: counted in memory (count-slots.ts), and added to the counts of the
// dispatch when these are read.

import { ENGINE_BASE } from '../../abi/memory-map.js';
import type { CodeReader } from '../../emulator/code.js';
import type { CodeCounts, Counts } from '../../emulator/counts.js';
import type { GpuMemory } from '../../emulator/memory.js';
import { SPARE_OFFSET, UNIT_STRIDE } from '../../emulator/state.js';
import { idleLanes, type Wavefront } from '../../emulator/wavefront.js';
import { required } from '../../util/required.js';
import type { Stretch } from '../records/reader.js';
import type { TranslatedBlock } from './translation.js';

/**
 * Instructions after which the counts of the dispatch are brought up to date, and at most of one call of compiled code:
 * its words have 32 bits, and an instruction may count 64 idle lanes.
 */
export const UNCOUNTED_LIMIT = 2 ** 24;

/** Takes over what a word of the table has counted. */
type CountSink = (counts: CodeCounts, times: number) => void;

export class BlockCounts {
  private blocks: readonly TranslatedBlock[] = [];
  /** By the numbers of the words. */
  private accounts: readonly CountSink[] = [];
  /** Counts that compiled code adds to, their table, and the number of instructions that have not been added yet. */
  private owner: Counts | undefined;
  private table = 0;
  private uncounted = 0;

  constructor(
    private readonly memory: GpuMemory,
    private readonly code: CodeReader,
  ) {}

  /** From now on other blocks are counted. */
  use(blocks: readonly TranslatedBlock[]): void {
    this.drain();
    this.blocks = blocks;
    const accounts: CountSink[] = [];
    blocks.forEach((block, number) => {
      this.addAccounts(block, number, accounts);
    });
    this.accounts = accounts;
  }

  private addAccounts({ pc, end, last, slots }: TranslatedBlock, number: number, accounts: CountSink[]): void {
    const [first, behind, branch] = [this.code.wordOf(pc), this.code.wordOf(end), this.code.wordOf(last)];
    accounts[number] = (counts, times) => counts.ran(first, behind, times);
    if (slots.taken !== undefined)
      accounts[slots.taken] = (counts, times) => {
        counts.ran(first, behind, times);
        counts.took(branch, times);
      };
    for (const lanes of slots.lanes) {
      const [from, to] = [this.code.wordOf(lanes.pc), this.code.wordOf(lanes.end)];
      accounts[lanes.slot] = (counts, idle) => counts.idled(from, to, idle);
    }
  }

  /** @param table byte address of the words in which code counts */
  countFor(owner: Counts, table: number): void {
    if (owner === this.owner && table === this.table && this.uncounted <= UNCOUNTED_LIMIT) return;
    this.drain();
    this.owner = owner;
    this.table = table;
  }

  /** Counting is suspended until the next code is chosen. */
  leave(): void {
    this.drain();
    this.owner = undefined;
  }

  /** So many instructions were executed. */
  add(executed: number): void {
    this.uncounted += executed;
  }

  /** Adds what was executed since the last time to the counts. */
  drain(): void {
    const { u32 } = this.memory;
    this.uncounted = 0;
    if (!this.owner) return;
    const { code } = this.owner;
    const table = this.table >>> 2;
    for (const [slot, account] of this.accounts.entries()) {
      const times = required(u32[table + slot], 'word of the table');
      if (times === 0) continue;
      u32[table + slot] = 0;
      account(code, times);
    }
  }

  /**
   * A wavefront has stopped at an instruction in the middle of a block: what is behind it did not run.
   *
   * @returns as much of it as has been counted to run with fewer lanes than all
   */
  settle(w: Wavefront, block: number): Stretch | undefined {
    const { pc, end, slots } = required(this.blocks[block], 'block');
    const { code } = w.counts;
    const behind = w.pc + this.code.knownInstruction(w.pc).size;
    for (let at = behind; at < end; at += this.code.knownInstruction(at).size) w.executed--;
    const [first, stop, last] = [this.code.wordOf(pc), this.code.wordOf(behind), this.code.wordOf(end)];
    // Conditional blocks are counted at their end, the others whole.
    if (slots.taken !== undefined) code.ran(first, stop, 1);
    else if (stop < last) code.ran(stop, last, -1);
    // EXEC is what it was when the lanes of the stretch were counted.
    const lanes = slots.lanes.find((each) => each.pc <= w.pc && w.pc < each.end);
    const { layout } = w;
    const idle = idleLanes(w.u, layout);
    if (!lanes || behind >= lanes.end || idle === 0) return undefined;
    code.idled(stop, this.code.wordOf(lanes.end), -idle);
    return { pc: behind, end: lanes.end, lanes: layout.lanes - idle };
  }
}

/** Address of the block counters of compiled code: the spare area of the wavefront's compute unit. */
export function countsOf(w: Wavefront): number {
  const unit = Math.floor((w.base - ENGINE_BASE) / UNIT_STRIDE);
  return ENGINE_BASE + unit * UNIT_STRIDE + SPARE_OFFSET;
}
