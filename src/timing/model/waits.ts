// When a wait is over, counter by counter.

import { NO_WAIT } from '../../isa/rates.js';
import type { Program } from '../program/program.js';
import { LGKM, type MemoryPath } from './memory-path.js';
import type { Outstanding } from './outstanding.js';
import { R } from './reasons.js';

export class Waits {
  /** The answer; reused. */
  private readonly answer = { until: 0, reason: 0 };

  constructor(
    private readonly program: Program,
    private readonly memory: MemoryPath,
  ) {}

  /** The cycle in which the wait at a word is over, as far as it is known, and what it waits for until then. */
  of(slot: number, word: number, cycle: number): { readonly until: number; readonly reason: number } {
    const { program, memory, answer } = this;
    answer.until = 0;
    this.look(memory.vector, slot, program.vm[word]!, cycle, () => R.waitVector);
    this.look(memory.lgkm, slot, program.lgkm[word]!, cycle, (kind) => (kind === LGKM.lds ? R.waitLds : R.waitScalar));
    // Of exports only that all are over is known.
    if (program.exp[word] === 0 && memory.exported[slot]! > Math.max(answer.until, cycle)) {
      answer.until = memory.exported[slot]!;
      answer.reason = R.waitExport;
    }
    return answer;
  }

  private look(of: Outstanding, slot: number, left: number, cycle: number, reason: (kind: number) => number): void {
    if (left === NO_WAIT) return;
    of.retire(slot, cycle);
    if (of.count[slot]! <= left) return;
    const until = of.doneBut(slot, left);
    if (until <= Math.max(this.answer.until, cycle)) return;
    this.answer.until = until;
    this.answer.reason = reason(of.kindOfLast(slot, left));
  }
}
