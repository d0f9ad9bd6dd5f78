// Limits failures to the guest that causes them: the others keep their devices.

import { constants } from 'node:os';
import { failureOf } from './failure.js';
import type { GuestContext } from './guest-context.js';
import type { ProcessorOptions } from './processor-options.js';

export class GuestGuard {
  constructor(private readonly emit: ProcessorOptions['emit']) {}

  /** A defect of ours that shows in the queue of one guest must not take the other guests with it. */
  guarded<T>(served: GuestContext, otherwise: T, work: () => T): T {
    try {
      return work();
    } catch (error) {
      this.lose(served, failureOf(error));
      return otherwise;
    }
  }

  /** A guest has written garbage into its queue. */
  lose(served: GuestContext, damage: string): void {
    served.lost = true;
    for (const queue of served.queues) queue.lose(constants.errno.EIO);
    const text = `${damage}: device lost for this guest`;
    this.emit({ type: 'session-lost', session: served.session, text });
  }
}
