// The credentials of the program of a build: user, groups, limits and root folder. A compiler reads files that the
// program names, and must not have more rights than the program.

import { closeSync, constants, openSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { sep } from 'node:path';

/** The ids of file access: proc_pid_status(5). */
export interface Identity {
  readonly uid: number;
  readonly gid: number;
  readonly groups: readonly number[];
  /** A mask, by the numbers of linux/capability.h. */
  readonly capabilities: bigint;
}

/** Soft limits by their numbers for setrlimit(2); absent ones are unlimited. */
export type Limits = ReadonlyMap<number, number>;

export interface BuildCredentials {
  readonly identity: Identity;
  readonly limits: Limits;
  /** The identity differs from this process's. */
  readonly isAnother: boolean;
  /** A descriptor of this process for its root folder, if that or its mounts differ from this process's. */
  readonly root: number | undefined;
  /** Its view of the file system in cache keys; empty for that of this process. */
  readonly view: string;
  /** Absolute, in its root folder. */
  readonly folder: string;
  /** Closes the descriptor. */
  close(): void;
}

/** Numbers of limits by their names in /proc/PID/limits (proc_pid_limits(5), asm-generic/resource.h). */
export const RLIMIT = { cpu: 0, fileSize: 1, data: 2, stack: 3, core: 4, files: 7, addressSpace: 9 } as const;
const LIMIT_NAMES: Readonly<Record<string, number>> = {
  'Max cpu time': RLIMIT.cpu,
  'Max file size': RLIMIT.fileSize,
  'Max data size': RLIMIT.data,
  'Max stack size': RLIMIT.stack,
  'Max open files': RLIMIT.files,
  'Max address space': RLIMIT.addressSpace,
};
const FILE_SYSTEM_ID = 3;
const { O_DIRECTORY } = constants;
/** O_PATH of open(2), which Node does not define. */
const O_PATH = 0o10000000;

function identityOf(status: string): Identity {
  const words = (name: string): string[] => new RegExp(`^${name}:(.*)$`, 'm').exec(status)?.[1]?.match(/\S+/g) ?? [];
  return {
    uid: Number(words('Uid')[FILE_SYSTEM_ID]),
    gid: Number(words('Gid')[FILE_SYSTEM_ID]),
    groups: words('Groups')
      .map(Number)
      .sort((a, b) => a - b),
    capabilities: BigInt(`0x${words('CapEff')[0] ?? '0'}`),
  };
}

function limitsOf(text: string): Limits {
  const limits = new Map<number, number>();
  for (const line of text.split('\n')) {
    const [, name, soft] = /^(.*?) {2,}(\d+|unlimited)/.exec(line) ?? [];
    const number = LIMIT_NAMES[name ?? ''];
    if (number !== undefined && soft !== 'unlimited') limits.set(number, Number(soft));
  }
  return limits;
}

const keyOf = ({ uid, gid, groups, capabilities }: Identity): string => `${uid}:${gid}:${groups}:${capabilities}`;

let own: Identity | undefined;
/** User id of this process, which does not change it. */
const ownIdentity = (): Identity => {
  own ??= identityOf(readFileSync('/proc/self/status', 'latin1'));
  return own;
};

/** Capabilities of another user namespace do not apply here. */
function withoutForeignCapabilities(identity: Identity, process: string): Identity {
  const isForeign = readlinkSync(`${process}/ns/user`) !== readlinkSync('/proc/self/ns/user');
  return isForeign ? { ...identity, capabilities: 0n } : identity;
}

/** The root folder of a process; undefined if it equals that of this process. */
function rootOf(process: string): { readonly fd: number; readonly view: string } | undefined {
  const [mounts, ownMounts] = [`${process}/ns/mnt`, '/proc/self/ns/mnt'].map((path) => readlinkSync(path));
  const fd = openSync(`${process}/root`, O_PATH | O_DIRECTORY);
  const [its, ours] = [statSync(`/proc/self/fd/${fd}`), statSync('/')];
  const isOurs = mounts === ownMounts && its.dev === ours.dev && its.ino === ours.ino;
  if (!isOurs) return { fd, view: `${mounts} ${its.dev}:${its.ino}` };
  closeSync(fd);
  return undefined;
}

/** The working directory of a process, within its root folder; `/` if it is outside or removed. */
function folderOf(process: string, hasOwnRoot: boolean): string {
  try {
    const folder = readlinkSync(`${process}/cwd`);
    if (!hasOwnRoot) return folder;
    const root = readlinkSync(`${process}/root`);
    if (root === sep) return folder;
    return folder.startsWith(`${root}${sep}`) ? folder.slice(root.length) : sep;
  } catch {
    return sep;
  }
}

/**
 * Reads the credentials of a thread that waits for this process.
 * @throws the error of the system call if /proc is unreadable
 */
export function callerOf(tid: number): BuildCredentials {
  const process = `/proc/${tid}`;
  const identity = withoutForeignCapabilities(identityOf(readFileSync(`${process}/status`, 'latin1')), process);
  const limits = limitsOf(readFileSync(`${process}/limits`, 'latin1'));
  const root = rootOf(process);
  const isAnother = keyOf(identity) !== keyOf(ownIdentity());
  return {
    identity,
    limits,
    isAnother,
    root: root?.fd,
    view: isAnother || root ? `${keyOf(identity)} ${root?.view ?? ''}` : '',
    folder: folderOf(process, root !== undefined),
    close() {
      if (root) closeSync(root.fd);
    },
  };
}

/** True if this process may give a program another identity (capabilities(7): CAP_SETGID, CAP_SETUID). */
export function canChangeIdentity(): boolean {
  const [setGid, setUid] = [6n, 7n];
  const { capabilities } = ownIdentity();
  return ((capabilities >> setGid) & (capabilities >> setUid) & 1n) === 1n;
}
