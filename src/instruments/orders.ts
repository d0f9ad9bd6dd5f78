// Instruments on their way to the thread that runs launches.

import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { AtollError } from '../util/errors.js';
import type { Instrument, InstrumentModule, InstrumentOrder } from './instrument.js';

/** The module of a worker. @throws AtollError BAD_OPTION naming its file */
export function loadModule(name: string, file: string): InstrumentModule {
  let module: Partial<InstrumentModule>;
  try {
    module = createRequire(file)(file) as Partial<InstrumentModule>;
  } catch (error) {
    const { message } = error as Error;
    throw new AtollError('BAD_OPTION', `${file}: the worker of instrument '${name}' cannot be loaded: ${message}`);
  }
  if (typeof module.createWorker === 'function') return module as InstrumentModule;
  throw new AtollError('BAD_OPTION', `${file}: the worker of instrument '${name}' exports no createWorker`);
}

/**
 * Checks instruments before a program starts: their workers are loaded in this thread, too.
 * @throws AtollError BAD_OPTION for two of one name, or a worker that cannot be loaded
 */
export function orderInstruments(instruments: readonly Instrument[]): readonly InstrumentOrder[] {
  return instruments.flatMap(({ name, options, worker, observes = 'instructions' }, n) => {
    if (instruments.findIndex((other) => other.name === name) !== n)
      throw new AtollError('BAD_OPTION', `two instruments have the name '${name}'`, 'use distinct names');
    if (worker === undefined) return [];
    if (!(worker instanceof URL)) return { name, options, observes, ...worker };
    if (worker.protocol !== 'file:')
      throw new AtollError('BAD_OPTION', `the worker of instrument '${name}' is not a file: ${worker.href}`);
    const file = fileURLToPath(worker);
    loadModule(name, file);
    return { name, options, observes, file };
  });
}
