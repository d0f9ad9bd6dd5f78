// Time limit of a launch.

import type { ActiveLaunch } from './launch-slot.js';

export class TimeLimit {
  /** @param ms undefined for no limit */
  constructor(private readonly ms: number | undefined) {}

  isOver({ startNs }: ActiveLaunch): boolean {
    return this.ms !== undefined && process.hrtime.bigint() - startNs > BigInt(Math.round(this.ms * 1e6));
  }

  /** Milliseconds until one of these launches is late; -1 when none will be. */
  untilLate(runnings: readonly ActiveLaunch[]): number {
    if (this.ms === undefined || runnings.length === 0) return -1;
    const oldest = runnings.map(({ startNs }) => startNs).reduce((least, start) => (start < least ? start : least));
    return Math.max(1, this.ms - Number(process.hrtime.bigint() - oldest) / 1e6);
  }

  /** Why it was stopped. */
  text({ dispatch }: ActiveLaunch): string {
    return `kernel ${dispatch.launch.kernel} stopped after ${this.ms} ms (--timeout)\n${dispatch.describe()}`;
  }
}
