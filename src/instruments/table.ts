// The built-in instruments that options of a run select, in the order of their outputs. Each is loaded on use.

import { flagOf, type Settings } from '../config/config.js';
import { AtollError } from '../util/errors.js';
import type { OptionSpec } from '../util/option-spec.js';
import { coverageOptions } from './coverage/options.js';
import type { Instrument } from './instrument.js';
import { isaTraceOptions } from './isa-trace/options.js';
import { ldsCheckOptions } from './lds-check/options.js';
import { profileOptions } from './profile/options.js';
import { statisticsOptions } from './statistics/options.js';
import { timelineOptions } from './timeline/options.js';
import { timingOptions } from './timing/options.js';
import { userOptions } from './user/options.js';

/** The module of a built-in instrument. */
export interface InstrumentDefinition {
  /** @throws AtollError BAD_OPTION */
  createInstrument(settings: Settings): Instrument | readonly Instrument[];
}

interface InstrumentRow {
  /** The option that selects it. */
  readonly key: keyof Settings;
  readonly options: Readonly<Record<string, OptionSpec>>;
  readonly load: () => Promise<InstrumentDefinition>;
}

const INSTRUMENTS: readonly InstrumentRow[] = [
  { key: 'trace', options: timelineOptions, load: () => import('./timeline/collect.js') },
  { key: 'timing', options: timingOptions, load: () => import('./timing/collect.js') },
  { key: 'stats', options: statisticsOptions, load: () => import('./statistics/collect.js') },
  { key: 'coverage', options: coverageOptions, load: () => import('./coverage/collect.js') },
  { key: 'instrument', options: userOptions, load: () => import('./user/collect.js') },
  { key: 'traceIsa', options: isaTraceOptions, load: () => import('./isa-trace/collect.js') },
  { key: 'checkLds', options: ldsCheckOptions, load: () => import('./lds-check/collect.js') },
  { key: 'report', options: profileOptions, load: () => import('./profile/collect.js') },
];

const isGiven = (settings: Settings, name: string): boolean =>
  ![undefined, false].includes(settings[name as keyof Settings] as undefined);

/** @throws AtollError BAD_OPTION for an option that has no effect without the one that selects its instrument */
function checkSelected(settings: Settings, { key, options }: InstrumentRow): void {
  const lone = Object.keys(options).find((name) => isGiven(settings, name));
  if (isGiven(settings, key) || lone === undefined) return;
  const flag = `--${flagOf(key)}`;
  throw new AtollError('BAD_OPTION', `--${flagOf(lone)} needs ${flag}`, `add ${flag}`);
}

/** The instruments that the settings of a run select. @throws AtollError BAD_OPTION */
export async function selectedInstruments(settings: Settings): Promise<readonly Instrument[]> {
  const selected: Instrument[] = [];
  for (const row of INSTRUMENTS) {
    checkSelected(settings, row);
    if (isGiven(settings, row.key)) selected.push(...[(await row.load()).createInstrument(settings)].flat());
  }
  return selected;
}
