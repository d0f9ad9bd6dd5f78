// The option of the check of LDS accesses.

import { optionGroup } from '../../util/option-spec.js';

/** The option that selects the instrument. */
export const selectedBy = 'checkLds';

export const options = optionGroup('Faults:', {
  checkLds: {
    onReplay: true,
    kind: 'flag',
    default: false,
    text: 'report accesses beyond the local memory of a kernel, which the hardware silently allows or drops',
  },
});
