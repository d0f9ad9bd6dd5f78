// The option of the page about a run; it is one of the core.

import { type OptionSpec, OVERWRITES } from '../../util/option-spec.js';

/** The option that selects the instrument. */
export const selectedBy = 'report';

export const options = {
  report: {
    kind: 'text',
    value: 'file',
    text: 'write an HTML report of the run: launches, lines and instructions with heat, statistics; programs are built with -g',
    keptFrom: OVERWRITES,
  },
} as const satisfies Record<string, OptionSpec>;
