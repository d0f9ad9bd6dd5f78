// The built-in instruments that options of a run select. Each is loaded on use.

import { flagOf, type Settings } from '../config/config.js';
import { AtollError } from '../util/errors.js';
import { COLLECTORS } from './collectors.js';
import type { Instrument } from './instrument.js';
import type { InstrumentRow } from './instrument-row.js';

const isSet = (settings: Settings, name: string): boolean =>
  ![undefined, false].includes(settings[name as keyof Settings] as undefined);

const isSelected = (settings: Settings, { selectedBy }: InstrumentRow): boolean =>
  [selectedBy].flat().some((key) => isSet(settings, key));

/** @throws AtollError BAD_OPTION for an option that has no effect without the one that selects its instrument */
function checkSelected(settings: Settings, row: InstrumentRow): void {
  const lone = Object.keys(row.options).find((name) => isSet(settings, name));
  if (isSelected(settings, row) || lone === undefined) return;
  const flag = [row.selectedBy].flat().map((key) => `--${flagOf(key)}`)[0];
  throw new AtollError('BAD_OPTION', `--${flagOf(lone)} needs ${flag}`, `add ${flag}`);
}

/** The instruments that the settings of a run select. @throws AtollError BAD_OPTION */
export async function selectedInstruments(settings: Settings): Promise<readonly Instrument[]> {
  const selected: Instrument[] = [];
  for (const row of COLLECTORS) {
    checkSelected(settings, row);
    if (isSelected(settings, row)) selected.push(...[(await row.load()).createInstrument(settings)].flat());
  }
  return selected;
}
