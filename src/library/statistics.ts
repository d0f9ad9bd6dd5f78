// The statistics of a launch, folded when somebody asks for them: docs/statistics.md defines them.

import { valuesOf } from '../statistics/statistics.js';
import { type CountedLaunch, tallyOf } from '../statistics/tally.js';

/** By name, as docs/statistics.md has them; null: not collected. */
export type Statistics = Readonly<Record<string, number | null>>;

/** Something that has statistics. */
export interface Counted {
  readonly statistics: Statistics;
}

/** Adds the statistics of a launch, which take no time until they are read. */
export function withStatistics<T extends object>(numbers: T, launch: CountedLaunch): T & Counted {
  let statistics: Statistics | undefined;
  return Object.defineProperty(numbers, 'statistics', {
    enumerable: true,
    get: () => (statistics ??= valuesOf(tallyOf(launch))),
  }) as T & Counted;
}
