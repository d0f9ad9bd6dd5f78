// The interval model: each wavefront continues from wait to wait, with the latencies of what it waits for; units,
// caches and channels that wavefronts share serve one after the other. In the manner of GPUMech and MDM.

import type { Parameters } from '../config/parameters.js';
import { type CoreName, memoryFor, SimulatedMachine } from '../model/machine.js';
import { checkFit } from '../model/simulate.js';
import type { RecordFile } from '../records/reader.js';

/** Words of a wavefront's records that are at hand at a time: few, for it goes through many wavefronts in turn. */
const RECORD_WORDS = 256;

export interface Interval {
  /** Of execution. */
  readonly cycles: number;
  /** Cycles of all wavefronts, as if each had its units alone and never waited. */
  readonly serial: number;
}

/** @throws AtollError BAD_INPUT, LIMIT for work-groups that do not fit */
export function intervalOf(
  records: RecordFile,
  parameters: Parameters,
  core: CoreName = 'wasm',
  recordWords = RECORD_WORDS,
): Interval {
  const machine = new SimulatedMachine(records, parameters, memoryFor(parameters, records, 1, recordWords), 0, core);
  checkFit(machine);
  const cycles = machine.core.passAll();
  return { cycles, serial: machine.doubles[machine.core.serialAt()]! };
}
