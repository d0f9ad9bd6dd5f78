// Signal dispositions of the threads of a process, from /proc.

import { readdirSync, readFileSync } from 'node:fs';

export interface SignalState {
  /** The process has a handler for it, or ignores it. */
  readonly isHandled: boolean;
  /** Threads that block it. */
  readonly blocking: readonly number[];
}

/** Each thread costs some ten microseconds. */
const MAX_THREADS = 64;

/** @returns undefined when the process has gone, or has too many threads to look at */
export function signalState(pid: number, signal: number): SignalState | undefined {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    if (threads.length > MAX_THREADS) return undefined;
    let isHandled = false;
    const blocking: number[] = [];
    for (const thread of threads) {
      const status = statusOf(`/proc/${pid}/task/${thread}/status`);
      isHandled ||= has(status, 'SigCgt', signal) || has(status, 'SigIgn', signal);
      if (has(status, 'SigBlk', signal)) blocking.push(Number(thread));
    }
    return { isHandled, blocking };
  } catch {
    return undefined;
  }
}

/** A call of rt_sigaction. */
interface SignalActionCall {
  readonly arguments: readonly bigint[];
  readonly abi: string;
  readonly memory: { read(address: bigint, length: number): Uint8Array | undefined };
}

/** Handler that a call of rt_sigaction sets: 0 is the default action, or none. */
export function handlerOf({ arguments: [, action], abi, memory }: SignalActionCall): bigint {
  const is64 = abi === 'x86-64';
  const bytes = action ? memory.read(action, is64 ? 8 : 4) : undefined;
  if (!bytes) return 0n;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return is64 ? view.getBigUint64(0, true) : BigInt(view.getUint32(0, true));
}

/** Empty when the thread has ended since. */
function statusOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

/** Sets of signals are 64 bits in hexadecimal digits. */
function has(status: string, set: string, signal: number): boolean {
  const at = status.indexOf(`\n${set}:\t`);
  if (at < 0) return false;
  const digits = status.slice(at + set.length + 3, status.indexOf('\n', at + 1));
  return ((BigInt(`0x${digits}`) >> BigInt(signal - 1)) & 1n) === 1n;
}
