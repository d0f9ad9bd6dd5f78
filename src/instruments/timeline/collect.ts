// A timeline as an instrument of a run: it receives calls and spans in this thread, and has no probes.

import type { Settings } from '../../config/config.js';
import { Timeline } from '../../trace/timeline.js';
import { release } from '../../util/paths.js';
import { required } from '../../util/required.js';
import type { Instrument } from '../instrument.js';
import { type TimelineState, timelineReports } from './reports.js';

/** Default of --trace-spans: some 100 MB. */
const SPANS = 1_000_000;

export function createInstrument({ trace: file, traceSpans: limit = SPANS }: Settings): Instrument {
  let timeline: Timeline | undefined;
  const state: TimelineState = { spans: 0, dropped: 0, isComplete: false };
  const stateOf = (): TimelineState => (timeline ? { ...timeline.counts, isComplete: timeline.isComplete } : state);
  return {
    name: 'timeline',
    get timeline() {
      return timeline;
    },
    reports: async () => timelineReports(required(file, 'file of the timeline'), stateOf),
    open({ say, lacks }) {
      timeline = new Timeline({ file: required(file, 'file of the timeline'), limit, words: { say, lacks } });
    },
    discard: () => timeline?.discard(),
    async finish({ argv, engine }) {
      timeline?.finish({ program: argv.join(' '), engine, atoll: release });
    },
  };
}
