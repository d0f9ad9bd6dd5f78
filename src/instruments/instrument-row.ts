// A built-in instrument in the table: the option that selects it, and its module.

import type { Settings } from '../config/config.js';
import type { OptionSpec } from '../util/option-spec.js';
import type { Instrument } from './instrument.js';

/** The module of a built-in instrument. */
export interface InstrumentDefinition {
  /** @throws AtollError BAD_OPTION */
  createInstrument(settings: Settings): Instrument | readonly Instrument[];
}

export interface InstrumentRow {
  /** The option that selects it, or several, each of which does. */
  readonly selectedBy: keyof Settings | readonly (keyof Settings)[];
  readonly options: Readonly<Record<string, OptionSpec>>;
  readonly load: () => Promise<InstrumentDefinition>;
}
