// The control plane's end of the processor thread: starts it when the first guest opens the device, talks to it, ends it.

import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { Processors } from '../services.js';
import type { ProcessorEvent, SessionMessage } from './messages.js';

export interface ThreadData {
  readonly port: MessagePort;
  /** Word 0 is bumped and woken for every message. */
  readonly control: SharedArrayBuffer;
  readonly settings: unknown;
}

export type ThreadMessage = SessionMessage | { readonly do: 'stop' };

export interface PoolOptions {
  /** Module that the thread runs. */
  readonly entry: URL;
  /** Goes to the thread as it is. */
  readonly settings: unknown;
  readonly wake: (view: Uint8Array, byteOffset: number, count: number) => number;
  readonly onEvent: (event: ProcessorEvent) => void;
  /** The thread died of a defect of ours. */
  readonly onLost: (error: Error) => void;
}

export class ProcessorPool implements Processors {
  readonly #control = new SharedArrayBuffer(8);
  readonly #words = new Int32Array(this.#control);
  readonly #removals = new Map<number, () => void>();
  #port: MessagePort | undefined;
  #worker: Worker | undefined;
  #exited: Promise<void> = Promise.resolve();

  constructor(private readonly options: PoolOptions) {}

  /** Starts the thread if it does not run. */
  start(): void {
    if (this.#worker) return;
    const { port1, port2 } = new MessageChannel();
    const workerData: ThreadData = { port: port2, control: this.#control, settings: this.options.settings };
    const worker = new Worker(this.options.entry, { workerData, transferList: [port2] });
    this.#worker = worker;
    this.#port = port1;
    port1.on('message', (event: ProcessorEvent) => this.#receive(event));
    port1.unref();
    worker.unref();
    worker.on('error', (error) => {
      for (const done of this.#removals.values()) done();
      this.#removals.clear();
      this.options.onLost(error);
    });
    this.#exited = new Promise((resolve) => worker.once('exit', () => resolve()));
    // A thread that sleeps in the kernel would keep the process from ending.
    process.once('exit', () => this.#send({ do: 'stop' }));
  }

  post(message: SessionMessage): void {
    this.start();
    this.#send(message);
  }

  removed(session: number): Promise<void> {
    return new Promise((resolve) => this.#removals.set(session, resolve));
  }

  poll(): void {
    if (!this.#port) return;
    for (let got = receiveMessageOnPort(this.#port); got; got = receiveMessageOnPort(this.#port)) {
      this.#receive(got.message as ProcessorEvent);
    }
  }

  /** Ends the thread and waits for it. */
  async stop(): Promise<void> {
    if (!this.#worker) return;
    this.#worker.ref();
    this.#send({ do: 'stop' });
    await this.#exited;
    this.poll();
    this.#port?.close();
  }

  #send(message: ThreadMessage): void {
    this.#port?.postMessage(message);
    Atomics.add(this.#words, 0, 1);
    this.options.wake(new Uint8Array(this.#control), 0, 1);
  }

  #receive(event: ProcessorEvent): void {
    if (event.do === 'sessionRemoved') {
      this.#removals.get(event.session)?.();
      this.#removals.delete(event.session);
    } else this.options.onEvent(event);
  }
}
