// How far `atoll time` has come with many simulations: one line on a terminal, which is written over. Elsewhere
// nothing.

import { basename } from 'node:path';
import type { SweepResult } from '../../../timing/sweep/cases.js';
import { writeError } from '../../command-line/output.js';

const BACK = '\r\x1b[K';

export interface TimeProgress {
  readonly told: (result: SweepResult) => void;
  readonly end: () => void;
}

/** What is to be written when one more of some simulations is done. */
export function progressLine(done: number, count: number, { file, chip, level }: SweepResult, seconds: number): string {
  const left = done < count ? `, about ${Math.ceil((seconds * (count - done)) / done)} s left` : '';
  return `${done} of ${count} simulated${left}; last: ${basename(file)} on ${chip}, ${level}`;
}

export function progressFor(count: number, { isTTY, columns = 80 } = process.stderr): TimeProgress {
  if (!isTTY) return { told: () => {}, end: () => {} };
  const begun = performance.now();
  let done = 0;
  return {
    told: (result) => {
      const text = progressLine(++done, count, result, (performance.now() - begun) / 1000);
      writeError(`${BACK}${text.slice(0, Math.max(1, columns - 1))}`);
    },
    end: () => writeError(BACK),
  };
}
