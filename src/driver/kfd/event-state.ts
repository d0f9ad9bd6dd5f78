// State of events and of their waiters: shared by the control plane and the thread that completes packets.

import { SIGNAL_EVENT_LIMIT } from './schema.js';

/** A word for each event that says whether it is set, and one that counts waiters. */
export class EventState {
  readonly buffer: SharedArrayBuffer;
  private readonly words: Int32Array;

  constructor(buffer = new SharedArrayBuffer(2 * 4 * SIGNAL_EVENT_LIMIT)) {
    this.buffer = buffer;
    this.words = new Int32Array(buffer);
  }

  isSet(id: number): boolean {
    return Atomics.load(this.words, id) !== 0;
  }

  /** @returns whether it has waiters, which need a message */
  set(id: number): boolean {
    if (id >= SIGNAL_EVENT_LIMIT) return false;
    Atomics.store(this.words, id, 1);
    return Atomics.load(this.words, SIGNAL_EVENT_LIMIT + id) > 0;
  }

  reset(id: number): void {
    Atomics.store(this.words, id, 0);
  }

  /** Adds a waiter (1), or removes one (-1). */
  await(ids: readonly number[], change: 1 | -1): void {
    for (const id of ids) Atomics.add(this.words, SIGNAL_EVENT_LIMIT + id, change);
  }
}
