// Live progress on a terminal: one line that is written over.

import type { BenchProgress } from './runner.js';
import { keyOf } from './runner.js';

const BACK = '\r\x1b[K';

export const silent: BenchProgress = { started: () => {}, finished: () => {} };

/**
 * @param write to the terminal
 * @param count cases in all
 * @param width columns of the terminal: a longer line could not be written over
 */
export function lineProgress(write: (text: string) => void, count: number, width: number): BenchProgress {
  const tally = { done: 0, failed: 0 };
  return {
    started: (one, run, runs) => {
      const failed = tally.failed > 0 ? `, ${tally.failed} failed` : '';
      const text = `${tally.done} of ${count} done${failed}: ${keyOf(one)}, run ${run + 1} of ${runs}`;
      write(`${BACK}${text.slice(0, Math.max(1, width - 1))}`);
    },
    finished: ({ verdict, benchmark, size, target, reason }) => {
      tally.done++;
      if (verdict === 'FAIL') {
        tally.failed++;
        write(`${BACK}FAIL ${benchmark} ${size} ${target}: ${reason}\n`);
      }
      if (tally.done === count) write(BACK);
    },
  };
}
