// Launches that stand still because a person wants to look at them. What is cancelled meanwhile still comes to its end.

import type { GuestContext } from './guest-context.js';
import type { ActiveLaunch } from './launch-slot.js';
import type { WorkerPool } from './worker-pool.js';

export class PauseController {
  private since: bigint | undefined;

  constructor(private readonly pool: WorkerPool) {}

  get isPaused(): boolean {
    return this.since !== undefined;
  }

  /** @param runs launches that are under way */
  hold(on: boolean, runs: readonly { readonly running: ActiveLaunch }[]): void {
    const { since } = this;
    if (on === this.isPaused) return;
    const now = process.hrtime.bigint();
    this.since = on ? now : undefined;
    this.pool.hold(on);
    if (since !== undefined) for (const { running } of runs) running.startNs += now - since;
  }

  /** True if there may be work for a guest. */
  lets({ leaving, runnings }: GuestContext): boolean {
    return !this.isPaused || leaving || runnings.some(({ failure }) => failure !== undefined);
  }

  /** Something was cancelled: executors that stand still have to see it. */
  cancelled(): void {
    if (this.isPaused) this.pool.hold(true);
  }
}
