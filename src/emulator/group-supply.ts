// The work-groups of a dispatch that its unit has taken from the common cursor and has not started.

import type { GroupCursor } from './cursor.js';
import type { LaunchDescriptor } from './launch.js';

export class GroupSupply {
  private next = 0;
  private end = 0;

  /** @param change number from which on work-groups have another shape; absent: all have the same */
  constructor(
    private readonly launch: LaunchDescriptor,
    private readonly cursor: GroupCursor,
    private readonly change: number | undefined,
  ) {}

  /** Whether there is one, taken now if need be. */
  refill(): boolean {
    if (this.next < this.end) return true;
    const first = this.cursor.take();
    if (first < 0) return false;
    this.next = first;
    this.end = Math.min(first + this.cursor.batch, this.cursor.total);
    return true;
  }

  /** Whether one has been taken. */
  get any(): boolean {
    return this.next < this.end;
  }

  /** Number of the next work-group in the NDRange. */
  get number(): number {
    return this.launch.order === 'descending' ? this.cursor.total - 1 - this.next : this.next;
  }

  /** Whether the next one has the other shape. */
  get isLast(): boolean {
    return this.change !== undefined && this.number >= this.change;
  }

  /** How many of those that have been taken have the shape of the next one and follow one another. */
  get alike(): number {
    const { next, end, change } = this;
    if (change === undefined) return end - next;
    // Where in the order of execution the other shape begins.
    const at = this.launch.order === 'descending' ? this.cursor.total - change : change;
    return next < at ? Math.min(end, at) - next : end - next;
  }

  /** So many have been started. */
  start(count: number): void {
    this.next += count;
  }
}
