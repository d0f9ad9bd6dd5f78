// Somebody who looks on while launches run as always, on all threads and without probes: told when they begin and end.

import type { SimulatedTime } from '../../../emulator/observations.js';
import type { Running } from './lane.js';
import type { Allocated } from './messages.js';

export interface SpectatedEnd {
  /** Why it did not end well. */
  readonly failure?: string;
  /** What it took on a simulated chip. */
  readonly simulated?: SimulatedTime | undefined;
}

export interface Spectator {
  begun(session: number, running: Running): void;
  ended(session: number, running: Running, endNs: bigint, how?: SpectatedEnd): void;
  /** A guest has got memory, or given it back: then only its address is known. */
  memory(session: number, allocation: Allocated, given: boolean): void;
  left(session: number): void;
}
