// Sampling of launches, in the manner of PKA: similar launches form a group, the first few of which are simulated in
// detail. For the others the interval model gives the time, scaled by its error in these. From time to time one more is
// simulated to measure the error.

import type { Parameters } from '../config/parameters.js';
import type { RecordFile } from '../records/reader.js';
import { type Interval, intervalOf } from './interval.js';

/** A launch that has not been simulated. */
export interface LaunchEstimate {
  readonly executionCycles: number;
  /** Launches of its group that have been simulated until then. */
  readonly simulated: number;
  /** By how much estimates of such were wrong on average, as a share; absent where none has been checked. */
  readonly error?: number;
}

interface Group {
  seen: number;
  simulated: number;
  /** Cycles of the simulated ones, in detail and by the interval model. */
  detailed: number;
  intervalCycles: number;
  checked: number;
  /** Sum of how wrong estimates were that have been checked. */
  wrong: number;
}

/**
 * By the interval model launches of one group take the same time but for this factor: what makes it wrong is the same
 * in all of them.
 */
const LIKE = 1.2;

/** They do the same work, but for a factor below two. */
const signature = ({ launch }: RecordFile, chip: string, { serial }: Interval): string => {
  const { kernel, groups, wavefronts, ldsBytes, vgprs, sgprs } = launch;
  const work = Math.round(Math.log2(1 + serial));
  return [chip, kernel, groups, wavefronts, ldsBytes, vgprs, sgprs, work].join(' ');
};

const isPower = (count: number): boolean => Math.log2(count) % 1 === 0;

export class LaunchSampler {
  private readonly groups = new Map<string, Group[]>();

  /** @param first launches of each group that are simulated; after them the 2^n-th ones, to check */
  constructor(private readonly first: number) {}

  /**
   * The estimate of a launch; undefined when it was simulated.
   * @param chip the name of the configuration
   * @param simulate simulates it in detail, and gives its cycles of execution
   */
  time(records: RecordFile, chip: string, parameters: Parameters, simulate: () => number): LaunchEstimate | undefined {
    const intervals = intervalOf(records, parameters);
    const intervalCycles = intervals.cycles;
    const key = signature(records, chip, intervals);
    const group = this.groupOf(key, intervalCycles);
    group.seen++;
    const estimate =
      group.intervalCycles > 0 ? Math.round((intervalCycles * group.detailed) / group.intervalCycles) : undefined;
    if (estimate !== undefined && group.seen > this.first && !isPower(group.seen)) {
      const { simulated, checked, wrong } = group;
      return { executionCycles: estimate, simulated, ...(checked > 0 ? { error: wrong / checked } : {}) };
    }
    const detailed = simulate();
    if (estimate !== undefined && detailed > 0) {
      group.checked++;
      group.wrong += Math.abs(estimate / detailed - 1);
    }
    group.simulated++;
    group.detailed += detailed;
    group.intervalCycles += intervalCycles;
    return undefined;
  }

  private groupOf(key: string, intervalCycles: number): Group {
    let groups = this.groups.get(key);
    if (!groups) this.groups.set(key, (groups = []));
    const like = (group: Group): boolean =>
      Math.abs(Math.log((intervalCycles * group.simulated) / group.intervalCycles)) < Math.log(LIKE);
    let group = groups.find(like);
    if (!group) groups.push((group = { seen: 0, simulated: 0, detailed: 0, intervalCycles: 0, checked: 0, wrong: 0 }));
    return group;
  }
}
