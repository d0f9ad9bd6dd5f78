// Calls on paths in virtual trees: the results are those of read-only files.
import { type BigIntStats, constants as files, lstatSync, readlinkSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import { required } from '../util/required.js';
import { encodeStatus, type StatLayout } from './stat-layout.js';
import { answerWith, argument, isNoFollow, type StoppedCall } from './stopped-call.js';

const { EACCES, EEXIST, EINVAL, EISDIR, ENOTDIR } = constants.errno;
const WRITE_ACCESS = 2;
const EXECUTE_ACCESS = 1;
const ACCESS_MODE = 3;

/** The open succeeds: the addon makes it. */
export const GIVE = 'give';

/** A question about a path in a tree, whose contents are at a place of ours. */
export interface TreeQuestion extends StoppedCall {
  readonly place: Buffer;
  /** `O_*` of an open. */
  readonly flags: number;
}

/** The result for the guest (0 or above, or -errno), or that it gets a descriptor. */
export function answerInTree(question: TreeQuestion): number | typeof GIVE {
  try {
    // A slash at the end says that it is a folder, or a link to one.
    if (question.path?.endsWith('/') && !statSync(question.place).isDirectory()) return -ENOTDIR;
    return question.call.role === 'open' ? open(question) : answerOf(question);
  } catch (error) {
    const { errno } = error as NodeJS.ErrnoException;
    if (errno === undefined || errno >= 0) throw error;
    // A missing entry cannot be created either.
    const makes = question.call.role === 'open' && question.flags & files.O_CREAT;
    return makes && errno === -constants.errno.ENOENT ? -EACCES : errno;
  }
}

function answerOf(question: TreeQuestion): number {
  const { call } = question;
  return answers[required(call.answer, `answer of ${call.name}`)](question);
}

/** Not among Node's: the kernel looks at nothing but the path. */
const O_PATH = 0o10000000;

function open({ place, flags }: TreeQuestion): number | typeof GIVE {
  const status = flags & files.O_NOFOLLOW ? lstatSync(place) : statSync(place);
  if (flags & O_PATH) return GIVE;
  if (flags & files.O_CREAT && flags & files.O_EXCL) return -EEXIST;
  const writes = (flags & ACCESS_MODE) !== files.O_RDONLY || (flags & files.O_TRUNC) !== 0;
  if (status.isDirectory() && (writes || flags & files.O_CREAT)) return -EISDIR;
  return writes ? -EACCES : GIVE;
}

const statusOf = (question: TreeQuestion): BigIntStats =>
  isNoFollow(question) && !question.path?.endsWith('/')
    ? lstatSync(question.place, { bigint: true })
    : statSync(question.place, { bigint: true });

const stat =
  (layout: (question: StoppedCall) => StatLayout) =>
  (question: TreeQuestion): number =>
    answerWith(question, encodeStatus(layout(question), statusOf(question)), 0);

const answers: Record<NonNullable<StoppedCall['call']['answer']>, (question: TreeQuestion) => number> = {
  stat: stat(({ abi }) => (abi === 'i386' ? 'stat64' : 'stat')),
  stat64: stat(() => 'stat64'),
  statx: stat(() => 'statx'),
  access: (question) => {
    const mode = Number(argument(question, 'accessMode'));
    const isFolder = statusOf(question).isDirectory();
    return mode & WRITE_ACCESS || (mode & EXECUTE_ACCESS && !isFolder) ? -EACCES : 0;
  },
  readlink: (question) => {
    const size = Number(BigInt.asIntN(32, argument(question, 'size')));
    if (size <= 0) return -EINVAL;
    const target = readlinkSync(question.place, 'buffer').subarray(0, size);
    return answerWith(question, target, target.length);
  },
  // Of descriptors, which the kernel has.
  getdents64: () => -ENOTDIR,
};
