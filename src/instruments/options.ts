// The options of all built-in instruments, each under the heading of its instrument.

import { coverageOptions } from './coverage/options.js';
import { isaTraceOptions } from './isa-trace/options.js';
import { ldsCheckOptions } from './lds-check/options.js';
import { profileOptions } from './profile/options.js';
import { statisticsOptions } from './statistics/options.js';
import { timelineOptions } from './timeline/options.js';
import { timingOptions } from './timing/options.js';
import { userOptions } from './user/options.js';

export const INSTRUMENT_OPTIONS = {
  ...timelineOptions,
  ...profileOptions,
  ...timingOptions,
  ...statisticsOptions,
  ...coverageOptions,
  ...userOptions,
  ...isaTraceOptions,
  ...ldsCheckOptions,
};
