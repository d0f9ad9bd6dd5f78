// What takes a while, told where it happens and heard where a timeline is kept: a channel of this thread. Nobody
// listens unless a timeline is wanted; then telling costs a look at a property.

import { channel } from 'node:diagnostics_channel';

/** Something that took a while. Plain data: it crosses threads. Times are nanoseconds of CLOCK_MONOTONIC. */
export interface TraceSpan {
  readonly category: 'launch' | 'work-groups' | 'build' | 'compiler' | 'memory';
  readonly name: string;
  readonly startNs: bigint;
  readonly endNs: bigint;
  readonly details?: Readonly<Record<string, string | number>>;
}

const told = channel('atoll:happening');

/** Whether somebody listens: the clock need not be read otherwise. */
export const isHeard = (): boolean => told.hasSubscribers;

export function tell(happening: TraceSpan): void {
  told.publish(happening);
}

/** Hears what happens in this thread from now on. */
export function hear(listener: (happening: TraceSpan) => void): void {
  told.subscribe((message) => listener(message as TraceSpan));
}

const now = (): bigint => process.hrtime.bigint();

/** Does something, and tells of it when somebody listens. @param of what there is to say, when it is over */
export function timed<T>(
  category: TraceSpan['category'],
  work: () => T,
  of: () => Pick<TraceSpan, 'name' | 'details'>,
): T {
  if (!isHeard()) return work();
  const startNs = now();
  try {
    return work();
  } finally {
    tell({ category, ...of(), startNs, endNs: now() });
  }
}

/** The same for what ends later. */
export async function timedPromise<T>(
  category: TraceSpan['category'],
  work: Promise<T>,
  of: () => Pick<TraceSpan, 'name' | 'details'>,
): Promise<T> {
  if (!isHeard()) return work;
  const startNs = now();
  try {
    return await work;
  } finally {
    tell({ category, ...of(), startNs, endNs: now() });
  }
}
