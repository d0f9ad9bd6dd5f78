// A timeline in the reports of a run: its file, and the spans that are in it.

import { outputReports } from '../output-reports.js';
import type { InstrumentReports } from '../reports.js';

export interface TimelineState {
  readonly spans: number;
  readonly dropped: number;
  /** The file could take everything so far. */
  readonly isComplete: boolean;
}

export const timelineReports = (file: string, stateOf: () => TimelineState): InstrumentReports =>
  outputReports(() => {
    const state = stateOf();
    const rest = state.dropped === 0 ? '' : `, ${state.dropped} more dropped (--trace-spans)`;
    const text = `timeline ${file}: ${state.spans} spans${rest}${state.isComplete ? '' : ', incomplete'}`;
    return { title: 'Timeline', text, data: { file, ...state } };
  });
