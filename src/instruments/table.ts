// The built-in instruments that options of a run select, in the order of their outputs. Each is loaded on use.

import type { Settings } from '../config/config.js';
import type { Instrument } from './instrument.js';

/** The module of a built-in instrument. */
export interface InstrumentDefinition {
  /** @throws AtollError BAD_OPTION */
  createInstrument(settings: Settings): Instrument;
}

interface InstrumentRow {
  /** The option that selects it. */
  readonly key: keyof Settings;
  readonly load: () => Promise<InstrumentDefinition>;
}

const INSTRUMENTS: readonly InstrumentRow[] = [{ key: 'coverage', load: () => import('./coverage/collect.js') }];

/** The instruments that the settings of a run select. @throws AtollError BAD_OPTION */
export async function selectedInstruments(settings: Settings): Promise<readonly Instrument[]> {
  const selected: Instrument[] = [];
  for (const { key, load } of INSTRUMENTS)
    if (settings[key] !== undefined) selected.push((await load()).createInstrument(settings));
  return selected;
}
