// All contexts of all devices: whom an event of the processor threads concerns.

import { constants } from 'node:os';
import type { AddressSpace } from '../../emulator/address-space.js';
import { Context } from './context.js';
import type { ProcessorEvent } from './processor/messages.js';
import type { CoreServices } from './services.js';

/** The processor thread waits on all doorbells in one futex call, which takes 128 words. */
const CONTEXT_LIMIT = 120;

export class Contexts {
  private readonly contexts = new Map<number, Context>();
  private lost = 0;

  constructor(readonly services: CoreServices) {}

  /**
   * A context for an open.
   *
   * @param fd of the file behind its memory, of FILE_SIZE bytes
   * @param queue by which the guest itself launches, see {@link Context}
   * @param space where kernels and guest see the memory
   * @returns -errno when there can be none
   */
  open(fd: number, queue?: string, space?: AddressSpace): Context | number {
    if (this.lost) return -this.lost;
    if (this.contexts.size >= CONTEXT_LIMIT) return -constants.errno.EMFILE;
    try {
      const context = new Context(fd, this.services, queue, () => this.contexts.delete(context.id), space);
      this.contexts.set(context.id, context);
      return context;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.services.log(`no address space for another guest: ${error.message}`);
      return -constants.errno.ENOMEM;
    }
  }

  /** An event with all that is known about it, where it tells of a fault. */
  explained(event: ProcessorEvent): ProcessorEvent {
    if (event.do !== 'fault' || !event.details) return event;
    const lines = this.contexts.get(event.session)?.tenant.explain?.(event.details) ?? [];
    return { ...event, text: [event.text, ...lines].join('\n') };
  }

  /** Takes note of what a processor thread reports. */
  receive(event: ProcessorEvent): void {
    if (event.do === 'ended') this.contexts.get(event.session)?.ended(event.launch, event.failure);
    else if (event.do === 'fault' && event.signal !== undefined)
      this.contexts.get(event.session)?.tenant.failed?.(event.signal, event.sequence, event.text);
    else if (event.do === 'told') this.contexts.get(event.session)?.tenant.told?.(event.word);
    else if (event.do === 'callReturns') this.contexts.get(event.session)?.tenant.returns?.(event.number);
    else if (event.do === 'lost') this.contexts.get(event.session)?.tenant.unserved?.(event.text);
  }

  /** Nothing more will be executed: every guest hears of it, and no other one may begin. */
  lose(errno: number): void {
    this.lost = errno;
    for (const context of this.contexts.values()) context.lose(errno);
  }
}
