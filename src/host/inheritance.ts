// State that a program inherits from the shell that starts it, as far as Node loses it before any JavaScript runs: Node
// sets ignored signals back to their default, empties the signal mask, marks inherited descriptors close-on-exec and
// raises the limit of descriptors. The command `atoll` is therefore a shell script (bin/atoll) that writes this state
// into an environment variable and becomes Node by exec.

export interface Inheritance {
  readonly ignoredSignals: readonly number[];
  /** Known only when the shell leaves the mask as it is; dash empties it. */
  readonly blockedSignals: readonly number[];
  /** Inherited descriptors, 0 to 2 only when they were open; empty when nothing is known about them. */
  readonly descriptors: readonly number[];
  /** Soft limit of open descriptors; undefined for "unlimited" or when it is not known. */
  readonly descriptorLimit: number | undefined;
}

export const inheritanceVariable = 'ATOLL_INHERITED';

/**
 * The C library keeps these to itself, and Node leaves them as they are. Programs are started with them ignored
 * wherever posix_spawn does it: by make, for one.
 */
const LIBRARY_SIGNALS: readonly number[] = [32, 33];

/** Numbers of the signals in a set as /proc/<pid>/status prints it: hexadecimal, signal 1 is bit 0. */
function signalsOf(mask: string): number[] {
  if (!/^[0-9a-f]{1,16}$/i.test(mask)) return [];
  const bits = BigInt(`0x${mask}`);
  return Array.from({ length: 64 }, (_, index) => index + 1).filter(
    (signal) => (bits >> BigInt(signal - 1)) & 1n && !LIBRARY_SIGNALS.includes(signal),
  );
}

/**
 * Reads `PID fd=N ... SigBlk:=MASK SigIgn:=MASK files=N`. Undefined when there is no such text, or when it was written
 * for another process: a host that runs inside of a guest sees the outer one's.
 */
export function parseInheritance(text: string | undefined, pid: number): Inheritance | undefined {
  const [owner, ...words] = text?.split(' ') ?? [];
  if (owner !== String(pid)) return undefined;
  const valuesOf = (key: string) =>
    words.filter((word) => word.startsWith(`${key}=`)).map((word) => word.slice(key.length + 1));
  const numbers = (key: string) =>
    valuesOf(key)
      .filter((value) => /^\d{1,9}$/.test(value))
      .map(Number);
  return {
    ignoredSignals: signalsOf(valuesOf('SigIgn:')[0] ?? ''),
    blockedSignals: signalsOf(valuesOf('SigBlk:')[0] ?? ''),
    descriptors: numbers('fd'),
    descriptorLimit: numbers('files')[0],
  };
}
