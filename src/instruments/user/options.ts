// The option for instruments of users.

import { EXECUTES, optionGroup } from '../../util/option-spec.js';

/** The option that selects the instrument. */
export const selectedBy = 'instrument';

export const options = optionGroup('User-defined instruments:', {
  instrument: {
    kind: 'list',
    value: 'files',
    text: 'observe kernels with JavaScript modules that export createInstrument, separated by commas (docs/library.md)',
    keptFrom: EXECUTES,
  },
});
