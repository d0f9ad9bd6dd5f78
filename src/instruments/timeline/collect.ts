// A timeline as an instrument of a run: it receives calls and spans in this thread, and has no probes.

import type { Settings } from '../../config/config.js';
import { Timeline } from '../../trace/timeline.js';
import { release } from '../../util/paths.js';
import type { Instrument } from '../instrument.js';

/** Default of --trace-spans: some 100 MB. */
const SPANS = 1_000_000;

export function createInstrument({ trace: file, traceSpans: limit = SPANS }: Settings): Instrument {
  let timeline: Timeline | undefined;
  return {
    name: 'timeline',
    get timeline() {
      return timeline;
    },
    open({ say, lacks }) {
      timeline = new Timeline({ file: file!, limit, words: { say, lacks } });
    },
    discard: () => timeline?.discard(),
    async finish({ argv, engine }) {
      timeline?.finish({ program: argv.join(' '), engine, atoll: release });
    },
  };
}
