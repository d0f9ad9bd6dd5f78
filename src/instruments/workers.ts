// The workers of instruments in the processor thread: those of built-in ones by name, others by file.

import { memberOf, required } from '../util/required.js';
import type { InstrumentModule, InstrumentOrder } from './instrument.js';
import { loadModule } from './orders.js';
import { WORKERS } from './worker-modules.js';

/** @throws AtollError BAD_OPTION for a file without a worker */
export const workerModule = async ({ name, builtIn, file }: InstrumentOrder): Promise<InstrumentModule> =>
  builtIn === undefined
    ? loadModule(name, required(file, `file of the instrument ${name}`))
    : await memberOf(WORKERS, builtIn, 'worker')();
