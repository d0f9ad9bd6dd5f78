// The output of `atoll run --stats` at the end of a run.

import type { LaunchReport } from '../../driver/core/processor/messages.js';
import type { FactsCache } from '../../kernels/facts-cache.js';
import type { KernelImage } from '../../launch/image.js';
import { codes } from '../../statistics/decoded-tallies.js';
import { AtollError } from '../../util/errors.js';
import { makeWhole, writeWhole } from '../../util/whole-file.js';
import { subjectsOf } from './parts.js';
import type { StatisticsRequest } from './request.js';
import { statisticsText } from './text.js';

/** Facts of instructions are cached for later runs (cache.ts). */
function keepFacts(cache: FactsCache | undefined): void {
  if (cache) for (const code of codes.all) if (code.isNew) cache.keep(code);
}

/** Writes the requested files, or else prints the text. */
export async function giveStatistics(
  { rows, scopes, csv, sqlite, files }: StatisticsRequest,
  launches: readonly LaunchReport[],
  images: readonly KernelImage[],
  say: (text: string) => void,
  cache: FactsCache | undefined,
): Promise<void> {
  const subjects = subjectsOf(launches, rows, scopes, images);
  keepFacts(cache);
  if (files.length === 0) return say(statisticsText(rows, subjects));
  const { statisticsCsv, writeStatisticsDatabase } = await import('./files.js');
  const write = (file: string | undefined, how: (file: string) => void): void => {
    if (file === undefined) return;
    try {
      how(file);
    } catch (error) {
      const text = `cannot write the statistics ${file}: ${(error as Error).message}`;
      throw new AtollError('HOST', text, 'check free space and permissions');
    }
  };
  write(csv, (file) => writeWhole(file, statisticsCsv(rows, subjects)));
  write(sqlite, (file) => makeWhole(file, (path) => writeStatisticsDatabase(path, rows, subjects)));
}
