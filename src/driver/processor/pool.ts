// The control plane's end of the processor thread: starts it when the first guest opens the device, talks to it, ends it.

import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { Processors } from '../services.js';
import { EXECUTOR_WORD, EXECUTOR_WORDS } from './crew.js';
import type { CrewMessage, ProcessorEvent, SessionMessage } from './messages.js';

export interface ThreadData {
  readonly port: MessagePort;
  /** Word 0 is bumped and woken for every message. */
  readonly control: SharedArrayBuffer;
  /** Word 0 is bumped and woken when an executor leaves a team. */
  readonly crewWord: SharedArrayBuffer;
  readonly settings: unknown;
}

/** What an executor thread starts with; `control` as for the processor thread. */
export interface ExecutorThreadData extends ThreadData {
  /** Its slice of the engine region. */
  readonly unit: number;
}

/** A command for the debugger; without a line its input has ended. */
export interface CommandMessage {
  readonly do: 'command';
  readonly line: string | undefined;
}

export type ThreadMessage = SessionMessage | CrewMessage | CommandMessage | { readonly do: 'stop' };

interface Thread {
  readonly worker: Worker;
  readonly exited: Promise<void>;
  readonly stop: () => void;
}

export interface PoolOptions {
  /** Module that the thread runs. */
  readonly entry: URL;
  /** Module that executor threads run, and how many there may be. */
  readonly executorEntry: URL;
  readonly executors: number;
  /** Goes to the thread as it is. */
  readonly settings: unknown;
  readonly wake: (view: Uint8Array, byteOffset: number, count: number) => number;
  readonly onEvent: (event: ProcessorEvent) => void;
  /** A thread died of a defect of ours, `which` one. Called once. */
  readonly onLost: (error: Error, which: string) => void;
}

export class ProcessorPool implements Processors {
  readonly #control = new SharedArrayBuffer(8);
  readonly #crewWord = new SharedArrayBuffer(8);
  readonly #removals = new Map<number, () => void>();
  readonly #threads: Thread[] = [];
  #port: MessagePort | undefined;
  #lost = false;
  #stopping = false;

  constructor(private readonly options: PoolOptions) {}

  /** Starts the processor thread if it does not run. */
  start(): void {
    if (this.#port) return;
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.on('message', (event: ProcessorEvent) => this.#receive(event));
    port1.unref();
    const { entry, settings } = this.options;
    const data: ThreadData = { port: port2, control: this.#control, crewWord: this.#crewWord, settings };
    this.#run('the processor thread', entry, data, () => this.#send({ do: 'stop' }));
    // A thread that sleeps in the kernel would keep the process from ending.
    process.once('exit', () => this.#stopAll());
  }

  post(message: SessionMessage): void {
    this.start();
    this.#send(message);
  }

  /** Answers what the debugger asked. */
  answer(line: string | undefined): void {
    this.#send({ do: 'command', line });
  }

  removed(session: number): Promise<void> {
    if (this.#lost) return this.#allExited();
    return new Promise((resolve) => this.#removals.set(session, resolve));
  }

  poll(): void {
    if (!this.#port) return;
    for (let got = receiveMessageOnPort(this.#port); got; got = receiveMessageOnPort(this.#port)) {
      this.#receive(got.message as ProcessorEvent);
    }
  }

  /** Ends the threads and waits for them. */
  async stop(): Promise<void> {
    for (const { worker } of this.#threads) worker.ref();
    this.#stopAll();
    await this.#allExited();
    this.poll();
    this.#port?.close();
  }

  #run(which: string, entry: URL, workerData: ThreadData, stop: () => void): void {
    const worker = new Worker(entry, { workerData, transferList: [workerData.port] });
    worker.unref();
    worker.on('error', (error) => this.#lose(error, which));
    const exited = new Promise<void>((resolve) => {
      worker.once('exit', (code) => {
        resolve();
        if (!this.#stopping) this.#lose(new Error(`it ended by itself, with code ${code}`), which);
      });
    });
    this.#threads.push({ worker, stop, exited });
  }

  #startExecutors(): void {
    for (let unit = 1; unit <= this.options.executors; unit++) {
      const { port1, port2 } = new MessageChannel();
      const control = new SharedArrayBuffer(4 * EXECUTOR_WORDS);
      const data: ExecutorThreadData = {
        port: port2,
        control,
        crewWord: this.#crewWord,
        settings: this.options.settings,
        unit,
      };
      this.#run(`executor thread ${unit}`, this.options.executorEntry, data, () => {
        Atomics.store(new Int32Array(control), EXECUTOR_WORD.stop, 1);
        this.#bump(control);
      });
      this.#send({ do: 'enlist', member: { port: port1, control } }, [port1]);
    }
  }

  #stopAll(): void {
    this.#stopping = true;
    for (const { stop } of this.#threads) stop();
  }

  /** A defect of ours ended a thread. The others may still execute: sessions keep their memory until these have ended too. */
  #lose(error: Error, which: string): void {
    if (this.#lost) return;
    this.#lost = true;
    this.#stopAll();
    const waiting = [...this.#removals.values()];
    this.#removals.clear();
    void this.#allExited().then(() => {
      for (const done of waiting) done();
    });
    this.options.onLost(error, which);
  }

  async #allExited(): Promise<void> {
    await Promise.all(this.#threads.map(({ exited }) => exited));
  }

  #bump(control: SharedArrayBuffer): void {
    Atomics.add(new Int32Array(control), 0, 1);
    this.options.wake(new Uint8Array(control), 0, 1);
  }

  #send(message: ThreadMessage, transfer: readonly MessagePort[] = []): void {
    this.#port?.postMessage(message, transfer);
    this.#bump(this.#control);
  }

  #receive(event: ProcessorEvent): void {
    if (event.do === 'crewWanted') this.#startExecutors();
    else if (event.do === 'sessionRemoved') {
      this.#removals.get(event.session)?.();
      this.#removals.delete(event.session);
    } else this.options.onEvent(event);
  }
}
