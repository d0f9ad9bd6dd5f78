// A stopped call that concerns something virtual, and what its answers have in common.
import { constants } from 'node:os';
import type { Abi, Device, GuestMemory, SyscallArguments } from './device.js';
import type { SyscallArgumentKind, SystemCall } from './syscalls.js';

const symlinkNoFollow = 0x100;

export interface StoppedCall {
  readonly call: SystemCall;
  readonly abi: Abi;
  readonly arguments: SyscallArguments;
  readonly pid: number;
  readonly tid: number;
  readonly memory: GuestMemory;
  /** As the guest gave it; undefined when the call names a descriptor. */
  readonly path: string | undefined;
  /** The device that the path or the open file belongs to; undefined for a directory. */
  readonly device: Device | undefined;
  /** The path leads to an open file through /proc. */
  readonly isLink: boolean;
}

/** 0 when the call has no such argument. */
export function argument(question: StoppedCall, kind: SyscallArgumentKind): bigint {
  return question.arguments[question.call.arguments.indexOf(kind)] ?? 0n;
}

/** True if the call does not follow a symbolic link. */
export const isNoFollow = (question: StoppedCall): boolean =>
  question.call.noFollow === true || (Number(argument(question, 'atFlags')) & symlinkNoFollow) !== 0;

/** Bytes for the buffer that the guest gave, and the result; -EFAULT where there is no memory. */
export const answerWith = (question: StoppedCall, bytes: Uint8Array, result: number): number =>
  question.memory.write(argument(question, 'pointer'), bytes) ? result : -constants.errno.EFAULT;
