// Generated from the folders of src/instruments by `npm run build`. Do not edit.

import { options as coverage } from './coverage/options.js';
import { options as graphs } from './graphs/options.js';
import { options as isaTrace } from './isa-trace/options.js';
import { options as ldsCheck } from './lds-check/options.js';
import { options as profile } from './profile/options.js';
import { options as record } from './record/options.js';
import { options as reportJson } from './report-json/options.js';
import { options as statistics } from './statistics/options.js';
import { options as summary } from './summary/options.js';
import { options as timeline } from './timeline/options.js';
import { options as timing } from './timing/options.js';
import { options as user } from './user/options.js';

export const INSTRUMENT_OPTIONS = {
  ...coverage,
  ...graphs,
  ...isaTrace,
  ...ldsCheck,
  ...profile,
  ...record,
  ...reportJson,
  ...statistics,
  ...summary,
  ...timeline,
  ...timing,
  ...user,
};
