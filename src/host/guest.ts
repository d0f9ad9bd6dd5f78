// A running guest, for the code that started it.

import type { Backend } from './backend.js';
import type { GuestExit } from './exit-status.js';
import type { SessionStatistics } from './native.js';

export interface Guest {
  readonly pid: number;
  /** The one that was taken. */
  readonly backend: Backend;
  /** Settles when the guest and, unless killed, its descendants are gone and every virtual file is released. */
  readonly exited: Promise<GuestExit>;
  /** Sends a signal to the main process; false when it has ended. */
  kill(signal: NodeJS.Signals | number): boolean;
  /** Kills every process of the tree. */
  killAll(): void;
  statistics(): SessionStatistics;
}
