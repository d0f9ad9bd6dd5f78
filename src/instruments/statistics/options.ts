// The options of statistics.

import { OVERWRITES, optionGroup } from '../../util/option-spec.js';

/** The option that selects the instrument. */
export const selectedBy = 'stats';

export const options = optionGroup('Statistics:', {
  stats: {
    onReplay: true,
    kind: 'list',
    value: 'what',
    implied: 'counts',
    text: 'after the program: statistics of its kernels: counts (without a value: these), addresses, values, all, or names, separated by commas',
  },
  statsBy: {
    onReplay: true,
    kind: 'list',
    choices: ['kernel', 'launch', 'line', 'instruction'],
    value: 'scopes',
    text: 'scopes of statistics: kernel (the default), launch, line of the source (builds as with -g), instruction, separated by commas',
  },
  statsEvery: {
    onReplay: true,
    kind: 'number',
    value: 'n',
    text: 'observe values only in every n-th work-group (default: every 8th, at most 32 of a launch)',
  },
  statsCsv: {
    onReplay: true,
    kind: 'text',
    value: 'file',
    text: 'write the statistics as CSV to a file',
    keptFrom: OVERWRITES,
  },
  statsSqlite: {
    onReplay: true,
    kind: 'text',
    value: 'file',
    text: 'write the statistics to a new SQLite database',
    keptFrom: OVERWRITES,
  },
});
