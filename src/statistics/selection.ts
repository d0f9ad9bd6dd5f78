// Selects statistics by words: collections, `all`, or names.

import { AtollError } from '../util/errors.js';
import type { ObservationSettings } from './observe/settings.js';
import { COLLECTIONS, type Statistic } from './statistic.js';
import { STATISTICS } from './statistics.js';

/**
 * The rows that words choose, in the order of the list; `counts` stands for what is known without a probe.
 * @throws AtollError BAD_OPTION for a word that is none of these
 */
export function selectedRows(words: readonly string[]): readonly Statistic[] {
  for (const word of words) if (!isWord(word)) throw unknown(word);
  return STATISTICS.filter((row) => words.some((word) => chooses(word, row)));
}

const isWord = (word: string): boolean => word === 'all' || STATISTICS.some((row) => chooses(word, row));

function chooses(word: string, { name, collection }: Statistic): boolean {
  if (word === 'counts') return collection === 'counts' || collection === 'description';
  return word === 'all' || word === name || word === collection || name.startsWith(`${word}.`);
}

function unknown(word: string): AtollError {
  const choices = `all, ${Object.keys(COLLECTIONS).join(', ')}, or a name of docs/statistics.md`;
  return new AtollError('BAD_OPTION', `--stats: there is no statistic '${word}'`, choices);
}

/** True if probes are needed for them. */
export const needsProbe = (rows: readonly Statistic[], collection: 'addresses' | 'values'): boolean =>
  rows.some((row) => row.collection === collection);

/** Observations that they need; undefined when probes are not needed. */
export function observationsFor(
  rows: readonly Statistic[],
  every: number | undefined,
): ObservationSettings | undefined {
  const [addresses, values] = [needsProbe(rows, 'addresses'), needsProbe(rows, 'values')];
  return addresses || values ? { addresses, values, every } : undefined;
}
