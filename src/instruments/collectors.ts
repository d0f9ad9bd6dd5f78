// Generated from the folders of src/instruments by `npm run build`. Do not edit.

import * as coverage from './coverage/options.js';
import * as graphs from './graphs/options.js';
import type { InstrumentRow } from './instrument-row.js';
import * as isaTrace from './isa-trace/options.js';
import * as ldsCheck from './lds-check/options.js';
import * as profile from './profile/options.js';
import * as record from './record/options.js';
import * as reportJson from './report-json/options.js';
import * as statistics from './statistics/options.js';
import * as summary from './summary/options.js';
import * as timeline from './timeline/options.js';
import * as timing from './timing/options.js';
import * as user from './user/options.js';

export const COLLECTORS: readonly InstrumentRow[] = [
  { ...coverage, load: () => import('./coverage/collect.js') },
  { ...graphs, load: () => import('./graphs/collect.js') },
  { ...isaTrace, load: () => import('./isa-trace/collect.js') },
  { ...ldsCheck, load: () => import('./lds-check/collect.js') },
  { ...profile, load: () => import('./profile/collect.js') },
  { ...record, load: () => import('./record/collect.js') },
  { ...reportJson, load: () => import('./report-json/collect.js') },
  { ...statistics, load: () => import('./statistics/collect.js') },
  { ...summary, load: () => import('./summary/collect.js') },
  { ...timeline, load: () => import('./timeline/collect.js') },
  { ...timing, load: () => import('./timing/collect.js') },
  { ...user, load: () => import('./user/collect.js') },
];
