// Execution order of the wavefronts of a work-group, by the values of `--schedule`.

import { RANDOM_SCHEDULE, SCHEDULES } from '../util/schedule-syntax.js';
import { RandomScheduler } from './random-scheduler.js';
import { functionalScheduler, type MakeScheduler, SLICE_INSTRUCTIONS } from './scheduler.js';

const [, LONG] = SCHEDULES;

/** Makes what decides the order, for each dispatch. @param schedule one of these words; undefined: `even` */
export function schedulerOf(schedule: string | undefined): MakeScheduler {
  if (schedule !== undefined && RANDOM_SCHEDULE.pattern.test(schedule)) {
    const seed = Number(schedule.slice(schedule.indexOf(':') + 1));
    return (residents = 1) => new RandomScheduler(seed, residents, SLICE_INSTRUCTIONS);
  }
  return (residents) => functionalScheduler(residents, undefined, schedule !== LONG);
}
