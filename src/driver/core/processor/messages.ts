// Messages between the control plane and processor threads. Plain data: it crosses threads.

import type { CountValues } from '../../../emulator/counts.js';
import type { Preparation } from '../../../emulator/engine.js';
import type { SharedGpuMemory } from '../../../emulator/memory.js';
import type { Observations } from '../../../emulator/observations.js';
import type { LoadedCode } from '../../../launch/code.js';
import type { FailedCall } from '../../../launch/failed-call.js';
import type { FaultDetails } from '../../../launch/fault-text.js';
import type { HostEvent } from '../../../launch/host-event.js';
import type { ComparedCompilation } from './compilation-comparison.js';
import type { TransferTotals } from './transfer-totals.js';
import type { LaunchRequest } from './user-queue.js';
import type { PoolWorker, ThreadTrace } from './worker-pool.js';

/** An allocation, for queries about an address. */
export interface AllocationRecord {
  readonly address: number;
  /** Requested bytes. */
  readonly requested: number;
  /** Its purpose, as the device family says; 0 when unknown. */
  readonly purpose: number;
}

/** A part of a new allocation. */
export interface FreshRange {
  readonly address: number;
  readonly size: number;
  /** It has huge pages; otherwise it has none yet. */
  readonly huge: boolean;
}

/** An executor thread is ready to help. */
export interface WorkerPoolMessage {
  readonly type: 'worker-ready';
  readonly member: PoolWorker;
}

export interface AddSession {
  readonly type: 'session-added';
  readonly session: number;
  readonly memory: SharedGpuMemory;
  /** Queue of the guest's own launches, a name of ProcessorOptions.queues; undefined where it has none. */
  readonly queue: string | undefined;
}

export type SessionMessage =
  | AddSession
  | { readonly type: 'session-removed'; readonly session: number }
  /** Memory was allocated or freed by the guest; reported where launches are observed. */
  | {
      readonly type: 'memory';
      readonly session: number;
      readonly allocation: AllocationRecord;
      readonly allocated: boolean;
    }
  /** The guest has new memory. */
  | ({ readonly type: 'range-allocated'; readonly session: number } & FreshRange)
  | {
      readonly type: 'program-added';
      readonly session: number;
      readonly program: number;
      readonly kernels: readonly LoadedCode[];
    }
  /** For the guest's own queue: plain data of its device family. */
  | { readonly type: 'queue'; readonly session: number; readonly word: unknown }
  /** Host event of the guest, where memory is checked. */
  | { readonly type: 'host-event'; readonly session: number; readonly note: HostEvent }
  /** A call of the guest has failed, where this is observed; its thread waits. */
  | { readonly type: 'call-failed'; readonly session: number; readonly failed: FailedCall }
  | { readonly type: 'program-removed'; readonly session: number; readonly program: number }
  /** The control plane launches: `launch` names it in the event of its end. */
  | { readonly type: 'launch'; readonly session: number; readonly launch: bigint; readonly order: LaunchRequest };

/** Numbers of one launch that is over. Times in nanoseconds of CLOCK_MONOTONIC. */
export interface LaunchReport {
  readonly session: number;
  readonly kernel: string;
  readonly device: number;
  readonly globalSize: readonly [number, number, number];
  readonly localSize: readonly [number, number, number];
  readonly counts: CountValues;
  /** Code of the counts: the name of the instruction set, and the words; absent where they could not be read. */
  readonly isa: string;
  readonly code: Uint32Array | undefined;
  /** Hardware resources: registers of a work-item, bytes of a work-group and of a work-item. */
  readonly resources: {
    readonly vgprs: number;
    readonly sgprs: number;
    readonly ldsBytes: number;
    readonly scratchBytes: number;
    /** Of a work-group. */
    readonly workItems: number;
    readonly isa: string;
  };
  /** The MODE register of its wavefronts when they began. */
  readonly mode?: number;
  /** Observations of the probes, if there were any. */
  readonly observations?: Observations;
  readonly startNs: bigint;
  readonly endNs: bigint;
  /** The part of it in which the processor thread made the kernel ready. */
  readonly preparation: Readonly<Preparation>;
  /** Transfers of its execution on a board. */
  readonly traffic?: TransferTotals;
  /** Results of other compilations. */
  readonly compilations?: readonly ComparedCompilation[];
  /** Why it did not end well; absent when it did. */
  readonly failure?: string;
  /** Number of launches of which this is the sum, their times added after the start of the first; absent: it is one. */
  readonly merged?: number;
}

export type ProcessorEvent =
  /** A launch is large enough that executors would pay. Sent once. */
  | { readonly type: 'workers-needed' }
  /** There is something that one executor would do beside the processor thread. Sent once. */
  | { readonly type: 'executor-needed' }
  /** A kernel runs for so long that machine code of it would pay; by the name of its translation. */
  | { readonly type: 'native-code-needed'; readonly kernel: string }
  | { readonly type: 'session-closed'; readonly session: number }
  /** Behind that: executors have dropped it, too, and nothing touches its memory any more. */
  | { readonly type: 'session-released'; readonly session: number }
  /**
   * The debugger has text for the person, wants a command (with words of src/debug to be completed), wants the program
   * to end.
   */
  | { readonly type: 'text'; readonly text: string }
  /** Some requested output will be incomplete: why. */
  | { readonly type: 'output-incomplete'; readonly text: string }
  | { readonly type: 'command-needed'; readonly words: unknown }
  /** For the editor that debugs: plain data of src/debug/dap. */
  | { readonly type: 'debug-adapter-message'; readonly answer: unknown }
  /** A message of an instrument's worker to its other end, and its result (src/instruments). */
  | { readonly type: 'instrument-message'; readonly instrument: string; readonly message: unknown }
  | { readonly type: 'instrument-result'; readonly instrument: string; readonly result: unknown }
  | { readonly type: 'quit' }
  /** Answer to a question of the live view: plain data of src/serve. */
  | { readonly type: 'monitor-reply'; readonly reply: unknown }
  /** Trace spans of an executing thread, where a timeline is kept. */
  | { readonly type: 'spans-recorded'; readonly trace: ThreadTrace }
  | { readonly type: 'launches-finished'; readonly reports: readonly LaunchReport[] }
  /** The numbers of a launch that did not end well, where numbers are wanted. */
  | { readonly type: 'launch-counts'; readonly report: LaunchReport }
  /** A launch has failed. */
  | {
      readonly type: 'launch-failed';
      readonly session: number;
      /** The signal that completes it; undefined for launches of the control plane. */
      readonly signal: number | undefined;
      /** Number of the launch, as its signal shows it. */
      readonly sequence: bigint;
      readonly text: string;
      /** Of a GPU fault. */
      readonly details: FaultDetails | undefined;
    }
  /** A launch of the control plane is over. */
  | {
      readonly type: 'launch-ended';
      readonly session: number;
      readonly launch: bigint;
      /** Why it did not end well. */
      readonly failure: string | undefined;
    }
  /** The guest's own queue to the control plane: plain data of its device family. */
  | { readonly type: 'queue-reply'; readonly session: number; readonly word: unknown }
  /** A call that has failed may return. */
  | { readonly type: 'call-released'; readonly session: number; readonly number: number }
  /** A guest is not served any more. */
  | { readonly type: 'session-lost'; readonly session: number; readonly text: string };
