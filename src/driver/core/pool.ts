// The control plane's end of the processor thread: starts it when the first guest opens the device, talks to it, ends
// it.

import type { MessagePort } from 'node:worker_threads';
import { detach } from '../../util/detach.js';
import { required } from '../../util/required.js';
import { workerThreads } from '../../util/worker-threads.js';
import type { ProcessorEvent, SessionMessage } from './processor/messages.js';
import {
  type OwnThread,
  type ProcessorThread,
  startThread,
  type ThreadData,
  type ThreadMessage,
  type Wake,
} from './processor/thread.js';
import { EXECUTOR_WORD, EXECUTOR_WORDS } from './processor/worker-pool.js';
import type { Processors } from './services.js';

/** Start data of an executor thread; `control` as for the processor thread. */
export interface ExecutorThreadData extends ThreadData {
  /** Its slice of the engine region. */
  readonly unit: number;
  readonly settings: unknown;
}

interface ExecutorThread extends OwnThread {
  readonly ready: boolean;
}

export interface PoolOptions {
  /** Starts the processor thread, or gives one that waits for its settings. */
  readonly startProcessor: () => ProcessorThread;
  /** Module that executor threads run, and how many there may be. */
  readonly executorEntry: URL;
  readonly executors: number;
  /** Goes to the threads as it is. */
  readonly settings: unknown;
  /** Threads write something at their end, which is waited for on a busy machine and on a slow disk, too. */
  readonly keeps: boolean;
  readonly wake: Wake;
  readonly onEvent: (event: ProcessorEvent) => void;
  /** A thread died of a defect of ours, `which` one. Called once. */
  readonly onLost: (error: Error, which: string) => void;
}

/** Milliseconds that threads have to come to an end: of what takes longer nothing is left to report. */
const STOP_MS = 400;
/** The same for those that write recordings, traces and findings then. */
const KEEP_MS = 20_000;

export class ProcessorPool implements Processors {
  private readonly removals = new Map<number, () => void>();
  private readonly executors: ExecutorThread[] = [];
  private processor: ProcessorThread | undefined;
  private lost = false;

  constructor(private readonly options: PoolOptions) {}

  /** Starts the processor thread if it does not run. */
  start(): void {
    if (this.processor) return;
    this.processor = this.options.startProcessor();
    this.processor.port.on('message', (event: ProcessorEvent) => this.receive(event));
    this.processor.port.unref();
    this.send({ type: 'configure', settings: this.options.settings });
    this.watch(this.processor.thread, 'the processor thread');
  }

  post(message: SessionMessage): void {
    this.start();
    this.send(message);
  }

  /** Answers what the debugger asked. */
  answer(line: string | undefined): void {
    this.send({ type: 'command', line });
  }

  /** Passes a question on; before the first launch there is no thread to answer it. @returns whether there is one */
  question(question: unknown): boolean {
    this.send({ type: 'question', question });
    return this.processor !== undefined && !this.lost;
  }

  removed(session: number): Promise<void> {
    if (this.lost) return this.allExited();
    return new Promise((resolve) => this.removals.set(session, resolve));
  }

  poll(): void {
    const port = this.processor?.port;
    if (!port) return;
    const { receiveMessageOnPort } = workerThreads();
    for (let message = receiveMessageOnPort(port); message; message = receiveMessageOnPort(port)) {
      this.receive(message.message as ProcessorEvent);
    }
  }

  /**
   * Ends the threads, and waits until those that have started are finished: what they have to report has arrived then.
   * One that is in the middle of something long (it compiles a kernel) is not waited for beyond a limit. The threads
   * themselves may still be there.
   */
  async stop(): Promise<void> {
    const others = this.threads.filter((thread) => !this.executors.some((each) => each === thread && !each.ready));
    for (const { worker } of others) worker.ref();
    this.stopAll();
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.options.keeps ? KEEP_MS : STOP_MS);
    });
    await Promise.race([Promise.all(others.map(({ finished }) => finished)), limit]);
    clearTimeout(timer);
    this.poll();
    this.processor?.port.close();
  }

  private get threads(): readonly OwnThread[] {
    return [...(this.processor ? [this.processor.thread] : []), ...this.executors];
  }

  private watch(thread: OwnThread, which: string): void {
    detach(
      thread.lost.then((error) => this.lose(error, which)),
      `the end of ${which}`,
    );
  }

  /** Starts executors until there are so many. */
  private startExecutors(count: number): void {
    this.start();
    const { executorEntry, settings } = this.options;
    const { poolWord: crewWord } = required(this.processor, 'processor thread');
    while (this.executors.length < count) {
      const unit = this.executors.length + 1;
      const { port1, port2 } = new (workerThreads().MessageChannel)();
      const control = new SharedArrayBuffer(4 * EXECUTOR_WORDS);
      const data: ExecutorThreadData = { port: port2, control, poolWord: crewWord, settings, unit };
      const thread = startThread(executorEntry, data, () => {
        Atomics.store(new Int32Array(control), EXECUTOR_WORD.stop, 1);
        this.bump(control);
      });
      this.executors.push({
        ...thread,
        get ready() {
          return Atomics.load(new Int32Array(control), EXECUTOR_WORD.ready) !== 0;
        },
      });
      this.watch(thread, `executor thread ${unit}`);
      this.send({ type: 'worker-ready', member: { port: port1, control } }, [port1]);
    }
  }

  expectLaunches(): void {
    this.startExecutors(Math.min(this.options.executors, 1));
  }

  expectWork(): void {
    this.startExecutors(this.options.executors);
  }

  private stopAll(): void {
    for (const { stop } of this.threads) stop();
  }

  /**
   * A defect of ours ended a thread. The others may still execute: sessions keep their memory until these have ended
   * too.
   */
  private lose(error: Error, which: string): void {
    if (this.lost) return;
    this.lost = true;
    this.stopAll();
    const waiting = [...this.removals.values()];
    this.removals.clear();
    const ended = this.allExited().then(() => {
      for (const done of waiting) done();
    });
    detach(ended, 'the end of the threads');
    this.options.onLost(error, which);
  }

  private async allExited(): Promise<void> {
    await Promise.all(this.threads.map(({ exited }) => exited));
  }

  private bump(control: SharedArrayBuffer): void {
    Atomics.add(new Int32Array(control), 0, 1);
    this.options.wake(new Uint8Array(control), 0, 1);
  }

  private send(message: ThreadMessage, transfer: readonly MessagePort[] = []): void {
    this.processor?.send(message, transfer);
  }

  private receive(event: ProcessorEvent): void {
    if (event.type === 'workers-needed') this.expectWork();
    else if (event.type === 'executor-needed') this.expectLaunches();
    else if (event.type === 'session-closed') {
      this.removals.get(event.session)?.();
      this.removals.delete(event.session);
    } else this.options.onEvent(event);
  }
}
