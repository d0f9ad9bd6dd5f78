// The options of simulated time.

import { OVERWRITES, optionGroup } from '../../util/option-spec.js';

/** The option that selects the instrument. */
export const selectedBy = 'timing';

export const options = optionGroup('Simulated time:', {
  timing: {
    kind: 'text',
    value: 'chip',
    implied: 'device',
    text: 'simulate the time of kernels, which profiling events then show: on the device (alone: that), a chip of atoll chip, or a file',
  },
  timingSample: {
    kind: 'number',
    value: 'n',
    text: 'of launches that are alike simulate the first n, and later a few to check; estimate the others from these (default: simulate all)',
  },
  timingThreads: {
    kind: 'number',
    value: 'n',
    text: 'threads that simulate the time of a launch (default: one for each processor, at most 4); its cycles do not depend on them',
  },
  timingJson: {
    kind: 'text',
    value: 'file',
    text: 'write simulated times, with the configurations, as JSON to a file',
    keptFrom: OVERWRITES,
  },
  byLine: {
    kind: 'flag',
    text: 'with --timing: say also where the cycles of each line of the source went; programs are built as with -g',
  },
});
