// Accesses of wavefronts that have not returned, in the order of their issue: a ring for each slot.

import { UNKNOWN } from './cache.js';

/** Accesses that a ring holds. */
export const RING = 64;

export class Outstanding {
  private readonly done: Float64Array;
  private readonly pending: Int32Array;
  /** What each is, for who waits. */
  private readonly kinds: Uint8Array;
  private readonly head: Int32Array;
  readonly count: Int32Array;

  constructor(slots: number) {
    this.done = new Float64Array(slots * RING);
    this.pending = new Int32Array(slots * RING);
    this.kinds = new Uint8Array(slots * RING);
    this.head = new Int32Array(slots);
    this.count = new Int32Array(slots);
  }

  /** A new access, done in some cycle at the earliest. Gives its entry. */
  add(slot: number, kind: number, done: number): number {
    const entry = slot * RING + ((this.head[slot]! + this.count[slot]!++) % RING);
    this.done[entry] = done;
    this.pending[entry] = 0;
    this.kinds[entry] = kind;
    return entry;
  }

  /** It waits for one more answer. */
  await(entry: number): void {
    this.pending[entry]!++;
  }

  /** One of its answers. Says whether it was the last. */
  answered(entry: number, done: number): boolean {
    if (done > this.done[entry]!) this.done[entry] = done;
    return --this.pending[entry]! === 0;
  }

  extend(entry: number, done: number): void {
    if (done > this.done[entry]!) this.done[entry] = done;
  }

  /** Forgets all; answers that still come find entries that nobody waits for. */
  clear(slot: number): void {
    this.head[slot] = (this.head[slot]! + this.count[slot]!) % RING;
    this.count[slot] = 0;
  }

  /** Forgets those that have returned, which they do in order. */
  retire(slot: number, cycle: number): void {
    while (this.count[slot]! > 0) {
      const entry = slot * RING + this.head[slot]!;
      if (this.pending[entry]! > 0 || this.done[entry]! > cycle) return;
      this.head[slot] = (this.head[slot]! + 1) % RING;
      this.count[slot]!--;
    }
  }

  /** When no more than some are outstanding; UNKNOWN while that has no answer. */
  doneBut(slot: number, left: number): number {
    let latest = 0;
    for (let n = 0; n < this.count[slot]! - left; n++) {
      const entry = slot * RING + ((this.head[slot]! + n) % RING);
      if (this.pending[entry]! > 0) return UNKNOWN;
      latest = Math.max(latest, this.done[entry]!);
    }
    return latest;
  }

  /** What the last one of those is that is waited for. */
  kindOfLast(slot: number, left: number): number {
    return this.kinds[slot * RING + ((this.head[slot]! + this.count[slot]! - left - 1) % RING)]!;
  }
}
