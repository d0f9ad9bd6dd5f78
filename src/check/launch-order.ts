// Earlier launches that nothing orders before the one that runs: on several queues, or on one that is out of order. The
// device executes them one after the other, as one of the orders in which hardware might.

import type { LaunchView } from './launch-view.js';
import type { OrderNote } from './objects.js';

/** Launches that are remembered: those before count as ordered. */
const REMEMBERED = 256;

/** A launch whose barrier epochs are numbered from `first` to `last`. */
export interface EarlierLaunch {
  readonly order: OrderNote;
  readonly view: LaunchView;
  readonly first: number;
  readonly last: number;
  /** First epoch and number of each turn of a work-group. */
  readonly starts: readonly number[];
  readonly groups: readonly number[];
}

export class LaunchOrder {
  private earlier: EarlierLaunch[] = [];
  private concurrent: readonly EarlierLaunch[] = [];

  /** A launch has ended. */
  add(launch: EarlierLaunch): void {
    this.earlier.push(launch);
    if (this.earlier.length > REMEMBERED) this.earlier.shift();
  }

  /** @param order of the launch that begins; undefined: it comes after all others */
  begin(order: OrderNote | undefined): void {
    this.concurrent = order
      ? this.earlier.filter(({ order: { chain, position } }) => (order.clock[chain] ?? 0) < position)
      : [];
  }

  clear(): void {
    this.earlier = [];
    this.concurrent = [];
  }

  /** The launch of a barrier epoch, if nothing orders it with the one that runs. */
  of(epoch: number): EarlierLaunch | undefined {
    if (this.concurrent.length === 0) return undefined;
    return this.concurrent.find(({ first, last }) => epoch >= first && epoch <= last);
  }
}
