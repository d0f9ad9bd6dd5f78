// Requests that wait until the wavefronts of a queue stand still, as the control plane keeps them.

import type { SuspendedQueue } from './aql/messages.js';

/** A queue without wavefronts. */
const emptyState = (id: number): SuspendedQueue => ({ id, controlStack: new Uint32Array(0), areaBytes: 0 });

export class PendingSuspensions {
  private readonly pending = new Map<number, (state: SuspendedQueue) => void>();
  private isClosed = false;

  /** One wait for each queue at a time: an earlier one ends as if the queue had no wavefronts. */
  wait(id: number): Promise<SuspendedQueue> {
    this.drop(id);
    if (this.isClosed) return Promise.resolve(emptyState(id));
    return new Promise((resolve) => this.pending.set(id, resolve));
  }

  settle(state: SuspendedQueue): void {
    const resolve = this.pending.get(state.id);
    this.pending.delete(state.id);
    resolve?.(state);
  }

  /** The queue is gone. */
  drop(id: number): void {
    this.settle(emptyState(id));
  }

  /** All queues are gone, and no reply comes any more. */
  close(): void {
    this.isClosed = true;
    for (const id of [...this.pending.keys()]) this.drop(id);
  }
}
