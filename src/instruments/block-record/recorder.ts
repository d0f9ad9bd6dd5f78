// `atoll record --blocks` as an instrument of a run: its worker writes the file.

import type { BlockRecordOptions } from '../../timing/records/one-launch.js';
import type { Instrument } from '../instrument.js';

export const blockRecorder = (options: BlockRecordOptions): Instrument => ({
  name: 'block-record',
  options,
  worker: { builtIn: 'block-record' },
  observes: 'accesses',
});
