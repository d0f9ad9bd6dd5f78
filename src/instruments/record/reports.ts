// A recording in the reports of a run: its file, and the number of launches in it.

import { outputReports } from '../output-reports.js';
import type { InstrumentReports } from '../reports.js';

/** @param launchesOf undefined until the end of all launches */
export const recordReports = (file: string, launchesOf: () => number | undefined): InstrumentReports =>
  outputReports(() => {
    const launches = launchesOf();
    if (launches === undefined) return undefined;
    const text = `recording ${file}: ${launches} launch${launches === 1 ? '' : 'es'}`;
    return { title: 'Recording', text, data: { file, launches } };
  });
