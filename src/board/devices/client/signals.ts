// Check whether a waiting thread has a signal that would have interrupted a call in the kernel.

import { readFileSync } from 'node:fs';
import { constants } from 'node:os';

const bit = (signal: number): bigint => 1n << BigInt(signal - 1);
const { SIGCHLD, SIGCONT, SIGURG, SIGWINCH } = constants.signals;
/** Ignored by default. */
const QUIET = [SIGCHLD, SIGCONT, SIGURG, SIGWINCH].reduce((set, signal) => set | bit(signal), 0n);

/** Also when the thread has ended: then there is no waiter. */
export function isInterrupted({ pid, tid }: { readonly pid: number; readonly tid: number }): boolean {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/task/${tid}/status`, 'latin1');
  } catch {
    return true;
  }
  const set = (name: string): bigint => BigInt(`0x${new RegExp(`^${name}:\\s*([0-9a-f]+)`, 'm').exec(text)?.[1] ?? 0}`);
  const pending = (set('SigPnd') | set('ShdPnd')) & ~set('SigBlk') & ~set('SigIgn');
  return (pending & (set('SigCgt') | ~QUIET)) !== 0n;
}
