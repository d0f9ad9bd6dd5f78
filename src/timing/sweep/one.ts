// One simulation of a sweep.

import { isaOfCode } from '../../isa/load-isa.js';
import { timeAtLevel } from '../levels/level.js';
import { withRecords } from '../records/reader.js';
import { configurationOfCase, type SweepResult, type SweepTask } from './cases.js';

/** @throws AtollError BAD_OPTION, BAD_INPUT, LIMIT */
export function runTask(task: SweepTask): SweepResult {
  const configuration = configurationOfCase(task);
  return withRecords(task.file, (records) => {
    const { isa, kernel } = records.launch;
    isaOfCode(isa);
    const result = timeAtLevel(task.level, records, configuration);
    const nanoseconds = Math.ceil((result.cycles * 1000) / configuration.values.gpu.clockMHz);
    return { ...task, kernel, ...result, nanoseconds };
  });
}
