// The options of statistics.

import { OVERWRITES, optionGroup } from '../../util/option-spec.js';

/** The option that selects the instrument. */
export const selectedBy = 'stats';

export const options = optionGroup('Statistics:', {
  stats: {
    kind: 'list',
    value: 'what',
    implied: 'counts',
    text: 'after the program: statistics of its kernels; counts (alone: that), addresses, values, all, or names, separated by commas',
  },
  statsBy: {
    kind: 'list',
    choices: ['kernel', 'launch', 'line', 'instruction'],
    value: 'scopes',
    text: 'of what statistics are given: kernel (alone: that), launch, line of the source (builds as with -g), instruction, separated by commas',
  },
  statsEvery: {
    kind: 'number',
    value: 'n',
    text: 'look at values in every n-th work-group only (default: every 8th, no more than 32 of a launch)',
  },
  statsCsv: {
    kind: 'text',
    value: 'file',
    text: 'write the statistics as CSV to a file',
    keptFrom: OVERWRITES,
  },
  statsSqlite: {
    kind: 'text',
    value: 'file',
    text: 'write the statistics to an SQLite database, a new one',
    keptFrom: OVERWRITES,
  },
});
