// Observes the kernels of all guests: a tracer, a debugger.

import type { LaunchDescriptor } from '../../../emulator/launch.js';
import type { GpuMemory } from '../../../emulator/memory.js';
import type { Observations, SimulatedTime } from '../../../emulator/observations.js';
import type { Probe } from '../../../emulator/probes.js';
import type { LoadedCode } from '../../../launch/code.js';
import type { FailedCall } from '../../../launch/failed-call.js';
import type { HostEvent } from '../../../launch/host-event.js';
import type { AllocationRecord } from './messages.js';
import type { Submission } from './queue.js';
import type { LaunchRun } from './remote-executor.js';

export interface ObservedLaunch {
  readonly kernel: LoadedCode;
  readonly memory: GpuMemory;
  readonly submission: Pick<Submission, 'launch' | 'snapshot' | 'origin' | 'device'>;
}

export interface Observer {
  /** Probe of one guest's kernels. */
  probe(session: number): Probe | undefined;
  /**
   * A launch stopped at a breakpoint or with a fault; called on the processor thread, which waits for the answer.
   *
   * @returns `continue`: continue, or report the fault; `quit`: the guest is being killed, it gets no more messages;
   * `gone`: it has left meanwhile; `restart`: the launch is restarted, memory is as it was then
   */
  stopped?(session: number, dispatch: LaunchRun): 'continue' | 'quit' | 'gone' | 'restart';
  /** A call of a guest has failed, and its thread waits; no kernel executes meanwhile. Answers as `stopped` does. */
  callFailed?(session: number, failed: FailedCall): 'continue' | 'quit' | 'gone';
  /** An operation of a guest on memory; it precedes the launches that follow. */
  onHostEvent?(session: number, event: HostEvent): void;
  /** A launch begins: nothing of it has been executed. */
  begun?(session: number, launch: LaunchDescriptor, what: ObservedLaunch): void;
  /** A guest has got memory, or given it back: then only its address is known. */
  memory?(session: number, allocation: AllocationRecord, allocated: boolean): void;
  /** A slice of a guest's launch is over, and the launch is not. @returns why it will never be, if that is known */
  stuck?(session: number): string | undefined;
  /** Observations of a finished launch of a guest; called once for each. */
  collected?(session: number): Observations | undefined;
  /** Simulated time of a finished launch of a guest, for its profiling events. */
  simulated?(session: number): SimulatedTime | undefined;
  /** It has ended, and the guest does not know it yet. @param failure why it did not end well */
  ended?(session: number, launch: LaunchDescriptor, failure: string | undefined): void;
  /** A guest is gone: what is known of it can be dropped. */
  left?(session: number): void;
}
