// The happens-before order of accesses. Ordered are: those of one wavefront (its work-items run in lock step), those of
// a work-group before and behind a barrier, and launches. Only atomics order work-groups: accesses before an atomic are
// ordered before those behind another atomic on the same memory whose old value has been used.
//
// Barrier epochs are numbered in the order in which they begin, for all launches: one comparison shows whether an
// access belongs to this launch, to this work-group, and to this epoch. Work-groups run one after the other; one
// that waits for another one may be suspended and resumed, with further epochs.

import { CopyOrder } from './copy-marks.js';
import { LaunchOrder } from './launch-order.js';
import type { LaunchView } from './launch-view.js';
import type { OrderNote } from './objects.js';
import { COPY, LAST_EPOCH, packActor, type RaceSide, unpackAccess, WAVES_BITS } from './race-access.js';

/** Addresses with atomics that are remembered of a work-group, and work-groups that are remembered. */
const SYNC_ADDRESSES = 256;
const SYNC_GROUPS = 4096;

/** Index of the last of some ascending numbers that is not beyond one; -1 where all are. */
function lastUpTo(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The order of a suspended work-group with others. */
interface GroupOrder {
  readonly acquired: Set<number>;
  readonly observed: Map<number, number>;
  readonly copying: CopyOrder;
}

export class HappensBefore {
  private epoch = 0;
  private launchFirst = 1;
  private groupFirst = 1;
  /** First epoch and number of each turn of a work-group of the launch. */
  private readonly starts: number[] = [];
  private readonly groups: number[] = [];
  private group = 0;
  /** Suspended work-groups, and whether any has been suspended in this launch. */
  private readonly suspended = new Map<number, GroupOrder>();
  private hasSuspended = false;
  /** By work-group: the last epoch in which it made an atomic on an address. */
  private readonly released = new Map<number, Map<number, number>>();
  /** Addresses of atomics whose old values the work-group has used. */
  private acquired = new Set<number>();
  /** By work-group: the last epoch of which an atomic load has read a store. */
  private observed = new Map<number, number>();
  private copying = new CopyOrder();
  private readonly launches = new LaunchOrder();
  private order: OrderNote | undefined;
  private view: LaunchView | undefined;

  /**
   * @param order what comes before the launch that begins; undefined: all others
   * @returns whether epochs are numbered anew: earlier ones mean nothing any more
   */
  launch(view?: LaunchView, order?: OrderNote): boolean {
    this.endLaunch();
    const restarts = this.epoch > LAST_EPOCH / 2;
    if (restarts) {
      this.launches.clear();
      this.epoch = 0;
    }
    this.launches.begin(order);
    this.view = view;
    this.order = order;
    this.launchFirst = this.epoch + 1;
    this.starts.length = this.groups.length = 0;
    this.released.clear();
    this.suspended.clear();
    this.hasSuspended = false;
    return restarts;
  }

  private endLaunch(): void {
    const { order, view } = this;
    if (!order || !view || this.starts.length === 0) return;
    const turns = { starts: [...this.starts], groups: [...this.groups] };
    this.launches.add({ order, view, first: this.launchFirst, last: this.epoch, ...turns });
  }

  groupStart(number: number): void {
    this.beginTurn(number);
    this.acquired = new Set();
    this.observed = new Map();
    this.copying = new CopyOrder();
  }

  park(number: number): void {
    const { acquired, observed, copying } = this;
    this.suspended.set(number, { acquired, observed, copying });
    this.hasSuspended = true;
  }

  /** It continues, in another epoch: what it did before it was suspended is ordered before that. */
  resume(number: number): void {
    this.beginTurn(number);
    Object.assign(this, this.suspended.get(number));
    this.suspended.delete(number);
  }

  private beginTurn(number: number): void {
    this.group = number;
    this.groupFirst = ++this.epoch;
    this.starts.push(this.epoch);
    this.groups.push(number);
  }

  /** The asynchronous copies of the work-group that runs. */
  get copies(): CopyOrder {
    return this.copying;
  }

  barrier(): void {
    if (this.epoch < LAST_EPOCH) this.epoch++;
    this.copying.meet(this.epoch);
  }

  /** The first word of an access that happens now. */
  actor(wavefront: number): number {
    return packActor(this.epoch, wavefront);
  }

  isOfLaunch(actor: number): boolean {
    return actor >>> WAVES_BITS >= this.launchFirst;
  }

  isOfGroup(actor: number): boolean {
    return actor >>> WAVES_BITS >= this.groupFirst;
  }

  /** The old value at an address has been read by an atomic. */
  acquire(address: number): void {
    if (this.acquired.size < SYNC_ADDRESSES) this.acquired.add(address);
  }

  /** An atomic has written an address. */
  release(address: number): void {
    let own = this.released.get(this.group);
    if (!own) {
      if (this.released.size >= SYNC_GROUPS) return;
      this.released.set(this.group, (own = new Map()));
    }
    if (own.size < SYNC_ADDRESSES || own.has(address)) own.set(address, this.epoch);
  }

  /**
   * An atomic load has read what an access stored: what its work-group did until then is ordered before what follows.
   */
  observe(writer: number): void {
    if (this.isOfGroup(writer) || !this.isOfLaunch(writer) || this.observed.size >= SYNC_GROUPS) return;
    const epoch = writer >>> WAVES_BITS;
    const group = this.groups[lastUpTo(this.starts, epoch)]!;
    this.observed.set(group, Math.max(epoch, this.observed.get(group) ?? 0));
  }

  /** True if no synchronisation orders an earlier access before this one. */
  collides(other: number, actor: number, isLocal: boolean): boolean {
    const epoch = other >>> WAVES_BITS;
    if (epoch >= this.groupFirst) return epoch === actor >>> WAVES_BITS && other !== actor;
    if (isLocal) return false;
    if (epoch < this.launchFirst) return this.launches.of(epoch) !== undefined;
    if (this.hasSuspended && this.groups[lastUpTo(this.starts, epoch)] === this.group) return false;
    return !this.ordered(epoch);
  }

  /** As `collides`, or because of an asynchronous copy of the same work-group that has not been waited for. */
  collidesWith(other: number, otherHow: number, actor: number, isLocal: boolean): boolean {
    const epoch = other >>> WAVES_BITS;
    if ((otherHow & COPY) !== 0 && epoch >= this.groupFirst && this.copying.isOpen(epoch)) return true;
    return other !== actor && this.collides(other, actor, isLocal);
  }

  /** True if atomics order an epoch of another work-group before the present access. */
  private ordered(epoch: number): boolean {
    if (this.acquired.size === 0 && this.observed.size === 0) return false;
    const group = this.groups[lastUpTo(this.starts, epoch)]!;
    if ((this.observed.get(group) ?? 0) >= epoch) return true;
    const own = this.released.get(group);
    if (!own) return false;
    for (const [address, last] of own) if (last >= epoch && this.acquired.has(address)) return true;
    return false;
  }

  /** Decoded words of an access, with its work-group and launch. */
  side(actor: number, how: number, does: RaceSide['does']): RaceSide {
    const epoch = actor >>> WAVES_BITS;
    const other = epoch < this.launchFirst ? this.launches.of(epoch) : undefined;
    const starts = other?.starts ?? this.starts;
    const groups = other?.groups ?? this.groups;
    return { ...unpackAccess(actor, how), group: groups[lastUpTo(starts, epoch)]!, launch: other?.view, does };
  }
}
