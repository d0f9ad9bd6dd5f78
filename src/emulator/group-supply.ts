// The work-groups of a dispatch that its unit has taken from the common cursor and has not started.

import type { GroupCursor } from './cursor.js';
import type { GroupBox, LaunchDescriptor } from './launch.js';

export class GroupSupply {
  private next = 0;
  private end = 0;

  /** @param boxes work-groups of one shape each, in the order of numbers */
  constructor(
    private readonly launch: LaunchDescriptor,
    private readonly cursor: GroupCursor,
    private readonly boxes: readonly GroupBox[],
  ) {}

  /** True if a work-group is available; takes one if necessary. */
  refill(): boolean {
    if (this.next < this.end) return true;
    const first = this.cursor.take();
    if (first < 0) return false;
    this.next = first;
    this.end = Math.min(first + this.cursor.batch, this.cursor.total);
    return true;
  }

  /** True if one has been taken. */
  get any(): boolean {
    return this.next < this.end;
  }

  /** Number of work-groups that have been taken, and their first position in the order of the launch. */
  get taken(): number {
    return this.end - this.next;
  }
  get first(): number {
    return this.next;
  }

  /** Another thread has taken these in place of those before. */
  replace(first: number, count: number): void {
    this.next = first;
    this.end = first + count;
  }

  /** Number of the next work-group in the NDRange. */
  get number(): number {
    return this.launch.order === 'descending' ? this.cursor.total - 1 - this.next : this.next;
  }

  /** Box of the next one. */
  get box(): number {
    return this.boxes.length === 1 ? 0 : this.boxOf(this.number);
  }

  /** Box of a work-group. */
  boxOf(number: number): number {
    const { boxes } = this;
    let n = boxes.length - 1;
    while (boxes[n]!.first > number) n--;
    return n;
  }

  /** Number of consecutive taken ones in the box of the next one. */
  get alike(): number {
    const { boxes, box, number, taken } = this;
    if (boxes.length === 1) return taken;
    const { first } = boxes[box]!;
    const after = boxes[box + 1]?.first ?? this.cursor.total;
    return Math.min(taken, this.launch.order === 'descending' ? number - first + 1 : after - number);
  }

  /** So many have been started. */
  start(count: number): void {
    this.next += count;
  }
}
