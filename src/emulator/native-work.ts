// Work-groups that a native worker (native/kernel_worker.h) runs: its parameters and its report.

import type { GroupsParameter } from './batch-layout.js';

/** Opaque machine code of a kernel, which an engine hands to native workers. */
export interface DelegatedCode {
  readonly kernel: object;
  /** Wave-instructions after which it comes back. */
  readonly budget: number;
  /** Its processor takes denormal operands for zeros. */
  readonly denormalsAreZero: boolean;
}

/** Work-groups of a launch: those that it has, and then those that the cursor gives, as many as there are. */
export interface Assignment extends DelegatedCode, Readonly<Record<GroupsParameter, number>> {
  /** Of GroupCursor. */
  readonly cursor: SharedArrayBuffer;
  readonly total: number;
  readonly batch: number;
  /** Position of its first work-group in the order of the launch. */
  readonly first: number;
}

/**
 * Point at which it stopped: all calls of the function except the last one, and the work-groups of the last call, which
 * the fields of the batch describe.
 */
export interface NativeWorkReport {
  /** Return value of the function. */
  readonly result: number;
  /** The rest of the budget. */
  readonly left: number;
  /** Work-groups that were started, and meetings at their barriers. */
  readonly groups: number;
  readonly barriers: number;
  /**
   * The last call's: where in the order of the launch they begin, how many there are, and whether the first one was in
   * progress.
   */
  readonly first: number;
  readonly count: number;
  readonly resumes: number;
  /** Arguments of the calls that report a fault. */
  readonly faults: readonly (readonly [code: number, low: number, high: number, kind: number])[];
}
