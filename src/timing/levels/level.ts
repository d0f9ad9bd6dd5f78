// Levels of the model: how much of a chip is simulated, and how long that takes.

import { AtollError } from '../../util/errors.js';
import type { Configuration } from '../config/configuration.js';
import { simulate } from '../model/simulate.js';
import type { RecordFile } from '../records/reader.js';
import { boundsOf, groupsAtOnce, largest } from './bounds.js';
import { intervalOf } from './interval.js';

export const LEVELS = {
  bounds: 'minimum work of each part of the chip; the largest is a lower bound of the time',
  interval: 'bounds, and the latencies that wavefronts cannot hide',
  sampled: 'the detailed model of the first work-groups, and a straight line from there on',
  detailed: 'the reference model',
} as const;
export type TimingLevel = keyof typeof LEVELS;
export const LEVEL_NAMES = Object.keys(LEVELS) as readonly TimingLevel[];

export interface LevelResult {
  readonly level: TimingLevel;
  /** From the packet to the completion. */
  readonly cycles: number;
  readonly executionCycles: number;
  /** Limit, or simulated part. */
  readonly note: string;
}

/** @throws AtollError BAD_OPTION */
export function levelNamed(name: string): TimingLevel {
  const level = LEVEL_NAMES.find((each) => each === name);
  if (level) return level;
  throw new AtollError('BAD_OPTION', `there is no level '${name}'`, `known ones: ${LEVEL_NAMES.join(', ')}`);
}

/** Times that the chip is filled by the work-groups that are sampled. */
const FILLED = 4;

function sampled(records: RecordFile, configuration: Configuration): readonly [cycles: number, note: string] {
  const { groups } = records.launch;
  const fills = groupsAtOnce(configuration.values, records) * configuration.values.gpu.computeUnits;
  const sample = FILLED * fills;
  const cycles = (count: number): number => simulate(records.first(count), configuration).executionCycles;
  // It says why none fits.
  if (fills === 0) cycles(1);
  if (sample >= groups) return [cycles(groups), `all ${groups} work-groups`];
  const [half, whole] = [cycles(sample / 2), cycles(sample)];
  const each = (whole - half) / (sample - sample / 2);
  return [
    whole + (groups - sample) * each,
    `${sample} of ${groups} work-groups (${((100 * sample) / groups).toFixed(1)} %)`,
  ];
}

/** @throws AtollError BAD_INPUT, LIMIT for work-groups that do not fit */
export function timeAtLevel(level: TimingLevel, records: RecordFile, configuration: Configuration): LevelResult {
  const { values } = configuration;
  const result = (cycles: number, note: string): LevelResult => {
    const executionCycles = Math.ceil(cycles);
    const around = values.dispatcher.cyclesBeforeLaunch + values.dispatcher.cyclesAfterLaunch;
    return { level, cycles: around + executionCycles, executionCycles, note };
  };
  switch (level) {
    case 'bounds': {
      const [bound, cycles] = largest(boundsOf(records, values));
      return result(cycles, `bound by ${bound}`);
    }
    case 'interval':
      return result(intervalOf(records, values).cycles, '');
    case 'sampled':
      return result(...sampled(records, configuration));
    case 'detailed':
      return result(simulate(records, configuration).executionCycles, '');
  }
}
