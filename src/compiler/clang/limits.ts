// Which limit ended a compiler, in words that name it.

import { constants } from 'node:os';
import { type Limits, RLIMIT } from '../request/build-credentials.js';
import type { RunBounds, ToolRunResult } from './process.js';

const MEMORY_SIGNS = /LLVM ERROR: out of memory|std::bad_alloc|Cannot allocate memory/;
const MIB = 1 << 20;
/** How the sentence begins where processor time was the limit. */
export const USED_UP = 'used up its processor time';

/** What a limit is, and whose: ours, or the lower one of the program that asked for the build. */
function text(number: number, ours: number, limits: Limits | undefined, unit: (value: number) => string): string {
  const its = limits?.get(number) ?? Number.POSITIVE_INFINITY;
  return its < ours ? `${unit(its)}, the limit of the program` : `${unit(ours)}, the limit of Atoll`;
}

/** A driver that runs its compiler inside of itself reports a signal as a status, as a shell does. */
const endedBy = ({ signal, status }: ToolRunResult, name: 'SIGXCPU' | 'SIGXFSZ'): boolean =>
  signal === name || status === 128 + constants.signals[name];

/**
 * LLVM writes its stack at the signal that the processor time is used up, and goes on where it was: what kills it then
 * is the kernel, a second later. Where others kill it (for want of memory), it writes nothing.
 */
const wasWarned = ({ signal, stderr }: ToolRunResult): boolean =>
  signal === 'SIGKILL' && stderr.includes('Stack dump:');

/** One sentence without a subject; undefined when no limit was reached. */
export function limitReached(result: ToolRunResult, bounds: RunBounds, limits?: Limits): string | undefined {
  if (result.timedOut) return `did not end within ${bounds.wallMs / 60_000} minutes`;
  if (endedBy(result, 'SIGXCPU') || wasWarned(result)) {
    const used = text(RLIMIT.cpu, bounds.cpuSeconds, limits, (seconds) => `${seconds} s`);
    return `${USED_UP} (${used})`;
  }
  if (endedBy(result, 'SIGXFSZ')) {
    const size = text(RLIMIT.fileSize, Number.POSITIVE_INFINITY, limits, (bytes) => `${bytes} bytes`);
    return `reached the largest size of a file (${size})`;
  }
  if (result.status === 0 || !MEMORY_SIGNS.test(result.stderr)) return undefined;
  const room = text(RLIMIT.addressSpace, bounds.memoryBytes, limits, (bytes) => `${Math.floor(bytes / MIB)} MiB`);
  return `ran out of memory (${room})`;
}
