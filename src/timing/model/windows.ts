// A window after the other: work-groups get their places, compute units run, what they request is served and answered.
// Threads share all but the first.

import { required } from '../../util/required.js';
import type { SimulatedMachine } from './machine.js';
import type { WindowPhase } from './pool-words.js';
import { Share } from './share.js';
import type { SimulationPool } from './simulation-pool.js';

/** Milliseconds by the clock, and windows. */
export interface WindowCost {
  windows: number;
  /** Windows that helpers had a part in. */
  shared: number;
  /** Time of the parallel work of this thread: compute units, requests to L2 and DRAM. */
  units: number;
  requests: number;
  /** Waiting for helpers. */
  waiting: number;
  /** Time of the serial work: work-groups get their places. */
  dispatch: number;
  /** Making the helpers ready. */
  start: number;
}

export const noEffort = (): WindowCost => ({
  windows: 0,
  shared: 0,
  units: 0,
  requests: 0,
  waiting: 0,
  dispatch: 0,
  start: 0,
});

/** Fewer requests than these are served sooner than by helpers. */
const MIN_REQUESTS = 64;

export class Windows {
  private readonly alone: Share;
  private readonly shared: Share;
  private readonly threads: number;

  constructor(
    private readonly machine: SimulatedMachine,
    private readonly helpers: SimulationPool | undefined,
    private readonly effort: WindowCost | undefined,
  ) {
    this.threads = helpers?.threads ?? 1;
    helpers?.pace.launch();
    this.alone = new Share(machine, 1);
    this.shared = new Share(machine, this.threads);
  }

  pass(from: number, before: number): void {
    const { machine, alone, threads, effort } = this;
    const { core } = machine;
    const begun = this.now();
    const together = this.shares;
    core.dispatch(from, before);
    if (effort) {
      effort.windows++;
      effort.shared += together ? 1 : 0;
      effort.dispatch += this.now() - begun;
    }
    this.part('run', together, from, before);
    const sharing = together ? threads : 1;
    if (together && core.requested(sharing) >= MIN_REQUESTS) {
      this.part('serve', true, from, before);
      this.part('answer', true, from, before);
      return;
    }
    const start = this.now();
    if (core.requested(sharing) > 0) for (let n = 0; n < sharing; n++) core.serveChannels(n, sharing);
    alone.answer(from, before);
    if (effort) effort.requests += this.now() - start;
  }

  private get shares(): boolean {
    const { helpers } = this;
    if (!helpers) return false;
    return helpers.always || (helpers.isReady && helpers.pace.next(() => performance.now()));
  }

  private now(): number {
    return this.effort ? performance.now() : 0;
  }

  /** A part of a window, by this thread, and by those that help. */
  private part(part: WindowPhase, together: boolean, from: number, before: number): void {
    const { helpers, effort } = this;
    const begun = this.now();
    let done = begun;
    if (together) required(helpers, 'helpers').begin(part, from, before);
    try {
      (together ? this.shared : this.alone)[part](from, before);
      done = this.now();
    } finally {
      if (together) required(helpers, 'helpers').wait();
    }
    if (!effort) return;
    effort[part === 'run' ? 'units' : 'requests'] += done - begun;
    effort.waiting += this.now() - done;
  }
}
