// One simulation of a sweep.

import { isaOfCode } from '../../isa/load-isa.js';
import { timeAtLevel } from '../levels/level.js';
import { withRecords } from '../records/reader.js';
import { configurationOfCase, type SweepCase, type SweepResult } from './cases.js';

/** @throws AtollError BAD_OPTION, BAD_INPUT, LIMIT */
export function runCase(file: string, one: SweepCase): SweepResult {
  const configuration = configurationOfCase(one);
  return withRecords(file, (records) => {
    isaOfCode(records.launch.isa);
    const result = timeAtLevel(one.level, records, configuration);
    return { ...one, ...result, nanoseconds: Math.ceil((result.cycles * 1000) / configuration.values.gpu.clockMHz) };
  });
}
