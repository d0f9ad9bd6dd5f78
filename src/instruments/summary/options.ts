// The option of the summary of a run; it is one of the core.

import type { OptionSpec } from '../../util/option-spec.js';

/** The option that selects the instrument. */
export const selectedBy = 'summary';

export const options = {
  summary: {
    onReplay: true,
    kind: 'flag',
    default: false,
    text: 'after the program: devices, kernels, wavefronts, instructions and times, on stderr',
  },
} as const satisfies Record<string, OptionSpec>;
