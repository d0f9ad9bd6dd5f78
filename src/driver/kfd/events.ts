// Events of one process: what the runtime sleeps on. Their state lies in memory that the processor thread shares: it
// sets the events of completed packets itself, and sends a message to this thread only for events with waiters.

import { RequestError, require } from '../core/errno.js';
import { EventState } from './event-state.js';
import { EventType, SIGNAL_EVENT_LIMIT } from './schema.js';

/** Data of a memory fault, as a waiter reads it. */
export interface MemoryException {
  readonly va: bigint;
  readonly gpuId: number;
  readonly notPresent: boolean;
  readonly readOnly: boolean;
}

interface Event {
  readonly type: number;
  readonly autoReset: boolean;
  exception: MemoryException | undefined;
}

interface Waiter {
  readonly ids: readonly number[];
  readonly all: boolean;
  readonly settle: (complete: boolean) => void;
}

/** No event has this number: programs take 0 for none. */
const FIRST_ID = 1;
/** Milliseconds; from here on a wait has no end. */
const FOREVER = 0x7fff_ffff;

export class Events {
  readonly state = new EventState();
  private readonly events = new Map<number, Event>();
  private readonly waiters = new Set<Waiter>();
  private next = FIRST_ID;

  /** @throws RequestError ENOMEM when there are too many */
  create(type: number, autoReset: boolean): number {
    if (this.events.size >= SIGNAL_EVENT_LIMIT - FIRST_ID)
      throw new RequestError('ENOMEM', 'there are 4095 events already');
    while (this.events.has(this.next)) this.next = this.next + 1 < SIGNAL_EVENT_LIMIT ? this.next + 1 : FIRST_ID;
    const id = this.next;
    this.next = id + 1 < SIGNAL_EVENT_LIMIT ? id + 1 : FIRST_ID;
    this.events.set(id, { type, autoReset, exception: undefined });
    this.state.reset(id);
    return id;
  }

  destroy(id: number): void {
    this.requireEvent(id);
    this.events.delete(id);
    // Its waiters would wait for ever.
    for (const waiter of [...this.waiters]) if (waiter.ids.includes(id)) this.settle(waiter, false);
  }

  set(id: number): void {
    this.requireEvent(id);
    this.state.set(id);
    this.look();
  }

  reset(id: number): void {
    this.requireEvent(id);
    this.state.reset(id);
  }

  /** All events of the type of memory faults. */
  raise(exception: MemoryException): void {
    for (const [id, event] of this.events) {
      if (event.type !== EventType.MEMORY) continue;
      event.exception = exception;
      this.state.set(id);
    }
    this.look();
  }

  /**
   * Sets all signal events whose number has this low byte: more than are meant is no harm, since waiters look at the
   * signal.
   */
  interrupt(number: number): void {
    for (const [id, { type }] of this.events)
      if (type === EventType.SIGNAL && (id & 0xff) === number) this.state.set(id);
  }

  exceptionOf(id: number): MemoryException | undefined {
    return this.events.get(id)?.exception;
  }

  /**
   * Waits for one of the events or for all of them.
   * @param timeoutMs milliseconds
   * @returns whether they came; at once, where that is known
   */
  wait(ids: readonly number[], all: boolean, timeoutMs: number): boolean | Promise<boolean> {
    for (const id of ids) this.requireEvent(id);
    this.state.await(ids, 1);
    const came = this.came(ids, all);
    if (came || timeoutMs === 0) {
      this.finish(ids, came);
      return came;
    }
    return new Promise((resolve) => {
      const settle = (complete: boolean): void => {
        clearTimeout(timer);
        resolve(complete);
      };
      const waiter = { ids, all, settle };
      const timer = timeoutMs >= FOREVER ? undefined : setTimeout(() => this.settle(waiter, false), timeoutMs).unref();
      this.waiters.add(waiter);
    });
  }

  /** Checks the waiters: the processor thread has set something. */
  look(): void {
    for (const waiter of [...this.waiters]) if (this.came(waiter.ids, waiter.all)) this.settle(waiter, true);
  }

  /** Nothing more comes. */
  close(): void {
    for (const waiter of [...this.waiters]) this.settle(waiter, false);
  }

  private came(ids: readonly number[], all: boolean): boolean {
    return all ? ids.every((id) => this.state.isSet(id)) : ids.some((id) => this.state.isSet(id));
  }

  private settle(waiter: Waiter, complete: boolean): void {
    if (!this.waiters.delete(waiter)) return;
    this.finish(waiter.ids, complete);
    waiter.settle(complete);
  }

  /** The wait is over: events that reset themselves do. */
  private finish(ids: readonly number[], complete: boolean): void {
    this.state.await(ids, -1);
    if (!complete) return;
    for (const id of ids) if (this.events.get(id)?.autoReset && this.state.isSet(id)) this.state.reset(id);
  }

  private requireEvent(id: number): void {
    require(this.events.has(id), `there is no event ${id}`);
  }
}
