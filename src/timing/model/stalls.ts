// Where the cycles of all slots went: by reason, and by the instruction that a wavefront was at.

import { R, REASON_COUNT } from './reasons.js';

export class Stalls {
  /** Cycles by word of the code and reason: reason r of word w is number `w * REASON_COUNT + r`. */
  readonly byWord: Float64Array;
  /** Cycles of slots without a wavefront, by reason. */
  readonly empty = new Float64Array(REASON_COUNT);
  /** How often the instruction at each word was issued. */
  readonly issues: Float64Array;

  constructor(words: number) {
    this.byWord = new Float64Array(words * REASON_COUNT);
    this.issues = new Float64Array(words);
  }

  add(word: number, reason: number, cycles: number): void {
    this.byWord[word * REASON_COUNT + reason]! += cycles;
  }

  issued(word: number, cycles: number): void {
    this.issues[word]!++;
    this.byWord[word * REASON_COUNT + R.issued]! += cycles;
  }

  /** Cycles by reason, of all slots. */
  get total(): Float64Array {
    const total = this.empty.slice();
    for (let n = 0; n < this.byWord.length; n++) total[n % REASON_COUNT]! += this.byWord[n]!;
    return total;
  }
}
