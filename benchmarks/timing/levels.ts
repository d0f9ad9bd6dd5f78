// Error of the interval level against the detailed one, on every launch of rows and applications, as reported by the
// simulation.

import type { Configuration } from '../../src/timing/config/configuration.js';
import { timeAtLevel } from '../../src/timing/levels/level.js';
import type { RecordFile } from '../../src/timing/records/reader.js';

interface Sum {
  launches: number;
  interval: number;
  detailed: number;
}

/** For the current measurement; absent without comparison. */
let sum: Sum | undefined;

/** A launch has been simulated in detail. */
export function simulated(records: RecordFile, chip: Configuration, executionCycles: number): void {
  if (!sum) return;
  sum.launches++;
  sum.interval += timeAtLevel('interval', records, chip).executionCycles;
  sum.detailed += executionCycles;
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

export class LevelErrors {
  private readonly errors = new Map<string, number[]>();

  /** From now on launches are of a row. */
  begin(): void {
    sum = { launches: 0, interval: 0, detailed: 0 };
  }

  /** The error of the interval level, all launches of the row together. */
  end(section: string): string {
    const { launches, interval, detailed } = sum!;
    if (launches === 0) return 'no launch';
    const error = interval / detailed - 1;
    const all = this.errors.get(section) ?? [];
    this.errors.set(section, [...all, Math.abs(error)]);
    return `${launches} launches, ${detailed} cycles, interval level ${percent(error)}`;
  }

  /** The means of each section. */
  get text(): string {
    const line = (section: string, all: readonly number[]): string =>
      `${section}: ${all.length} rows, ${percent(all.reduce((a, b) => a + b, 0) / all.length)} on average, at most ${percent(Math.max(...all))}`;
    return [...this.errors].map(([section, all]) => line(section, all)).join('\n');
  }
}
