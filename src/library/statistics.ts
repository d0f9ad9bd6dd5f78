// The statistics of a launch, folded on access: docs/statistics.md defines them.

import { tallyOf } from '../statistics/decoded-tallies.js';
import { histogramsOf, valuesOf } from '../statistics/statistics.js';
import type { CountedLaunch, Tally } from '../statistics/tally.js';

/** By name, as docs/statistics.md has them; null: not collected. */
export type Statistics = Readonly<Record<string, number | null>>;

/** Of each histogram how much is in a bin, by the bin's number; null: not collected. */
export type Histograms = Readonly<Record<string, Readonly<Record<string, number>> | null>>;

/** Something that has statistics. */
export interface StatisticsHolder {
  readonly statistics: Statistics;
  readonly histograms: Histograms;
}

/** Adds the statistics of a launch, which take no time until they are read. */
export function withStatistics<T extends object>(numbers: T, launch: CountedLaunch): T & StatisticsHolder {
  let tally: Tally | undefined;
  let statistics: Statistics | undefined;
  let histograms: Histograms | undefined;
  const folded = (): Tally => (tally ??= tallyOf(launch));
  return Object.defineProperties(numbers, {
    statistics: { enumerable: true, get: () => (statistics ??= valuesOf(folded())) },
    histograms: { enumerable: true, get: () => (histograms ??= histogramsOf(folded())) },
  }) as T & StatisticsHolder;
}
