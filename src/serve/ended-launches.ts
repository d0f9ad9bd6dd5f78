// What has been launched so far, within bounds: sums by kernel, and the last launches.

import type { EndedLaunch, KernelTimes } from './protocol.js';

const RECENT = 100;
/** Kernels with a sum of their own; a program may make any number of them. */
const KERNELS = 500;
/** Of these, those that are told. */
const TOLD = 50;
const OTHERS = '(others)';

type Sum = { -readonly [K in keyof KernelTimes]: KernelTimes[K] };

export class EndedLaunches {
  count = 0;
  failed = 0;
  workGroups = 0;
  private readonly sums = new Map<string, Sum>();
  /** A ring: the latest one is before `next`. */
  private readonly ring: EndedLaunch[] = [];
  private next = 0;

  add(launch: EndedLaunch): void {
    const failed = launch.failure === '' ? 0 : 1;
    this.count++;
    this.failed += failed;
    this.workGroups += launch.taken;
    this.ring[this.next] = launch;
    this.next = (this.next + 1) % RECENT;
    const sum = this.sumOf(launch.kernel);
    sum.launches++;
    sum.failed += failed;
    sum.ms += launch.ms;
    sum.longestMs = Math.max(sum.longestMs, launch.ms);
    sum.workGroups += launch.taken;
  }

  private sumOf(name: string): Sum {
    const kernel = this.sums.has(name) || this.sums.size < KERNELS ? name : OTHERS;
    let sum = this.sums.get(kernel);
    if (!sum) this.sums.set(kernel, (sum = { kernel, launches: 0, failed: 0, ms: 0, longestMs: 0, workGroups: 0 }));
    return sum;
  }

  /** The latest first. */
  get recent(): readonly EndedLaunch[] {
    return [...this.ring.slice(this.next), ...this.ring.slice(0, this.next)].reverse();
  }

  get kernels(): readonly KernelTimes[] {
    return [...this.sums.values()].sort((a, b) => b.ms - a.ms).slice(0, TOLD);
  }
}
