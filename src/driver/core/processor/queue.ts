// A queue of launches as the thread sees it that executes them: each device family decodes its own packets into these.

import type { GroupCursor } from '../../../emulator/cursor.js';
import type { GpuFault } from '../../../emulator/faults.js';
import type { LaunchDescriptor } from '../../../emulator/launch.js';
import type { SavedLaunch } from '../../../emulator/saved-groups.js';
import type { LoadedCode } from '../../../launch/code.js';
import type { KernelLaunch } from '../../../launch/convention.js';
import type { NamedAllocation } from '../../../launch/nearest-allocation.js';
import type { Programs } from './programs.js';

/** A word that a guest changes when it has work, and wakes when a thread sleeps on it. */
export interface Doorbell {
  /** Address of the futex word, and its value. */
  readonly view: Uint8Array;
  readonly byteOffset: number;
  readonly value: number;
  /**
   * Number of the host's processor on which it was rung last, negative if unknown; undefined if the word changes only
   * while a thread sleeps on it.
   */
  readonly ringer: number | undefined;
  /** Flag for the guest: a wake-up is needed. */
  sleeping: boolean;
}

/** The launching guest, and memory at that time: of a launch that is repeated without its program. */
export interface LaunchSnapshot {
  /** The call in words. */
  readonly launcher: string | undefined;
  readonly allocations: readonly NamedAllocation[];
}

/** The preparation of a launch that is requested again and again with the same contents. */
export interface RepeatedLaunch {
  kernel: LoadedCode | undefined;
  launch: LaunchDescriptor | undefined;
  /** The cursor of its last execution, if no other thread took part in that. */
  cursor: GroupCursor | undefined;
}

/** One launch, taken off its queue. */
export interface Submission {
  /** Absent: it is prepared for this time only. */
  readonly repeated?: RepeatedLaunch;
  readonly snapshot?: LaunchSnapshot;
  /** The signal in the guest's memory that completes it, if one does, and its number among all of its queue. */
  readonly signal: number | undefined;
  readonly sequence: bigint;
  /** Index of the device. */
  readonly device: number;
  readonly launch: KernelLaunch;
  /** Handle of the program, index of the kernel in it, and the call that requested the launch (FaultDetails). */
  readonly origin: { readonly program: number; readonly kernel: number; readonly call: number };
  /** The kernel in words, for errors. */
  readonly name: string;
  /** The kernel, as far as messages of the control plane have arrived. */
  find(programs: Programs): ReturnType<Programs['find']>;
  /** Number of waiting launches of the same kernel directly after it, up to a limit. */
  following(): number;
  /** No guest waits for it and its end is not reported: its queue was destroyed. It is stopped. */
  readonly abandoned?: boolean;
  /** Its queue is suspended: it stands still until the queue runs again. */
  readonly suspended?: boolean;
  /** All its wavefronts stand still, in this state. */
  saved?(state: SavedLaunch): void;
  /** It continues although its queue is suspended. @param reason why */
  refuse?(reason: string): void;
  /** Says that it runs. Times are nanoseconds of CLOCK_MONOTONIC. */
  begin(startNs: bigint): void;
  /**
   * Ends it.
   * @param failure why it did not end well
   * @param endNs when; with a simulated or remote device, its start plus the time that this device gave
   */
  end(failure: string | undefined, endNs: bigint, how?: LaunchEnd): void;
}

export interface LaunchEnd {
  /** Of the GPU, if that is why it did not end well. */
  readonly fault?: GpuFault | undefined;
  /** Its kernel was being executed when it failed, and not refused before. */
  readonly stopped?: boolean | undefined;
  /** The time is not of the host's clock: a simulated chip or another OpenCL gives it. */
  readonly isShown?: boolean;
}

export interface LaunchQueue {
  /** Doorbell that wakes the sleeping thread; undefined where messages do. */
  readonly doorbell: Doorbell | undefined;
  readonly hasWork: boolean;
  /** Damage of the queue's own memory, which a guest can write: no packet is taken any more. */
  readonly damage: string | undefined;
  take(): Submission;
  /** The next launch belongs to the same command as the last one, and follows it at once. */
  readonly continues?: boolean;
  /**
   * Messages of the control plane before a packet decide its meaning, so they are handled first. They leave before the
   * guest gets its reply, but a packet may overtake the last check of messages.
   */
  readonly handlesMessagesFirst?: boolean;
  /** It has launches of several queues of the guest's, which may run side by side. */
  readonly overlaps?: boolean;
  /** The control plane of the device family says something. */
  receive?(word: unknown): void;
  /** Called between slices of what runs: kernels may ask the host for something and wait. */
  attend?(): void;
  /**
   * Milliseconds after which the queue has to be looked at again, where guests submit without a call; undefined: never.
   */
  readonly pollMs?: number | undefined;
  /** The guest has gone. */
  close?(): void;
  /** Reports to the guest that nothing more will be executed. */
  lose(errno: number): void;
}
