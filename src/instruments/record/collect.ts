// Recordings of launches as instruments of a run: workers write the files. `--on-fault` selects launches that fail,
// `atoll record` others.

import { resolve } from 'node:path';
import type { Settings } from '../../config/config.js';
import type { RecordOptions } from '../../replay/recorder.js';
import { AtollError } from '../../util/errors.js';
import { required } from '../../util/required.js';
import type { Instrument } from '../instrument.js';
import { recordReports } from './reports.js';

const FAULT_FILE = 'atoll-fault.rec';
/** Maximum of failed launches in one file. */
const MAX_FAILING = 8;

/** Keeps the memory of launches in a file, with what programs did with it before. */
export function memoryRecorder(name: 'record' | 'on-fault', options: RecordOptions): Instrument {
  let launches: number | undefined;
  return {
    name,
    needs: { hostEvents: true },
    options,
    worker: { builtIn: 'record' },
    observes: 'launches',
    collect: (count) => void (launches = count as number),
    reports: async () => recordReports(options.file, () => launches),
  };
}

/** @throws AtollError BAD_OPTION */
export function createInstrument({ onFault, schedule }: Pick<Settings, 'onFault' | 'schedule'>): Instrument {
  const parts = /^record(?:=(?<file>.+))?$/s.exec(required(onFault, 'value of --on-fault'));
  if (!parts) throw new AtollError('BAD_OPTION', `--on-fault: '${onFault}' is neither record nor record=file`);
  const file = resolve(parts.groups?.['file'] ?? FAULT_FILE);
  return memoryRecorder('on-fault', { file, kernel: undefined, first: 1, last: MAX_FAILING, schedule, failing: true });
}
