// Commands that run for long and can be stopped: the first signal asks them to end well, the second one ends them.

import { constants } from 'node:os';

export interface Interruption {
  readonly signal: AbortSignal;
  /** Forgets about signals again, and sets the exit status when one has come. */
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
