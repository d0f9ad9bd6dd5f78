// Instruments of users: modules that export `createInstrument`.

import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { Settings } from '../../config/config.js';
import { AtollError } from '../../util/errors.js';
import type { Instrument } from '../instrument.js';

function refuse(file: string, reason: string): never {
  throw new AtollError('BAD_OPTION', `instrument ${file}: ${reason}`, 'docs/library.md has an example');
}

function exportsOf(file: string): { readonly createInstrument?: unknown } {
  const path = resolve(file);
  try {
    return createRequire(path)(path) as { readonly createInstrument?: unknown };
  } catch (error) {
    return refuse(file, `the module cannot be loaded: ${(error as Error).message}`);
  }
}

function isInstrument(value: unknown): value is Instrument {
  const { name, worker } = (value ?? {}) as Partial<Instrument>;
  return typeof name === 'string' && name !== '' && (worker === undefined || worker instanceof URL);
}

/** The instrument of a module. @throws AtollError BAD_OPTION naming the file */
export function loadInstrument(file: string): Instrument {
  const { createInstrument } = exportsOf(file);
  if (typeof createInstrument !== 'function') return refuse(file, 'the module exports no createInstrument');
  let created: unknown;
  try {
    created = createInstrument();
  } catch (error) {
    return refuse(file, `createInstrument has failed: ${(error as Error).message}`);
  }
  return isInstrument(created)
    ? created
    : refuse(
        file,
        'createInstrument returns no instrument: an instrument has a name, and the URL of its worker if there is one',
      );
}

/** @throws AtollError BAD_OPTION naming the file */
export const createInstrument = ({ instrument: files = [] }: Pick<Settings, 'instrument'>): readonly Instrument[] =>
  files.map(loadInstrument);
