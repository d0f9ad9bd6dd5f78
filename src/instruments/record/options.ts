// The option for recordings of launches that fail.

import { OVERWRITES, optionGroup } from '../../util/option-spec.js';

/** The option that selects the instrument. */
export const selectedBy = 'onFault';

export const options = optionGroup('Faults:', {
  onFault: {
    kind: 'text',
    value: 'record[=file]',
    text: 'record: write launches with a fault, or with findings of atoll check or an instrument, to a file for atoll replay (atoll-fault.rec)',
    keptFrom: OVERWRITES,
  },
});
