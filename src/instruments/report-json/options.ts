// The option of the report of a run as JSON; it is one of the core.

import { type OptionSpec, OVERWRITES } from '../../util/option-spec.js';

/** The option that selects the instrument. */
export const selectedBy = 'reportJson';

export const options = {
  reportJson: {
    onReplay: true,
    kind: 'text',
    value: 'file',
    text: 'after the program: kernels, launches, counters and times, as JSON in a file',
    keptFrom: OVERWRITES,
  },
} as const satisfies Record<string, OptionSpec>;
