// The options of `atoll run --stats`.

import type { Settings } from '../../config/config.js';
import type { ObservationSettings } from '../../statistics/observe/settings.js';
import { observationsFor, selectedRows } from '../../statistics/selection.js';
import type { Statistic } from '../../statistics/statistic.js';
import { AtollError } from '../../util/errors.js';
import type { Scope } from './numbers.js';

export interface StatisticsRequest {
  readonly rows: readonly Statistic[];
  readonly scopes: readonly Scope[];
  readonly observations: ObservationSettings | undefined;
  readonly csv: string | undefined;
  readonly sqlite: string | undefined;
  /** All files to write. */
  readonly files: readonly string[];
}

/** @throws AtollError BAD_OPTION for an unknown statistic, or an invalid number of work-groups */
export function statisticsRequestOf(settings: Settings): StatisticsRequest {
  const { stats = [], statsBy = ['kernel'], statsEvery, statsCsv: csv, statsSqlite: sqlite, report } = settings;
  if (statsEvery !== undefined && !Number.isInteger(statsEvery))
    throw new AtollError(
      'BAD_OPTION',
      `--stats-every: ${statsEvery} is not a whole number`,
      'use 1 for all work-groups',
    );
  const rows = selectedRows(stats);
  const files = [csv, sqlite].filter((file) => file !== undefined);
  const probes = observationsFor(rows, statsEvery);
  // The page shows the buffers of the addresses.
  const observations = probes && { ...probes, buffers: probes.addresses && report !== undefined };
  return { rows, scopes: statsBy as readonly Scope[], observations, csv, sqlite, files };
}
