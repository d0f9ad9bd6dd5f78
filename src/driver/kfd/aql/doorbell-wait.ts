// The doorbells of a process, which it rings by a plain store. While its queues are idle their pages are taken away
// (Tripwire), and the store wakes the sleeping thread.

import { closeSync, fstatSync, ftruncateSync } from 'node:fs';
import { readyForTripwire, TRIPWIRE, type Tripwire } from '../../../host/tripwire.js';
import type { Doorbell } from '../../core/processor/queue.js';

/** A file with doorbells, by a descriptor that the receiver owns. */
export interface BellFile {
  readonly fd: number;
  /** Of the process that rings. */
  readonly pid: number;
  readonly tripwire: Tripwire;
}

/** Interval between checks in /proc whether pages may be taken, after a refusal. */
const AGAIN_MS = 1000;

export class Bell implements Doorbell {
  readonly view: Uint8Array;
  readonly byteOffset = 0;
  readonly ringer = undefined;
  private readonly words: Int32Array;
  private closed = false;
  private lookAgain = 0;

  constructor(
    private readonly file: BellFile,
    /** Called before a thread sleeps: whether it is worth the fault that the next ring costs. */
    private readonly isIdle: () => boolean,
  ) {
    this.view = new Uint8Array(file.tripwire.word);
    this.words = new Int32Array(file.tripwire.word);
  }

  get value(): number {
    return Atomics.load(this.words, 0);
  }

  /** A ring is a fault, which wakes. */
  get isTaken(): boolean {
    return this.value === TRIPWIRE.taken;
  }

  /** The pages have been written to since they were taken: a program that rings without a fault is polled. */
  private get wasRung(): boolean {
    return fstatSync(this.file.fd).blocks > 0;
  }

  /** Rings before the pages are gone are found by the check of the queues that follows. */
  set sleeping(on: boolean) {
    if (!on || this.closed || this.value !== TRIPWIRE.open || !this.isIdle() || !this.wasRung || !this.mayTake())
      return;
    // A request to forbid it waits while they are being taken.
    if (Atomics.compareExchange(this.words, 0, TRIPWIRE.open, TRIPWIRE.taking) !== TRIPWIRE.open) return;
    ftruncateSync(this.file.fd, this.file.tripwire.from);
    Atomics.compareExchange(this.words, 0, TRIPWIRE.taking, TRIPWIRE.taken);
  }

  private mayTake(): boolean {
    const now = performance.now();
    if (now < this.lookAgain) return false;
    if (readyForTripwire(this.file.tripwire, this.file.pid)) return true;
    this.lookAgain = now + AGAIN_MS;
    return false;
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    closeSync(this.file.fd);
  }
}
