// Recordings of launches in the processor thread.

import type { RecordOptions } from '../../replay/recorder.js';
import type { InstrumentWorker, WorkerHost } from '../instrument.js';
import { RecordedLaunches } from './recorded-launches.js';

export const createWorker = (options: unknown, host: WorkerHost): InstrumentWorker =>
  new RecordedLaunches(options as RecordOptions, host);
