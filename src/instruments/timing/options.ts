// The options of simulated time.

import { OVERWRITES, optionGroup } from '../../util/option-spec.js';

/** The option that selects the instrument. */
export const selectedBy = 'timing';

export const options = optionGroup('Simulated time:', {
  timing: {
    onReplay: true,
    kind: 'text',
    value: 'chip',
    implied: 'device',
    text: 'simulate the time of kernels, also for profiling events: on the device (without a value), a chip of atoll chip, or a file',
  },
  timingSample: {
    onReplay: true,
    kind: 'number',
    value: 'n',
    text: 'simulate only the first n of equal launches, and later a few as a check; estimate the others (default: simulate all)',
  },
  timingThreads: {
    onReplay: true,
    kind: 'number',
    value: 'n',
    text: 'threads that simulate the time of a launch (default: one for each CPU, at most 4); its cycles do not depend on their number',
  },
  timingJson: {
    onReplay: true,
    kind: 'text',
    value: 'file',
    text: 'write simulated times, with the configurations, as JSON to a file',
    keptFrom: OVERWRITES,
  },
  byLine: {
    onReplay: true,
    kind: 'flag',
    text: 'with --timing: also report the cycles of each line of the source by cause; programs are built as with -g',
  },
});
