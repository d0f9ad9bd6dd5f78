// Threads that simulate compute units beside this one. Between windows all of them wait, so nothing depends on which is
// faster.

import { availableParallelism } from 'node:os';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { AtollError } from '../../util/errors.js';
import { moduleUrl } from '../../util/paths.js';
import type { Parameters } from '../config/parameters.js';
import type { CoreName, SimulatedMachine } from './machine.js';
import { CONTROL_BYTES, ORDER, WINDOW, type WindowPhase, WORD, waitWhile } from './pool-words.js';
import { Pace } from './thread-benefit.js';

export interface PoolWords {
  readonly buffer: SharedArrayBuffer;
  readonly port: MessagePort;
}

export interface SimulationJob {
  readonly fd: number;
  readonly file: string;
  readonly parameters: Parameters;
  readonly memory: WebAssembly.Memory;
  readonly thread: number;
  readonly threads: number;
  readonly core: CoreName;
}

/** A thread that has not finished its command by then is dead. */
const MAX_MS = 300_000;

/** Default number of threads that simulate a launch: more have little to do. */
export const usualThreads = (): number => Math.min(4, availableParallelism());

export class SimulationPool {
  private readonly buffer = new SharedArrayBuffer(CONTROL_BYTES);
  private readonly control = new Int32Array(this.buffer);
  private readonly window = new Float64Array(this.buffer);
  private readonly workers: Worker[] = [];
  private readonly ports: MessagePort[] = [];
  /** Decision which windows they share, of one launch after the other. */
  readonly pace = new Pace();
  /** Orders that they have not been waited for. */
  private waitedFor = true;

  /**
   * @param threads this one included
   * @param always they have a part in every window, whether that is faster or not
   */
  constructor(
    readonly threads: number,
    readonly always = false,
  ) {}

  /** They begin with the first launch that has work for them. */
  private start(): void {
    for (let thread = 1; thread < this.threads; thread++) {
      const { port1, port2 } = new MessageChannel();
      const workerData: PoolWords = { buffer: this.buffer, port: port2 };
      const url = moduleUrl('timing/model/pool-thread.js');
      const worker = new Worker(url, { workerData, transferList: [port2] });
      // The program may end without them.
      worker.unref();
      port1.unref();
      this.workers.push(worker);
      this.ports.push(port1);
    }
  }

  /** They are there, from an earlier launch. */
  get hasBegun(): boolean {
    return this.workers.length > 0;
  }

  /** They are to take part in a launch, when they are ready for it. */
  attach({ records, parameters, memory }: SimulatedMachine, core: CoreName): void {
    const { threads } = this;
    if (this.workers.length === 0) this.start();
    this.ports.forEach((port, n) => {
      const job: SimulationJob = { ...records.source, parameters, memory, thread: n + 1, threads, core };
      port.postMessage(job);
    });
    this.order(ORDER.attach);
    if (this.always) this.wait();
  }

  /** True if they are ready and idle. @throws AtollError */
  get isReady(): boolean {
    if (this.waitedFor) return true;
    if (Atomics.load(this.control, WORD.done) < this.workers.length) return false;
    this.wait();
    return true;
  }

  /** They begin with a part of a window. */
  begin(part: WindowPhase, from: number, before: number): void {
    this.window[WINDOW.from] = from;
    this.window[WINDOW.before] = before;
    this.order(ORDER[part]);
  }

  /** Waits until all have finished their commands. @throws AtollError */
  wait(): void {
    const { control, workers } = this;
    if (this.waitedFor) return;
    this.waitedFor = true;
    for (let done = Atomics.load(control, WORD.done); done < workers.length; done = Atomics.load(control, WORD.done))
      if (!waitWhile(control, WORD.done, done, MAX_MS))
        throw new AtollError('INTERNAL', 'a thread of the timing model does not respond', 'use one thread');
    if (Atomics.load(control, WORD.failed) === 0) return;
    Atomics.store(control, WORD.failed, 0);
    for (const port of this.ports) {
      const failure = receiveMessageOnPort(port) as
        | { readonly message: { readonly code: AtollError['code']; readonly message: string; readonly hint?: string } }
        | undefined;
      if (failure) throw new AtollError(failure.message.code, failure.message.message, failure.message.hint);
    }
  }

  close(): void {
    this.order(ORDER.end);
    for (const port of this.ports) port.close();
  }

  private order(order: number): void {
    const { control } = this;
    this.waitedFor = false;
    Atomics.store(control, WORD.done, 0);
    Atomics.store(control, WORD.order, order);
    Atomics.add(control, WORD.orders, 1);
    Atomics.notify(control, WORD.orders);
  }
}

/** Calls back with threads that help, where there are to be more than one. */
export function withPool<Result>(threads: number, use: (pool: SimulationPool | undefined) => Result): Result {
  if (threads === 1) return use(undefined);
  const pool = new SimulationPool(threads);
  try {
    return use(pool);
  } finally {
    pool.close();
  }
}
