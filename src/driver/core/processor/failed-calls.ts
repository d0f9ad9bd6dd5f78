// Calls of guests that have failed and that an observer wants to see: one after the other, and never in the middle of a
// slice.

import type { FailedCall } from '../../../launch/failed-call.js';
import type { ProcessorEvent } from './messages.js';
import type { Observer } from './observer.js';

export interface FailedCallsOptions {
  readonly observer?: Observer | undefined;
  readonly emit: (event: ProcessorEvent) => void;
}

export class FailedCalls {
  private waiting: { readonly session: number; readonly failed: FailedCall }[] = [];

  /** Guests that are about to be killed: other threads of theirs may still fail. */
  private readonly ended = new Set<number>();

  constructor(private readonly options: FailedCallsOptions) {}

  add(session: number, failed: FailedCall): void {
    this.waiting.push({ session, failed });
  }

  /**
   * Passes each to the observer, also those that arrive meanwhile.
   * @param serves whether a guest is still there;
   * @param quit called for a guest that is about to be killed
   */
  attend(serves: (session: number) => boolean, quit: (session: number) => void): void {
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      const { session, failed } = next;
      if (this.ended.has(session) || !serves(session)) continue;
      const decision = this.options.observer?.callFailed?.(session, failed) ?? 'continue';
      if (decision === 'quit') {
        this.ended.add(session);
        quit(session);
      } else if (decision === 'continue') this.options.emit({ type: 'call-released', session, number: failed.number });
    }
  }
}
