// Data of a launch on one chip for a page about simulated time, as plain data.

import { disassemble } from '../../isa/disassemble.js';
import { isaNamed } from '../../isa/isas.js';
import type { Configuration } from '../../timing/config/configuration.js';
import { type Residency, type ResidencyChange, residencyOf, whatIfs } from '../../timing/levels/residency.js';
import { type LineTime, timeOfLines } from '../../timing/model/lines.js';
import type { OverTime } from '../../timing/model/over-time.js';
import type { TimingResult } from '../../timing/model/result.js';
import { simulate } from '../../timing/model/simulate.js';
import type { SimulationPool } from '../../timing/model/simulation-pool.js';
import type { RecordFile } from '../../timing/records/reader.js';
import { type LaunchWork, workOf } from '../../timing/records/work.js';
import { required } from '../../util/required.js';

export interface SimulatedLaunchData {
  readonly configuration: Configuration;
  readonly result: TimingResult;
  readonly work: LaunchWork;
  readonly overTime: OverTime;
  readonly residency: Residency;
  readonly whatIfs: readonly ResidencyChange[];
  /** Disassembly by offset. */
  readonly texts: ReadonlyMap<number, string>;
  /** Undefined where the program was built without. */
  readonly lines: readonly LineTime[] | undefined;
}

/** @throws AtollError BAD_INPUT, LIMIT for work-groups that do not fit */
export function simulated(
  records: RecordFile,
  configuration: Configuration,
  pool?: SimulationPool,
): SimulatedLaunchData {
  const { launch } = records;
  const { values } = configuration;
  let seen: OverTime | undefined;
  const result = simulate(records, configuration, { pool, overTime: (samples) => void (seen = samples) });
  return {
    configuration,
    result,
    work: workOf(records, values),
    overTime: required(seen, 'samples'),
    residency: residencyOf(values, launch),
    whatIfs: whatIfs(values, launch),
    texts: new Map(disassemble(isaNamed(launch.isa), launch.code).map(({ offset, text }) => [offset, text])),
    lines: launch.source && timeOfLines(result.instructions, launch.source),
  };
}
