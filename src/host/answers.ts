// What a guest is told about a virtual device by calls other than open and ioctl: that it is a character device.
import { readlinkSync } from 'node:fs';
import { constants } from 'node:os';
import type { Abi, Device, GuestMemory } from './device.js';
import { deviceEntries } from './directory-entries.js';
import type { Native } from './native.js';
import { encodeStat } from './stat-layout.js';
import type { AnswerKind, ArgumentKind, SystemCall } from './syscalls.js';

const executeAccess = 1;
const symlinkNoFollow = 0x100;

/** A stopped call that concerns a device, one of its open files, or the directory that holds devices. */
export interface Question {
  readonly call: SystemCall;
  readonly abi: Abi;
  readonly arguments: readonly bigint[];
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

export interface AnswerContext {
  readonly native: Native;
  readonly devices: readonly Device[];
}

/** The result for the guest (>= 0 or -errno), or undefined when the kernel shall answer. */
export function answer(question: Question, context: AnswerContext): number | undefined {
  const kind = question.call.answer;
  return kind ? answers[kind](question, context) : undefined;
}

const answers: Record<AnswerKind, (question: Question, context: AnswerContext) => number | undefined> = {
  access: (question) => {
    if (!question.device) return undefined;
    return Number(argument(question, 'accessMode')) & executeAccess ? -constants.errno.EACCES : 0;
  },
  stat: (question) => answerStat(question, question.abi === 'i386' ? 'stat64' : 'stat'),
  stat64: (question) => answerStat(question, 'stat64'),
  statx: (question) => answerStat(question, 'statx'),
  readlink: answerReadlink,
  getdents64: answerDirectory,
};

function argument(question: Question, kind: ArgumentKind): bigint {
  const index = question.call.arguments.indexOf(kind);
  return index < 0 ? 0n : question.arguments[index]!;
}

function answerStat(question: Question, layout: 'stat' | 'stat64' | 'statx'): number | undefined {
  const noFollow = question.call.noFollow || Number(argument(question, 'atFlags')) & symlinkNoFollow;
  if (!question.device || (question.isLink && noFollow)) return undefined;
  const bytes = encodeStat(layout, question.device);
  return question.memory.write(argument(question, 'pointer'), bytes) ? 0 : -constants.errno.EFAULT;
}

function answerReadlink(question: Question): number | undefined {
  if (!question.device) return undefined;
  if (!question.isLink) return -constants.errno.EINVAL;
  const size = Number(BigInt.asIntN(32, argument(question, 'size')));
  if (size <= 0) return -constants.errno.EINVAL;
  const target = Buffer.from(question.device.path, 'latin1').subarray(0, size);
  return question.memory.write(argument(question, 'pointer'), target) ? target.length : -constants.errno.EFAULT;
}

/**
 * Reads the guest's directory in its place (the file position is shared) and, when it stood at the start, adds the
 * devices behind the first entries. They take the position of the entry before them, so that seekdir stays right.
 */
function answerDirectory(question: Question, context: AnswerContext): number | undefined {
  const { native } = context;
  const fd = native.shareDescriptor(question.tid, question.pid, Number(BigInt.asIntN(32, argument(question, 'fd'))));
  if (fd < 0) return undefined;
  try {
    if (native.filePosition(fd) !== 0) return undefined;
    const added = deviceEntries(context.devices, readlinkSync(`/proc/self/fd/${fd}`));
    const size = Math.min(Number(BigInt.asUintN(32, argument(question, 'size'))), largestListing);
    if (!added || size < added.length + largestEntry) return undefined;
    return listWith(question, context, fd, size, added);
  } finally {
    native.closeFd(fd);
  }
}

/** struct linux_dirent64 with a name of NAME_MAX bytes. */
const largestEntry = 280;
const largestListing = 1 << 20;
const offsetField = 8;
const lengthField = 16;

function listWith(question: Question, context: AnswerContext, fd: number, size: number, added: Uint8Array): number {
  const entries = new Uint8Array(size);
  const got = context.native.readDirectory(fd, entries.subarray(0, size - added.length));
  if (got < 0) return got;
  const view = new DataView(entries.buffer);
  let last = 0n;
  for (let at = 0; at < got; at += view.getUint16(at + lengthField, true))
    last = view.getBigInt64(at + offsetField, true);
  entries.set(added, got);
  const end = got + added.length;
  for (let at = got; at < end; at += view.getUint16(at + lengthField, true))
    view.setBigInt64(at + offsetField, last, true);
  const written = question.memory.write(argument(question, 'pointer'), entries.subarray(0, end));
  return written ? end : -constants.errno.EFAULT;
}
