// The limit that ended a compiler, as text.

import { constants } from 'node:os';
import { type Limits, RLIMIT } from '../request/build-credentials.js';
import type { RunBounds, ToolRunResult } from './process.js';

const MEMORY_SIGNS = /LLVM ERROR: out of memory|std::bad_alloc|Cannot allocate memory/;
const MIB = 1 << 20;
/** Begin of the sentence for the limit of processor time. */
export const USED_UP = 'exceeded its CPU time';

/** Value and origin of a limit: Atoll's, or the lower one of the requesting program. */
function text(number: number, ours: number, limits: Limits | undefined, unit: (value: number) => string): string {
  const its = limits?.get(number) ?? Number.POSITIVE_INFINITY;
  return its < ours ? `${unit(its)}, the limit of the program` : `${unit(ours)}, the limit of Atoll`;
}

/** A driver with integrated compiler reports a signal as a status, as a shell does. */
const endedBy = ({ signal, status }: ToolRunResult, name: 'SIGXCPU' | 'SIGXFSZ'): boolean =>
  signal === name || status === 128 + constants.signals[name];

/**
 * LLVM prints its stack at the signal for the limit of processor time, and continues; a second later the kernel kills
 * it. Without that signal (killed for lack of memory) it prints nothing.
 */
const wasWarned = ({ signal, stderr }: ToolRunResult): boolean =>
  signal === 'SIGKILL' && stderr.includes('Stack dump:');

/** One sentence without a subject; undefined if no limit was reached. */
export function limitReached(result: ToolRunResult, bounds: RunBounds, limits?: Limits): string | undefined {
  if (result.timedOut) return `did not end within ${bounds.wallMs / 60_000} minutes`;
  if (endedBy(result, 'SIGXCPU') || wasWarned(result)) {
    const used = text(RLIMIT.cpu, bounds.cpuSeconds, limits, (seconds) => `${seconds} s`);
    return `${USED_UP} (${used})`;
  }
  if (endedBy(result, 'SIGXFSZ')) {
    const size = text(RLIMIT.fileSize, Number.POSITIVE_INFINITY, limits, (bytes) => `${bytes} bytes`);
    return `reached the maximum file size (${size})`;
  }
  if (result.status === 0 || !MEMORY_SIGNS.test(result.stderr)) return undefined;
  const room = text(RLIMIT.addressSpace, bounds.memoryBytes, limits, (bytes) => `${Math.floor(bytes / MIB)} MiB`);
  return `ran out of memory (${room})`;
}
