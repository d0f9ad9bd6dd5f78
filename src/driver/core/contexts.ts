// All contexts of all devices, to route the events of the processor threads.

import { constants } from 'node:os';
import type { AddressSpace } from '../../emulator/address-space.js';
import { SessionGarbage } from '../../util/collect-garbage.js';
import { Context } from './context.js';
import { MemoryPool } from './memory-pool.js';
import type { ProcessorEvent } from './processor/messages.js';
import type { CoreServices } from './services.js';

/** The processor thread waits on all doorbells in one futex call, which takes 128 words. */
const CONTEXT_LIMIT = 120;
/** Of contexts that were released and of which threads still have something: opens beyond them wait. */
const LEAVING_LIMIT = 32;

type ContextLimit = 'EMFILE' | 'ENOMEM';

/** True if a context could not be made because a resource is exhausted. */
const isExhausted = (error: unknown): error is Error =>
  error instanceof RangeError || (error instanceof Error && 'code' in error && error.code === 'ENOMEM');

export class Contexts {
  private readonly contexts = new Map<number, Context>();
  private lost = 0;
  private readonly pool: MemoryPool;
  private readonly garbage = new SessionGarbage();
  /** Opens that wait. */
  private waiting: (() => void)[] = [];

  constructor(readonly services: CoreServices) {
    this.pool = new MemoryPool(services.mapper);
  }

  private get openCount(): number {
    let count = 0;
    for (const { isReleased } of this.contexts.values()) if (!isReleased) count++;
    return count;
  }

  /** Something to wait for before another context is opened, where those that have ended are not gone yet. */
  room(): Promise<void> | undefined {
    if (this.lost || this.contexts.size - this.openCount < LEAVING_LIMIT) return undefined;
    return new Promise<void>((resolve) => this.waiting.push(resolve)).then(() => this.room());
  }

  private vacated({ id }: Context): void {
    this.contexts.delete(id);
    this.garbage.add();
    this.garbage.collectIfMuch();
    this.waiting.shift()?.();
  }

  /**
   * A context for an open.
   *
   * @param fd of the file behind its memory, of as many bytes as device-file.ts defines
   * @param queue by which the guest itself launches, see {@link Context}
   * @param space where kernels and guest see the memory
   * @returns -errno when there can be none
   */
  open(fd: number, queue?: string, space?: AddressSpace): Context | number {
    if (this.lost) return -this.lost;
    if (this.openCount >= CONTEXT_LIMIT) return this.refuse('EMFILE', `${CONTEXT_LIMIT} are open already`);
    try {
      const onVacated = (): void => this.vacated(context);
      const context: Context = new Context(fd, this.services, this.pool, queue, onVacated, space);
      this.contexts.set(context.id, context);
      return context;
    } catch (error) {
      if (!isExhausted(error)) throw error;
      return this.refuse('ENOMEM', error.message);
    }
  }

  /** One guest gets none; the others keep theirs. */
  private refuse(errno: ContextLimit, reason: string): number {
    this.services.warn(`cannot open the device for another guest (${errno}): ${reason}`);
    return -constants.errno[errno];
  }

  /** An event with all details of the fault, if it reports one. */
  explained(event: ProcessorEvent): ProcessorEvent {
    if (event.type !== 'launch-failed' || !event.details) return event;
    const lines = this.contexts.get(event.session)?.tenant.explain?.(event.details) ?? [];
    return { ...event, text: [event.text, ...lines].join('\n') };
  }

  /** Takes note of what a processor thread reports. */
  receive(event: ProcessorEvent): void {
    if (event.type === 'launch-ended') this.contexts.get(event.session)?.ended(event.launch, event.failure);
    else if (event.type === 'launch-failed' && event.signal !== undefined)
      this.contexts.get(event.session)?.tenant.failed?.(event.signal, event.sequence, event.text);
    else if (event.type === 'queue-reply') this.contexts.get(event.session)?.tenant.queueReply?.(event.word);
    else if (event.type === 'call-released') this.contexts.get(event.session)?.tenant.returns?.(event.number);
    else if (event.type === 'session-released') this.contexts.get(event.session)?.forgotten();
    else if (event.type === 'session-lost') this.contexts.get(event.session)?.tenant.unserved?.(event.text);
  }

  /** Nothing more will be executed: every guest is notified, and no other one may begin. */
  lose(errno: number): void {
    this.lost = errno;
    for (const context of this.contexts.values()) context.lose(errno);
    for (const wake of this.waiting.splice(0)) wake();
  }
}
