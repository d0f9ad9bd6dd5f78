// Observes launches that run as always, on all threads and without probes: their begin and end.

import type { SimulatedTime } from '../../../emulator/observations.js';
import type { ActiveLaunch } from './launch-slot.js';
import type { AllocationRecord } from './messages.js';

export interface LaunchEndView {
  /** Why it did not end well. */
  readonly failure?: string;
  /** Its time on a simulated chip. */
  readonly simulated?: SimulatedTime | undefined;
}

export interface LaunchMonitor {
  begun(session: number, running: ActiveLaunch): void;
  ended(session: number, running: ActiveLaunch, endNs: bigint, how?: LaunchEndView): void;
  /** A guest has got memory, or given it back: then only its address is known. */
  memory(session: number, allocation: AllocationRecord, allocated: boolean): void;
  left(session: number): void;
}
