// The workers of instruments in the processor thread: those of built-in ones by name, others by file.

import type { InstrumentModule, InstrumentOrder } from './instrument.js';
import { loadModule } from './orders.js';

const BUILT_IN: Readonly<Record<string, () => Promise<InstrumentModule>>> = {
  'block-record': () => import('./block-record/worker.js'),
  'isa-trace': () => import('./isa-trace/worker.js'),
  'lds-check': () => import('./lds-check/worker.js'),
  statistics: () => import('./statistics/worker.js'),
  timing: () => import('./timing/worker.js'),
};

/** @throws AtollError BAD_OPTION for a file without a worker */
export const workerModule = async (order: InstrumentOrder): Promise<InstrumentModule> =>
  order.file === undefined ? await BUILT_IN[order.name]!() : loadModule(order.name, order.file);
