// Processes of this machine, and waiting: until one is there, until none is left. Waits end as soon as there is nothing
// more to wait for; their limits are for machines that are slow and busy with other things.

import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Timeout of events that have to come at all. */
const COMING_MS = 60_000;
/** Timeout of processes that have to end; those that tests would leave behind live longer. */
const ENDING_MS = 30_000;

/** Polls until the condition holds or the time is over; returns the last value. */
export async function until<T>(
  look: () => T,
  isThere: (value: T) => boolean = Boolean,
  limitMs: number = COMING_MS,
): Promise<T> {
  const end = performance.now() + limitMs;
  for (;;) {
    const value = look();
    if (isThere(value) || performance.now() > end) return value;
    await sleep(10);
  }
}

/** The last processes of a list that is looked at until it is empty. */
export const untilNone = (look: () => number[]): Promise<number[]> =>
  until(look, ({ length }) => length === 0, ENDING_MS);

/** Contents of a file; empty while it is not there. */
export function contentOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

/** A process id that a script writes to a file, once the whole line is there. */
export async function pidIn(file: string): Promise<number> {
  return Number(
    await until(
      () => contentOf(file),
      (text) => text.endsWith('\n'),
    ),
  );
}

export const processIds = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

/** The variable that identifies a run: guests inherit it, whatever they execute. */
export const markOf = (value: string): Record<string, string> => ({ ATOLL_TEST_MARK: value });

/** Processes with a mark. */
export const marked = (value: string): number[] =>
  processIds().filter((pid) => contentOf(`/proc/${pid}/environ`).includes(`ATOLL_TEST_MARK=${value}\0`));
