// Progress of `atoll time` with many simulations: one line that is overwritten, only on a terminal.

import { basename } from 'node:path';
import type { SweepResult } from '../../../timing/sweep/cases.js';
import { writeError } from '../../command-line/output.js';

const BACK = '\r\x1b[K';

export interface TimeProgress {
  readonly onResult: (result: SweepResult) => void;
  readonly end: () => void;
}

/** The progress line after each finished simulation. */
export function progressLine(done: number, count: number, { file, chip, level }: SweepResult, seconds: number): string {
  const left = done < count ? `, about ${Math.ceil((seconds * (count - done)) / done)} s left` : '';
  return `${done} of ${count} simulated${left}; last: ${basename(file)} on ${chip}, ${level}`;
}

export function progressFor(count: number, { isTTY, columns = 80 } = process.stderr): TimeProgress {
  if (!isTTY) return { onResult: () => {}, end: () => {} };
  const begun = performance.now();
  let done = 0;
  return {
    onResult: (result) => {
      const text = progressLine(++done, count, result, (performance.now() - begun) / 1000);
      writeError(`${BACK}${text.slice(0, Math.max(1, columns - 1))}`);
    },
    end: () => writeError(BACK),
  };
}
