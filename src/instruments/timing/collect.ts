// Simulated time as an instrument of a run: its worker simulates each launch when it has ended.

import type { Settings } from '../../config/config.js';
import type { Instrument } from '../instrument.js';
import { type TimingOptions, timingOptionsOf } from './request.js';

/** @throws AtollError BAD_OPTION, BAD_INPUT */
export function createInstrument(settings: Settings): Instrument {
  return timingInstrument(timingOptionsOf(settings), settings.timingJson);
}

/** @param json file of the simulated times */
export function timingInstrument(options: TimingOptions, json?: string): Instrument {
  return {
    name: 'timing',
    needs: { launches: true, lines: options.byLine },
    options,
    worker: { builtIn: 'timing' },
    observes: 'accesses',
    reports: async () => (await import('./reports.js')).timingReports(options.chips),
    open(run) {
      if (json !== undefined) run.createFile(json, 'the simulated times');
    },
    async finish({ launches, say }) {
      (await import('./report.js')).giveTiming({ chips: options.chips, json }, launches, say);
    },
  };
}
