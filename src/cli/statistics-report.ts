// What `atoll run --stats` was asked for, and what it gives at the end of a run.

import type { Settings } from '../config/config.js';
import type { LaunchReport } from '../driver/core/processor/messages.js';
import type { KernelImage } from '../launch/image.js';
import type { ObservationSettings } from '../statistics/observe/settings.js';
import { observationsFor, selectedRows } from '../statistics/selection.js';
import type { Statistic } from '../statistics/statistic.js';
import { AtollError } from '../util/errors.js';
import { makeWhole, writeWhole } from '../util/whole-file.js';
import { type Scope, subjectsOf } from './statistics-numbers.js';
import { statisticsText } from './statistics-text.js';

export interface StatisticsOrder {
  readonly rows: readonly Statistic[];
  readonly scopes: readonly Scope[];
  readonly observations: ObservationSettings | undefined;
  readonly csv: string | undefined;
  readonly sqlite: string | undefined;
  /** All that are to be written. */
  readonly files: readonly string[];
}

/** @throws AtollError BAD_OPTION for what is no statistic, or no number of work-groups */
export function orderStatistics(settings: Settings): StatisticsOrder {
  const { stats = [], statsBy = ['kernel'], statsEvery, statsCsv: csv, statsSqlite: sqlite, report } = settings;
  if (statsEvery !== undefined && !Number.isInteger(statsEvery))
    throw new AtollError('BAD_OPTION', `--stats-every: ${statsEvery} is no whole number`, 'give 1 for all work-groups');
  const rows = selectedRows(stats);
  const files = [csv, sqlite].filter((file) => file !== undefined);
  const probes = observationsFor(rows, statsEvery);
  // A page shows where they are.
  const observations = probes && { ...probes, buffers: probes.addresses && report !== undefined };
  return { rows, scopes: statsBy as readonly Scope[], observations, csv, sqlite, files };
}

/** Writes the files that were asked for, or else the text. */
export async function giveStatistics(
  { rows, scopes, csv, sqlite, files }: StatisticsOrder,
  launches: readonly LaunchReport[],
  images: readonly KernelImage[],
  say: (text: string) => void,
): Promise<void> {
  const subjects = subjectsOf(launches, rows, scopes, images);
  if (files.length === 0) return say(statisticsText(rows, subjects));
  const { statisticsCsv, writeStatisticsDatabase } = await import('./statistics-files.js');
  const write = (file: string | undefined, how: (file: string) => void): void => {
    if (file === undefined) return;
    try {
      how(file);
    } catch (error) {
      const text = `cannot write the statistics ${file}: ${(error as Error).message}`;
      throw new AtollError('HOST', text, 'is there room, and the right to write?');
    }
  };
  write(csv, (file) => writeWhole(file, statisticsCsv(rows, subjects)));
  write(sqlite, (file) => makeWhole(file, (made) => writeStatisticsDatabase(made, rows, subjects)));
}
