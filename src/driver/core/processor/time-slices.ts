// Time slices: the amount of a launch that a thread executes before it checks for other guests, new commands and
// cancellation.

import { timed } from '../../../util/trace-spans.js';
import type { LaunchRun } from './remote-executor.js';

/**
 * Wave-instructions of the first slice: a few milliseconds of an interpreter, and soon enough to see that a launch is
 * long.
 */
const FIRST = 20_000;
/**
 * Those of the longest one: a third of a millisecond of the fastest code, some ten of slow instructions. Compiled code
 * would spend a third of its time on stopping after 20,000.
 */
const MAX_STEPS = 320_000;

/**
 * The slices of one launch on one thread. They depend on nothing but their number and the launches before: where a
 * wavefront is interrupted decides which one is next, and a launch on one worker has to do the same in every run.
 */
export class Slices {
  private next: number;

  /** @param isMeasured whether the kernel has been launched before: then it is seen at once how long a launch is */
  constructor(isMeasured = false) {
    this.next = isMeasured ? MAX_STEPS : FIRST;
  }

  /** Lets the dispatch continue for the next slice. */
  run(dispatch: LaunchRun): ReturnType<LaunchRun['run']> {
    const budget = dispatch.runsGroups ? this.next : FIRST;
    this.next = Math.min(2 * this.next, MAX_STEPS);
    const before = dispatch.counts.workGroups;
    const details = () => ({ workGroups: dispatch.counts.workGroups - before });
    return timed(
      'work-groups',
      () => dispatch.run(budget),
      () => ({ name: dispatch.launch.kernel, details: details() }),
    );
  }
}
