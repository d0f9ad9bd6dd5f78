// Interruption of long commands: the first signal requests an orderly end, the second one ends the process.

import { constants } from 'node:os';

export interface Interruption {
  readonly signal: AbortSignal;
  /** Removes the signal handlers, and sets the exit status if a signal was received. */
  readonly end: () => void;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const statusOf = (name: (typeof SIGNALS)[number]): number => 128 + constants.signals[name];

export function onInterruption(): Interruption {
  const controller = new AbortController();
  let received: number | undefined;
  const stop = (name: (typeof SIGNALS)[number]) => {
    if (received !== undefined) process.exit(received);
    received = statusOf(name);
    controller.abort();
  };
  for (const name of SIGNALS) process.on(name, stop);
  return {
    signal: controller.signal,
    end: () => {
      for (const name of SIGNALS) process.off(name, stop);
      if (received !== undefined) process.exitCode = received;
    },
  };
}
