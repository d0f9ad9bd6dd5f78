// Bank conflicts of an instruction's accesses to LDS, which serves half of a wavefront at a time, a word of 4 bytes
// from each bank.

import type { MemoryAccess } from './probes.js';

const HALVES = 2;
const HALF_LANES = 32;
const BANKS = 32;

/** Distinct words of each half, until they are taken. */
export class LdsBanks {
  private readonly halves = Array.from({ length: HALVES }, () => new Set<number>());
  private readonly perBank = new Uint16Array(BANKS);

  note({ lane, address, size }: MemoryAccess): void {
    const words = this.halves[Math.floor(Math.max(lane, 0) / HALF_LANES)]!;
    const end = (address + size - 1) >>> 2;
    for (let word = address >>> 2; word <= end; word++) words.add(word);
  }

  /** Cycles of both halves, and what these would be if no two words were in one bank; forgets them. */
  take(): { readonly cycles: number; readonly ideal: number } {
    let [cycles, ideal] = [0, 0];
    for (const words of this.halves) {
      cycles += this.cyclesOf(words);
      ideal += Math.ceil(words.size / BANKS);
      words.clear();
    }
    return { cycles, ideal };
  }

  private cyclesOf(words: ReadonlySet<number>): number {
    const { perBank } = this;
    perBank.fill(0);
    for (const word of words) perBank[word % BANKS]!++;
    return perBank.reduce((most, count) => Math.max(most, count), 0);
  }
}
