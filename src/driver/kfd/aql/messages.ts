// Messages between the control plane of a process and its queues. Plain data: it crosses threads.

import type { GpuFault } from '../../../emulator/faults.js';
import type { KernelImage } from '../../../launch/image.js';
import type { BellFile } from './doorbell-wait.js';
import type { WaveState } from './wave-state.js';

/** A queue in memory. Addresses are offsets in the engines' memory. */
export interface QueuePlace {
  readonly id: number;
  /** Index of the GPU among the simulated ones. */
  readonly device: number;
  readonly chip: string;
  readonly ring: number;
  /** Bytes, a power of two. */
  readonly size: number;
  /** Addresses of the counts of written and of read packets. */
  readonly written: number;
  readonly read: number;
  /** Room for its wavefronts; absent without any, or where their layout is not published. */
  readonly saves?: SaveArea | undefined;
}

/** Room for saved wavefronts, behind the control stack of the context save area. */
export interface SaveArea {
  readonly address: number;
  readonly size: number;
  /** Bytes of the control stack before it. */
  readonly controlStackSize: number;
}

/** Reply to a suspension, when the wavefronts of the queue stand still. */
export interface SuspendedQueue {
  readonly id: number;
  /** Reason why the queue continues; absent: it is suspended. */
  readonly refusal?: string | undefined;
  /** The control stack, and the bytes of the wave area, which is written. */
  readonly controlStack: WaveState['controlStack'];
  readonly areaBytes: number;
  /** Reason why its wavefronts could not be written. */
  readonly unsaved?: string | undefined;
}

/** Memory of the program's own that kernels reach. */
export interface QueueMirrorRange {
  readonly handle: number;
  readonly address: number;
  readonly host: bigint;
  readonly size: number;
  /** Of a Hold. */
  readonly hold: SharedArrayBuffer;
}

/** Allocations, as offsets in the engines' memory. */
export type Ranges = readonly (readonly [address: number, size: number])[];

export type ToQueues =
  /** First of all: launches are observed where sources of kernels are needed. */
  | { readonly type: 'events'; readonly state: SharedArrayBuffer; readonly pid: number; readonly observed: boolean }
  /** Doorbell of the process from now on, if it is a single one; the descriptor is the receiver's. */
  | { readonly type: 'bell'; readonly file: BellFile | undefined }
  | { readonly type: 'create'; readonly queue: QueuePlace }
  /** A queue of a copy engine, whose indices count bytes. */
  | { readonly type: 'createCopies'; readonly queue: QueuePlace }
  | { readonly type: 'destroy'; readonly id: number }
  /** A percentage of 0 suspends a queue: the reply is `suspended`. */
  | { readonly type: 'update'; readonly id: number; readonly running: boolean }
  | { readonly type: 'mirror'; readonly memory: QueueMirrorRange }
  | { readonly type: 'unmirror'; readonly handle: number }
  /** Memory was allocated or freed: code may be another one. */
  | { readonly type: 'memory'; readonly ranges: Ranges }
  /** A thread of the program waits: look at the queues. */
  | { readonly type: 'look' };

export type FromQueues =
  | { readonly type: 'suspended'; readonly queue: SuspendedQueue }
  /** Text for the user. */
  | { readonly type: 'warning'; readonly text: string }
  /** The first launch of a kernel; reported where launches are observed. */
  | { readonly type: 'kernel'; readonly image: KernelImage }
  /** An event with waiters was set. */
  | { readonly type: 'event' }
  /** A kernel of that GPU (its index among the simulated ones) has touched memory that it must not. */
  | { readonly type: 'memoryFault'; readonly device: number; readonly fault: GpuFault }
  /** A copy engine of that GPU does nothing more. */
  | {
      readonly type: 'copyFault';
      readonly device: number;
      readonly text: string;
      readonly address: bigint;
      readonly writes: boolean;
    }
  /** Kernels have raised interrupts: the low bytes of numbers of events. */
  | { readonly type: 'interrupts'; readonly numbers: readonly number[] };
