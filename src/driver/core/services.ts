// Services that the driver needs from outside: the composition root (src/machine/machine.ts) provides them.

import type { PageMapper } from '../../host/page-mapper.js';
import type { KernelImage } from '../../launch/image.js';
import type { SessionMessage } from './processor/messages.js';

/** The threads that take launches from the contexts' queues and execute them. */
export interface Processors {
  /** Delivered before any packet that the guest submits after the current request has returned. */
  post(message: SessionMessage): void;
  /** The processor has dropped everything of the session: its memory may go. */
  removed(session: number): Promise<void>;
  /** A guest takes its time before it launches: the first of the threads that help may start. Cheap to say again. */
  expectLaunches(): void;
  /** Large launches are to be expected: threads that will help with them may start. Cheap to say again. */
  expectWork(): void;
  /**
   * Takes in what the processor threads have reported so far; what they report precedes the completion that a guest
   * sees.
   */
  poll(): void;
}

/** One end of a call, or of a command that a guest's library executes. */
export interface CallEnd {
  readonly begins: boolean;
  readonly process: number;
  readonly thread: number;
  /** Of CLOCK_MONOTONIC. */
  readonly timeNs: bigint;
  readonly name: string;
  /** cl_command_type; 0 for a call. */
  readonly command: number;
  readonly bytes: bigint;
}

export interface CallSink {
  /** In the order of a thread's times. */
  took(session: number, end: CallEnd): void;
  /** So many were not recorded. */
  lost(count: number): void;
  /** Nothing more comes from a session. */
  left(session: number): void;
}

/** Services that every device family needs. */
export interface CoreServices {
  readonly mapper: PageMapper;
  readonly processors: Processors;
  /** Kernels whose machine code is kept are executed by nativeWorkers, too. */
  readonly usesNativeWorkers?: boolean;
  /** Guests are traced by the host, which takes the faults of their library's copies. */
  readonly traced?: boolean;
  /** Kernels are checked: what guests free stays empty for a while, and behind each allocation is a gap. */
  readonly checks?: boolean;
  /** Guests report how they use memory, and kernels are built with lines of their source. */
  readonly notes?: boolean;
  /** Reads of memory that has not been written are checked. */
  readonly checksWrites?: boolean;
  /** Guests report failed calls, and wait in them: kernels are debugged. */
  readonly failures?: boolean;
  /** A line for the log: guest mistakes. */
  log(text: string): void;
  /** A line that the person sees in any case: what is not the guest's mistake. */
  warn(text: string): void;
  /** Launches are observed: observers get names and sources of kernels, and purposes of memory. */
  readonly observed?: boolean;
  /** Launches are executed elsewhere, where what kernels print becomes text. */
  readonly elsewhere?: boolean;
  /** Takes what threads of guests did, where a timeline is wanted. */
  readonly calls?: CallSink | undefined;
  /** Called with the kernels of each program that is ready to be launched. */
  onProgram?(kernels: readonly KernelImage[]): void;
  /**
   * Called with a kernel that became known at its first launch: where programs load their code themselves, past the
   * driver.
   */
  onKernel?(kernel: KernelImage): void;
}
