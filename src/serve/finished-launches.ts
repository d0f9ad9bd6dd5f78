// Finished launches, within bounds: sums by kernel, and the last launches.

import type { Size3 } from '../emulator/launch.js';
import { sizeText } from '../report/sizes.js';
import type { EndedLaunch, KernelTimes, SimulatedTimes } from './protocol.js';

const RECENT = 100;
/** Kernels with a sum of their own; a program may make any number of them. */
const KERNELS = 500;
/** Of these, those that are listed. */
const MAX_REASONS = 50;
const OTHERS = '(others)';

/** A launch on a simulated chip: its clock's cycles, and the cycles of its slots, by reason. */
export interface SimulatedLaunch {
  readonly cycles: number;
  readonly ns: number;
  readonly slotCycles: number;
  readonly stalls: Readonly<Record<string, number>>;
}

/** One that is over; its text is made on access. */
export interface FinishedLaunch extends Omit<EndedLaunch, 'global' | 'local'> {
  readonly simulated?: SimulatedLaunch;
  readonly globalSize: Size3;
  readonly localSize: Size3;
}

/** Maximum number of listed reasons of a kernel. */
const REASONS = 4;

type Sum = { -readonly [K in keyof Omit<KernelTimes, 'simulated'>]: KernelTimes[K] };

/** Of a kernel's launches that were simulated. */
class SimulatedSum {
  private launches = 0;
  private cycles = 0;
  private ns = 0;
  private slotCycles = 0;
  private readonly stalls = new Map<string, number>();

  add({ cycles, ns, slotCycles, stalls }: SimulatedLaunch): void {
    this.launches++;
    this.cycles += cycles;
    this.ns += ns;
    this.slotCycles += slotCycles;
    for (const [reason, count] of Object.entries(stalls))
      this.stalls.set(reason, (this.stalls.get(reason) ?? 0) + count);
  }

  snapshot(): SimulatedTimes {
    const { launches, cycles, ns, slotCycles } = this;
    const reasons = [...this.stalls]
      .filter(([, count]) => count > 0)
      .sort((a, b) => b[1] - a[1])
      .slice(0, REASONS)
      .map(([name, count]) => [name, count / slotCycles] as const);
    return { launches, cycles, ms: ns / 1e6, reasons };
  }
}

export class FinishedLaunches {
  count = 0;
  failed = 0;
  workGroups = 0;
  private readonly sums = new Map<string, Sum>();
  /** Of those that are simulated, by the same names. */
  private readonly simulated = new Map<string, SimulatedSum>();
  /** A ring: the latest one is before `next`. */
  private readonly ring: FinishedLaunch[] = [];
  private next = 0;

  add(launch: FinishedLaunch): void {
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
    if (launch.simulated) this.simulatedOf(sum.kernel).add(launch.simulated);
  }

  private simulatedOf(kernel: string): SimulatedSum {
    let sum = this.simulated.get(kernel);
    if (!sum) this.simulated.set(kernel, (sum = new SimulatedSum()));
    return sum;
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
    return [...ring.slice(next), ...ring.slice(0, next)]
      .reverse()
      .map(({ globalSize, localSize, simulated: _, ...launch }) => ({
        ...launch,
        global: sizeText(globalSize),
        local: sizeText(localSize),
      }));
  }

  get kernels(): readonly KernelTimes[] {
    const longest = [...this.sums.values()].sort((a, b) => b.ms - a.ms).slice(0, MAX_REASONS);
    return longest.map((sum) => {
      const simulated = this.simulated.get(sum.kernel)?.snapshot();
      return simulated ? { ...sum, simulated } : sum;
    });
  }
}
