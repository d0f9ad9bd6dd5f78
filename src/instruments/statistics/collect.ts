// Statistics as an instrument of a run. Counts need no probes; addresses and values have a worker.

import { defaultCacheDir } from '../../compiler/cache/cache-place.js';
import type { Settings } from '../../config/config.js';
import { keptFacts } from '../../kernels/facts-cache.js';
import type { Instrument } from '../instrument.js';
import { giveKeptStatistics } from './cache.js';
import { statisticsRequestOf } from './request.js';

/** @throws AtollError BAD_OPTION */
export function createInstrument(settings: Settings): Instrument {
  const request = statisticsRequestOf(settings);
  const { observations, scopes, files } = request;
  const { cache, cacheDir = defaultCacheDir() } = settings;
  return {
    name: 'statistics',
    needs: { launches: true, lines: scopes.includes('line') },
    ...(observations && {
      options: observations,
      worker: { builtIn: 'statistics' },
      observes: observations.values ? 'values' : 'accesses',
    }),
    reports: async () => (await import('./reports.js')).statisticsReports(request, settings.stats ?? []),
    open(run) {
      for (const file of files) run.createFile(file, 'the statistics');
    },
    /** Without the tables of instruction sets if an earlier run has cached the facts of all instructions. */
    async finish({ launches, images, say }) {
      const factsCache = keptFacts(cache ? cacheDir : undefined);
      if (giveKeptStatistics(request, launches, factsCache, say)) return;
      await (await import('./report.js')).giveStatistics(request, launches, images, say, factsCache);
    },
  };
}
