// The options of a timeline.

import { OVERWRITES, optionGroup } from '../../util/option-spec.js';

/** The option that selects the instrument. */
export const selectedBy = 'trace';

export const options = optionGroup('Timeline:', {
  trace: {
    kind: 'text',
    value: 'file',
    text: 'write a timeline of the run: a Perfetto trace, or an SQLite database if the name ends in .db or .sqlite',
    keptFrom: OVERWRITES,
  },
  traceSpans: {
    kind: 'number',
    value: 'n',
    text: 'end the timeline after n spans (default 1000000)',
  },
});
