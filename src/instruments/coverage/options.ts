// The options of coverage.

import { OVERWRITES, optionGroup } from '../../util/option-spec.js';

/** The option that selects the instrument. */
export const selectedBy = 'coverage';

export const options = optionGroup('Coverage:', {
  coverage: {
    kind: 'text',
    value: 'file',
    text: 'write the executed instructions and lines of kernels, for atoll coverage; programs are built with -g',
    keptFrom: OVERWRITES,
  },
});
