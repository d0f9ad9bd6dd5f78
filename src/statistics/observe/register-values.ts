// Number of different values in the active lanes of each VGPR of a wavefront. Registers are often read more than once:
// as long as a register is not written again and EXEC is the same, the count stays valid.

import type { DistinctWords } from './distinct.js';

const REGISTERS = 256;
/** Words of a register: EXEC of that time, and lanes and values in one; 0: nothing is known. */
const WORDS = 3;
const VALUES_BITS = 8;

export class HeldValues {
  private readonly words = new Uint32Array(WORDS * REGISTERS);

  /** A register has been written, or may have been. */
  forget(register: number): void {
    this.words[WORDS * register + 2] = 0;
  }

  forgetAll(): void {
    this.words.fill(0);
  }

  /**
   * Of the active lanes.
   * @param u where the wavefront is, and `at` its register
   * @returns lanes and values, as the functions below separate them
   */
  look(distinct: DistinctWords, u: Uint32Array, register: number, at: number, low: number, high: number): number {
    const { words } = this;
    const place = WORDS * register;
    if (words[place + 2] !== 0 && words[place] === low && words[place + 1] === high) return words[place + 2]!;
    distinct.look(u, at, low, high);
    words[place] = low;
    words[place + 1] = high;
    return (words[place + 2] = (distinct.lanes << VALUES_BITS) | distinct.values);
  }
}

export const lanesOf = (word: number): number => word >>> VALUES_BITS;
export const valuesOf = (word: number): number => word & (2 ** VALUES_BITS - 1);
