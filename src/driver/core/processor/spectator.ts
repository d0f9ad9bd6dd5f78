// Somebody who looks on while launches run as always, on all threads and without probes: told when they begin and end.

import type { Running } from './lane.js';
import type { Allocated } from './messages.js';

export interface Spectator {
  begun(session: number, running: Running): void;
  /** @param failure why it did not end well */
  ended(session: number, running: Running, endNs: bigint, failure: string | undefined): void;
  /** A guest has got memory, or given it back: then only its address is known. */
  memory(session: number, allocation: Allocated, given: boolean): void;
  left(session: number): void;
}
