// The option of the check of LDS accesses.

import { optionGroup } from '../../util/option-spec.js';

export const ldsCheckOptions = optionGroup('Faults:', {
  checkLds: {
    kind: 'flag',
    default: false,
    text: 'report accesses beyond the local memory of a kernel, which the hardware allows or drops without a word',
  },
});
