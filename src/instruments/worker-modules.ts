// Generated from the folders of src/instruments by `npm run build`. Do not edit.

import type { InstrumentModule } from './instrument.js';

export const WORKERS: Readonly<Record<string, () => Promise<InstrumentModule>>> = {
  'block-record': () => import('./block-record/worker.js'),
  check: () => import('./check/worker.js'),
  'isa-trace': () => import('./isa-trace/worker.js'),
  'lds-check': () => import('./lds-check/worker.js'),
  record: () => import('./record/worker.js'),
  statistics: () => import('./statistics/worker.js'),
  timing: () => import('./timing/worker.js'),
};
