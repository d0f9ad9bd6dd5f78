// Launches that are executed elsewhere than in this process, or both here and there.

import type { Counts } from '../../../emulator/counts.js';
import type { Dispatch, DispatchOutcome } from '../../../emulator/dispatch.js';
import type { LaunchDescriptor } from '../../../emulator/launch.js';
import type { GpuMemory } from '../../../emulator/memory.js';
import type { LoadedCode } from '../../../launch/code.js';
import type { ComparedCompilation } from './compilation-comparison.js';
import type { AllocationRecord } from './messages.js';
import type { Submission } from './queue.js';
import type { TransferTotals } from './transfer-totals.js';

/** A launch in progress, as the command processor drives it; {@link Dispatch} is the usual one. */
export type LaunchRun = Pick<
  Dispatch,
  'counts' | 'launch' | 'fault' | 'stoppedAt' | 'runsGroups' | 'cancel' | 'describe'
> & {
  readonly counts: Counts;
  run(budget?: number): DispatchOutcome | 'failed';
  /** Those of its work-groups that are on our own unit. */
  readonly groups?: Dispatch['groups'];
  readonly saved?: Dispatch['saved'];
  /** After the outcome `failed`: why. */
  readonly failure?: string | undefined;
  /** Of a launch that was executed elsewhere and is over. */
  readonly traffic?: TransferTotals | undefined;
  /** Of a launch that is over: what other compilations of its kernel have made of it. */
  readonly compilations?: readonly ComparedCompilation[] | undefined;
};

export interface RemoteLaunch {
  readonly launch: LaunchDescriptor;
  readonly kernel: LoadedCode;
  readonly submission: Submission;
  readonly memory: GpuMemory;
  /** Begins it here. */
  readonly startHere: () => Dispatch;
}

export interface RemoteExecutor {
  /** Begins a launch; what does not work is its outcome. */
  start(session: number, what: RemoteLaunch): LaunchRun;
  /** A guest has got memory, or given it back: then only its address is known. */
  memory(session: number, allocation: AllocationRecord, allocated: boolean): void;
  programGone(session: number, program: number): void;
  left(session: number): void;
}
