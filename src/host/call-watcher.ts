// Watches a guest's calls of real devices: the kernel executes them, and a watcher sees memory before and after.

import type { FileCall } from './device.js';

/** A call that concerns a real device. */
export interface WatchedCall extends FileCall {
  /** Of an open: as the guest gave it, and the flags. */
  readonly path: string | undefined;
  readonly flags: number;
}

export interface CallWatcher {
  /** Devices to watch; without any, all character and block devices. */
  readonly paths: readonly string[];
  /** Before the call. @returns whether its end is of interest */
  entered(call: WatchedCall): boolean;
  /** After it, the thread still stopped. @param result as the kernel gave it, a negative errno for a failure */
  left(call: WatchedCall, result: number): void;
}
