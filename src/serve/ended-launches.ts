// What has been launched so far, within bounds: sums by kernel, and the last launches.

import type { Size3 } from '../emulator/launch.js';
import { sizeText } from '../report/sizes.js';
import type { EndedLaunch, KernelTimes } from './protocol.js';

const RECENT = 100;
/** Kernels with a sum of their own; a program may make any number of them. */
const KERNELS = 500;
/** Of these, those that are told. */
const TOLD = 50;
const OTHERS = '(others)';

/** One that is over; what is text for a person is made when somebody looks. */
export interface OverLaunch extends Omit<EndedLaunch, 'global' | 'local'> {
  readonly globalSize: Size3;
  readonly localSize: Size3;
}

type Sum = { -readonly [K in keyof KernelTimes]: KernelTimes[K] };

export class EndedLaunches {
  count = 0;
  failed = 0;
  workGroups = 0;
  private readonly sums = new Map<string, Sum>();
  /** A ring: the latest one is before `next`. */
  private readonly ring: OverLaunch[] = [];
  private next = 0;

  add(launch: OverLaunch): void {
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
    const { ring, next } = this;
    return [...ring.slice(next), ...ring.slice(0, next)].reverse().map(({ globalSize, localSize, ...launch }) => ({
      ...launch,
      global: sizeText(globalSize),
      local: sizeText(localSize),
    }));
  }

  get kernels(): readonly KernelTimes[] {
    return [...this.sums.values()].sort((a, b) => b.ms - a.ms).slice(0, TOLD);
  }
}
