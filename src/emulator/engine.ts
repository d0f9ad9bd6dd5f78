// The contract of everything that executes wavefronts.

import type { GroupBatch } from './group-batch.js';
import type { LaunchDescriptor } from './launch.js';
import type { DelegatedCode, NativeWorkReport } from './native-work.js';
import type { Wavefront } from './wavefront.js';

/**
 * Why an engine gave a wavefront back:
 * `end` it has finished; `barrier` it waits for its work-group (pc is behind the barrier); `fault` see
 * `wavefront.fault`;
 * `breakpoint` a probe wants to stop before the instruction at pc; `budget` it can continue; `yield` it can, and waits
 * for another wavefront.
 */
export type RunOutcomeKind = 'end' | 'barrier' | 'fault' | 'breakpoint' | 'budget' | 'yield';

/** Nanoseconds of a thread. */
export interface Preparation {
  /** Kernels made into what the host can compile. */
  translationNs: number;
  /** Compilation by the host, as far as it was waited for. */
  compilationNs: number;
}

/**
 * Executes instructions of wavefronts whose state lies in shared memory (state.ts).
 *
 * The state after a fault is the same in all engines. All instructions before it have been executed and none after it,
 * as far as GPU memory shows; the instruction itself has made the allowed accesses, in all its active lanes: a refused
 * load or atomic reads 0, a refused store writes nothing, dword by dword. It counts as executed, and so does an invalid
 * instruction (in unit `other`). The report names the first refused access: of the lowest lane, and in that lane the
 * first one. pc is at the instruction. Registers and LDS of the work-group are undefined from then on: compiled code
 * may be past the instruction already.
 */
export interface Engine {
  readonly name: string;
  /** Time that the engines of this thread have spent on making kernels ready; absent when they do not do that. */
  readonly preparation?: Readonly<Preparation> | undefined;
  /**
   * Announces a kernel before its first wavefront: the engine drops what it knows of the code range if the bytes there
   * have changed, and may compile. Never throws for bad code: that faults when it is reached.
   */
  prepare(launch: LaunchDescriptor): void;
  /** Makes ready at once what the first wavefront of a launch that is prepared would wait for. */
  warm?(launch: LaunchDescriptor): void;
  /**
   * Translates a kernel, for other threads above all.
   * @param part which ranges of its code, as another engine of this kind has chosen them; undefined for all of it
   */
  translate?(launch: LaunchDescriptor, part: readonly number[] | undefined): void;
  /**
   * Runs one wavefront until something of Outcome happens.
   *
   * @param budget instructions after which 'budget' is returned; engines may exceed it by one basic block
   */
  run(wavefront: Wavefront, budget: number): RunOutcomeKind;

  /**
   * Runs work-groups of a batch as `Dispatch` would, one after the other, beginning inside of one when the batch
   * resumes. They are unobserved.
   *
   * @param budget as for `run`; the engine may stop inside of a work-group when it is used up
   * @returns the outcome of the wavefront of field `turn` (batch-layout.ts); `left` nothing is left to handle, but the
   * work-group continues; `over` the work-groups that were started have ended; undefined when the engine has done
   * nothing
   */
  runGroups?(batch: GroupBatch, budget: number): RunOutcomeKind | 'left' | 'over' | undefined;

  /** True if native workers can run work-groups of a prepared launch now. */
  assists?(launch: LaunchDescriptor): boolean;
  /**
   * Code and data by which a native worker runs such work-groups in place of `runGroups`; undefined when it cannot, or
   * cannot now. The batch is not changed until `reclaim`.
   */
  delegate?(batch: GroupBatch): DelegatedCode | undefined;
  /** The native worker is back. @returns what `runGroups` would have for its last call */
  reclaim?(batch: GroupBatch, report: NativeWorkReport): RunOutcomeKind | 'left' | 'over';

  /**
   * Number of consecutive unobserved work-groups from a number on, in steps of 1 or -1: the one after them is observed,
   * and run by `run`. Absent: as the dispatch's probe defines it.
   */
  unobserved?(launch: LaunchDescriptor, number: number, step: number): number;

  /**
   * Called between the last `run` of a dispatch and the next one: an engine that has changed how the thread computes
   * undoes it.
   */
  pause?(): void;

  /** Called when nothing more will run: an engine that learned something for later runs keeps it now. */
  close?(): void;
}
