// Heartbeats of a board whose thread is inside of a compiler or a driver without callbacks: another thread sends them.

import { Worker } from 'node:worker_threads';
import { moduleUrl } from '../../util/paths.js';
import { encodeFrame } from '../channel.js';

/** States of the word that both threads share. In SENDING only one of them may send. */
export const LIFE = { idle: 0, beating: 1, sending: 2 } as const;
/** Milliseconds from one sign to the next. */
export const BEAT_MS = 500;

/** Plain data for the other thread. */
export interface LifeData {
  readonly word: SharedArrayBuffer;
  readonly fd: number;
  readonly frame: Uint8Array;
}

export class Heartbeat {
  private readonly word = new Int32Array(new SharedArrayBuffer(4));
  private worker: Worker | undefined;

  constructor(private readonly fd: number) {}

  /** Does what may take long and says nothing meanwhile. */
  during<T>(action: () => T): T {
    this.worker ??= this.start();
    Atomics.store(this.word, 0, LIFE.beating);
    Atomics.notify(this.word, 0);
    try {
      return action();
    } finally {
      // The connection is ours again when the sign that is on its way has left.
      while (Atomics.compareExchange(this.word, 0, LIFE.beating, LIFE.idle) !== LIFE.beating)
        Atomics.wait(this.word, 0, LIFE.sending);
      Atomics.notify(this.word, 0);
    }
  }

  private start(): Worker {
    const data: LifeData = {
      word: this.word.buffer as SharedArrayBuffer,
      fd: this.fd,
      frame: encodeFrame({ do: 'alive' }),
    };
    return new Worker(moduleUrl('board/server/heartbeat-thread.js'), { workerData: data });
  }
}
