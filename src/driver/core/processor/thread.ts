// The processor thread as the control plane holds it. It starts before anything is known of the run: its options follow
// in a message.

import type { MessagePort, Worker } from 'node:worker_threads';
import { workerThreads } from '../../../util/worker-threads.js';
import type { SessionMessage, WorkerPoolMessage } from './messages.js';

export interface ThreadData {
  readonly port: MessagePort;
  /** Word 0 is bumped and woken for every message. */
  readonly control: SharedArrayBuffer;
  /** Word 0 is bumped and woken when an executor leaves a team. */
  readonly poolWord: SharedArrayBuffer;
}

/** Configuration of a thread: the first message, unless that is `stop`. */
export interface ConfigureMessage {
  readonly type: 'configure';
  readonly settings: unknown;
}

/** A command for the debugger; without a line its input has ended. */
export interface CommandMessage {
  readonly type: 'command';
  readonly line: string | undefined;
}

/** A question of the live view: plain data of src/serve. */
export interface QuestionMessage {
  readonly type: 'question';
  readonly question: unknown;
}

export type ThreadMessage =
  | ConfigureMessage
  | SessionMessage
  | WorkerPoolMessage
  | CommandMessage
  | QuestionMessage
  | { readonly type: 'stop' };

/** Wakes waiters of a futex word. */
export type Wake = (view: Uint8Array, byteOffset: number, count: number) => number;

/** A thread of ours that must not end before its owner ends it. */
export interface OwnThread {
  readonly worker: Worker;
  readonly exited: Promise<void>;
  /**
   * Resolves when it has done all that it was to do: Node may take much longer to end it, when V8 still compiles for
   * it.
   */
  readonly finished: Promise<void>;
  /** Resolves with the reason when it has ended by itself. */
  readonly lost: Promise<Error>;
  readonly stop: () => void;
}

/** Last message of a thread, to its parent. */
const FINISHED = 'finished';
/** Called by a thread of ours when nothing that it does from then on matters. */
export const sayFinished = (): void => workerThreads().parentPort?.postMessage(FINISHED);

/** Functions that end the running threads: one that sleeps in the kernel would keep the process from ending. */
const stops = new Set<() => void>();
const stopAll = (): void => {
  for (const stop of stops) stop();
};

/**
 * Threads start without collecting garbage. V8 checks code caches for the flags with which they were made, but not for
 * this one.
 */
const THREAD_FLAG = '--min-semi-space-size=8';

/** Stops a thread at the end of the process, unless it has ended before. @returns the end of the thread */
function stopAtExit(worker: Worker, stop: () => void): Promise<void> {
  if (stops.size === 0) process.once('exit', stopAll);
  stops.add(stop);
  return new Promise<void>((resolve) =>
    worker.once('exit', () => {
      stops.delete(stop);
      if (stops.size === 0) process.off('exit', stopAll);
      resolve();
    }),
  );
}

/** Starts a thread that does not keep the process alive, and ends at the latest with it. @param end makes it end */
export function startThread(entry: URL, workerData: ThreadData, end: () => void): OwnThread {
  // Not imported: it takes 2 ms to load, and most short runs start no thread.
  process.getBuiltinModule('node:v8').setFlagsFromString(THREAD_FLAG);
  // Left to itself Node opens this thread's standard streams to pass a worker's output on. That makes pipes
  // non-blocking, and with them the guest's, whose writes would then fail as soon as a reader is slow.
  // Descriptors come from the main thread. Node warns when a thread closes such a one, and the warning, with the stack
  // that it refers to, stays in a queue that this thread never processes.
  const worker = new (workerThreads().Worker)(entry, {
    workerData,
    transferList: [workerData.port],
    stdout: true,
    stderr: true,
    trackUnmanagedFds: false,
  });
  worker.unref();
  let stopping = false;
  const stop = (): void => {
    stopping = true;
    end();
  };
  const exited = stopAtExit(worker, stop);
  const finished = new Promise<void>((resolve) => {
    worker.once('message', () => resolve());
    worker.once('exit', () => resolve());
  });
  const lost = new Promise<Error>((resolve) => {
    worker.on('error', resolve);
    worker.once('exit', (code) => {
      if (!stopping) resolve(new Error(`it ended by itself, with code ${code}`));
    });
  });
  return { worker, exited, finished, lost, stop };
}

export class ProcessorThread {
  readonly port: MessagePort;
  readonly poolWord = new SharedArrayBuffer(8);
  readonly thread: OwnThread;
  private readonly control = new SharedArrayBuffer(8);

  /** @param entry the module that it runs */
  constructor(
    entry: URL,
    private readonly wake: Wake,
  ) {
    const { port1, port2 } = new (workerThreads().MessageChannel)();
    this.port = port1;
    port1.unref();
    const data = { port: port2, control: this.control, poolWord: this.poolWord };
    this.thread = startThread(entry, data, () => this.send({ type: 'stop' }));
  }

  send(message: ThreadMessage, transfer: readonly MessagePort[] = []): void {
    this.port.postMessage(message, transfer);
    Atomics.add(new Int32Array(this.control), 0, 1);
    this.wake(new Uint8Array(this.control), 0, 1);
  }
}
