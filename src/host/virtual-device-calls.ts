// Calls other than open and ioctl on a virtual device: it looks like a character device.
import { readlinkSync } from 'node:fs';
import { constants } from 'node:os';
import type { Device } from './device.js';
import { deviceEntries } from './directory-entries.js';
import type { Native } from './native.js';
import { encodeStat, type StatLayout } from './stat-layout.js';
import { answerWith, argument, isNoFollow, type StoppedCall } from './stopped-call.js';
import type { AnswerKind } from './syscalls.js';

const executeAccess = 1;

export interface AnswerContext {
  readonly native: Native;
  readonly devices: readonly Device[];
}

/** The result for the guest (>= 0 or -errno), or undefined when the kernel shall answer. */
export function answer(question: StoppedCall, context: AnswerContext): number | undefined {
  const kind = question.call.answer;
  return kind ? answers[kind](question, context) : undefined;
}

const answers: Record<AnswerKind, (question: StoppedCall, context: AnswerContext) => number | undefined> = {
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

function answerStat(question: StoppedCall, layout: StatLayout): number | undefined {
  if (!question.device || (question.isLink && isNoFollow(question))) return undefined;
  return answerWith(question, encodeStat(layout, question.device), 0);
}

function answerReadlink(question: StoppedCall): number | undefined {
  if (!question.device) return undefined;
  if (!question.isLink) return -constants.errno.EINVAL;
  const size = Number(BigInt.asIntN(32, argument(question, 'size')));
  if (size <= 0) return -constants.errno.EINVAL;
  const target = Buffer.from(question.device.path, 'latin1').subarray(0, size);
  return answerWith(question, target, target.length);
}

/**
 * Reads the guest's directory in its place (the file position is shared) and, when it stood at the start, adds the
 * devices behind the first entries. They take the position of the entry before them, so that seekdir stays right.
 */
function answerDirectory(question: StoppedCall, context: AnswerContext): number | undefined {
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

function listWith(question: StoppedCall, context: AnswerContext, fd: number, size: number, added: Uint8Array): number {
  const entries = new Uint8Array(size);
  const count = context.native.readDirectory(fd, entries.subarray(0, size - added.length));
  if (count < 0) return count;
  const view = new DataView(entries.buffer);
  let last = 0n;
  for (let at = 0; at < count; at += view.getUint16(at + lengthField, true))
    last = view.getBigInt64(at + offsetField, true);
  entries.set(added, count);
  const end = count + added.length;
  for (let at = count; at < end; at += view.getUint16(at + lengthField, true))
    view.setBigInt64(at + offsetField, last, true);
  return answerWith(question, entries.subarray(0, end), end);
}
