// Two engines that share the work-groups of launches: every n-th one is observed, the others run with fewer probes or
// none.

import type { Engine, RunOutcomeKind } from './engine.js';
import type { GroupBatch } from './group-batch.js';
import type { LaunchDescriptor } from './launch.js';
import type { Wavefront } from './wavefront.js';

class SamplingEngine implements Engine {
  readonly name: string;
  readonly preparation: Engine['preparation'];
  readonly runGroups?: NonNullable<Engine['runGroups']>;
  /** Set if the unobserved engine has run since the last pause. */
  private busy = false;

  constructor(
    private readonly plain: Engine,
    private readonly observed: Engine,
    private readonly everyOf: (launch: LaunchDescriptor) => number,
  ) {
    this.name = plain.name;
    this.preparation = plain.preparation;
    if (plain.runGroups) this.runGroups = (batch, budget) => this.groups(batch, budget);
  }

  unobserved(launch: LaunchDescriptor, number: number, step: number): number {
    const every = this.everyOf(launch);
    const beyond = number % every;
    return beyond === 0 || step < 0 ? beyond : every - beyond;
  }

  prepare(launch: LaunchDescriptor): void {
    this.plain.prepare(launch);
    this.observed.prepare(launch);
  }

  warm(launch: LaunchDescriptor): void {
    this.plain.warm?.(launch);
  }

  translate(launch: LaunchDescriptor, part: readonly number[] | undefined): void {
    this.plain.translate?.(launch, part);
  }

  private groups(batch: GroupBatch, budget: number): ReturnType<NonNullable<Engine['runGroups']>> {
    this.busy = true;
    return this.plain.runGroups!(batch, budget);
  }

  run(wavefront: Wavefront, budget: number): RunOutcomeKind {
    const { number, launch } = wavefront.workGroup;
    if (number % this.everyOf(launch) !== 0) {
      this.busy = true;
      return this.plain.run(wavefront, budget);
    }
    // It may have changed how the thread computes.
    if (this.busy) this.plain.pause?.();
    this.busy = false;
    return this.observed.run(wavefront, budget);
  }

  pause(): void {
    this.busy = false;
    this.plain.pause?.();
    this.observed.pause?.();
  }

  close(): void {
    this.plain.close?.();
    this.observed.close?.();
  }
}

/** @param everyOf work-groups whose number is a multiple of this are run by the engine that is observed */
export const createSampled = (plain: Engine, observed: Engine, everyOf: (launch: LaunchDescriptor) => number): Engine =>
  new SamplingEngine(plain, observed, everyOf);
