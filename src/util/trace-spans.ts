// Trace spans, emitted where they happen and collected where a timeline is kept: a channel of this thread. Without a
// timeline there are no subscribers; then a span costs a test of a property.

import { channel } from 'node:diagnostics_channel';

/** Something that took a while. Plain data: it crosses threads. Times are nanoseconds of CLOCK_MONOTONIC. */
export interface TraceSpan {
  readonly category: 'launch' | 'work-groups' | 'build' | 'compiler' | 'memory' | 'stage';
  readonly name: string;
  readonly startNs: bigint;
  readonly endNs: bigint;
  readonly details?: Readonly<Record<string, string | number>>;
}

const spans = channel('atoll:happening');

/** True if there are subscribers: the clock need not be read otherwise. */
export const hasListener = (): boolean => spans.hasSubscribers;

export function emit(span: TraceSpan): void {
  spans.publish(span);
}

/** Subscribes to the spans of this thread. */
export function subscribe(listener: (span: TraceSpan) => void): void {
  spans.subscribe((message) => listener(message as TraceSpan));
}

const now = (): bigint => process.hrtime.bigint();

/** Does something, and emits its span when there are subscribers. @param of name and details, called when it is over */
export function timed<T>(
  category: TraceSpan['category'],
  work: () => T,
  of: () => Pick<TraceSpan, 'name' | 'details'>,
): T {
  if (!hasListener()) return work();
  const startNs = now();
  try {
    return work();
  } finally {
    emit({ category, ...of(), startNs, endNs: now() });
  }
}

/** The same for what ends later. */
export async function timedPromise<T>(
  category: TraceSpan['category'],
  work: Promise<T>,
  of: () => Pick<TraceSpan, 'name' | 'details'>,
): Promise<T> {
  if (!hasListener()) return work;
  const startNs = now();
  try {
    return await work;
  } finally {
    emit({ category, ...of(), startNs, endNs: now() });
  }
}
