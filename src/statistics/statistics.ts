// Every statistic of a run: its name, unit and definition, and how it is folded from what engines count and probes see.
// A new statistic is a new row in rows/; reports, the summary and docs/statistics.md derive from these.

import { ADDRESS_ROWS } from './rows/addresses.js';
import { COUNT_ROWS } from './rows/counts.js';
import { DESCRIPTION_ROWS } from './rows/description.js';
import { VALUE_ROWS } from './rows/values.js';
import type { Statistic } from './statistic.js';
import type { Tally } from './tally.js';

export const STATISTICS: readonly Statistic[] = [...COUNT_ROWS, ...DESCRIPTION_ROWS, ...ADDRESS_ROWS, ...VALUE_ROWS];

const byName = new Map(STATISTICS.map((row) => [row.name, row]));

/** The value of one statistic. */
export function statisticOf(name: string, tally: Tally): number | undefined {
  const row = byName.get(name);
  if (!row) throw new TypeError(`there is no statistic ${name}`);
  return row.fold(tally);
}

/** All histograms; null: not collected. */
export const histogramsOf = (tally: Tally): Record<string, Record<string, number> | null> =>
  Object.fromEntries(
    STATISTICS.flatMap(({ name, bins }) => {
      const values = bins?.fold(tally);
      return bins ? [[name, values ? Object.fromEntries(values) : null]] : [];
    }),
  );

/** All of them; null: not collected. */
export const valuesOf = (tally: Tally): Record<string, number | null> =>
  Object.fromEntries(STATISTICS.map(({ name, fold }) => [name, fold(tally) ?? null]));
