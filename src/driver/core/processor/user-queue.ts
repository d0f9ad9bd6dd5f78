// Launches of the control plane itself: for devices driven by system calls, and for programs inside of Atoll, which
// have no guest and no ring.

import type { KernelLaunch } from '../../../launch/convention.js';
import { required } from '../../../util/required.js';
import type { LaunchQueue, LaunchSnapshot, Submission } from './queue.js';

/** Plain data: it crosses threads. */
export interface LaunchRequest {
  readonly program: number;
  /** Index of the kernel in the program. */
  readonly kernel: number;
  readonly device: number;
  readonly launch: KernelLaunch;
  /** Snapshot of its recording, if there is one. */
  readonly snapshot?: LaunchSnapshot;
}

export class DirectQueue implements LaunchQueue {
  readonly doorbell = undefined;
  readonly damage = undefined;
  private readonly waiting: { readonly number: bigint; readonly order: LaunchRequest }[] = [];

  /** @param onEnd called for each launch that is over, with the reason if it did not end well */
  constructor(private readonly onEnd: (launch: bigint, failure: string | undefined) => void) {}

  /** @param number names the launch in the event of its end */
  push(number: bigint, order: LaunchRequest): void {
    this.waiting.push({ number, order });
  }

  get hasWork(): boolean {
    return this.waiting.length > 0;
  }

  take(): Submission {
    const { number, order } = required(this.waiting.shift(), 'launch that waits');
    const { program, kernel, device, launch, snapshot } = order;
    return {
      ...(snapshot ? { snapshot } : {}),
      // Its end is reported to the control plane.
      signal: undefined,
      sequence: number,
      device,
      launch,
      origin: { program, kernel, call: 0 },
      name: `kernel ${kernel} of program ${program}`,
      following: () => this.following(order),
      find: (programs) => programs.find(program, kernel),
      begin: () => {},
      end: (failure) => this.onEnd(number, failure),
    };
  }

  private following({ program, kernel }: LaunchRequest): number {
    const other = this.waiting.findIndex(({ order }) => order.program !== program || order.kernel !== kernel);
    return other < 0 ? this.waiting.length : other;
  }

  lose(): void {
    this.waiting.length = 0;
  }
}
