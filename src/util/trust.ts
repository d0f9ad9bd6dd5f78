// Trust in files: those of this process's user and of root. A path is only as good as every folder on the way to it:
// their writers decide what the path names.

import { lstatSync, readFileSync, readlinkSync, type Stats } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';

const [GROUP_WRITES, OTHERS_WRITE, STICKY] = [0o020, 0o002, 0o1000] as const;
/** As path_resolution(7) has it. */
const MAX_LINKS = 40;

export type Ownership = Pick<Stats, 'uid' | 'gid' | 'mode'>;

const ownUser = (): number => process.geteuid?.() ?? 0;

/** Lines of /etc/passwd and /etc/group; none where users are kept elsewhere. */
function records(path: string): string[][] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .map((line) => line.split(':'));
  } catch {
    return [];
  }
}

const privateGroups = new Map<number, boolean>();

/** A group with this user alone, as many systems give one to each user: its rights are the user's. */
function isOwnGroup(gid: number): boolean {
  let isPrivate = privateGroups.get(gid);
  if (isPrivate === undefined) {
    const users = records('/etc/passwd').filter(([, , , group]) => group === String(gid));
    const groups = records('/etc/group').filter(([, , group]) => group === String(gid));
    const names = [...users.map(([name]) => name), ...groups.flatMap(([, , , members]) => members?.split(',') ?? [])];
    const own = users.find(([, , uid]) => uid === String(ownUser()))?.[0];
    isPrivate = own !== undefined && groups.length > 0 && names.every((name) => name === own || name === '');
    privateGroups.set(gid, isPrivate);
  }
  return isPrivate;
}

/** True if users other than this one and root may write. */
function isWritableByOthers({ gid, mode }: Ownership): boolean {
  return (mode & OTHERS_WRITE) !== 0 || ((mode & GROUP_WRITES) !== 0 && gid !== 0 && !isOwnGroup(gid));
}

/** Why a file or folder is not trusted, in words that follow its name; undefined when it is. */
export function reasonAgainst(owned: Ownership): string | undefined {
  if (owned.uid !== 0 && owned.uid !== ownUser()) return `belongs to user ${owned.uid}`;
  return isWritableByOthers(owned) ? 'is writable by others' : undefined;
}

/** The same for a folder on the way: in one with the sticky bit, users cannot replace the files of others. */
const reasonAgainstParent = (owned: Ownership): string | undefined =>
  reasonAgainst(owned.mode & STICKY ? { ...owned, mode: 0 } : owned);

/** It does not exist, or is not accessible to this user: there is nothing to check. */
const isOutOfReach = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '');

/** Folders that a path depends on: those above it, and those that symbolic links lead through. */
class Walk {
  private links = 0;

  /** @returns why the path is not trusted */
  check(path: string): string | undefined {
    let at = '/';
    const names = path.split('/').filter((name) => name !== '');
    for (const [i, name] of names.entries()) {
      const parent = reasonAgainstParent(lstatSync(at));
      if (parent) return `${at} ${parent}`;
      at = join(at, name);
      const stats = lstatSync(at);
      if (!stats.isSymbolicLink()) continue;
      // The owner of a link decides where it leads; its mode says nothing.
      const link = reasonAgainst({ ...stats, mode: 0 });
      if (link) return `${at} ${link}`;
      if (++this.links > MAX_LINKS) return `${at} is a cycle of links`;
      return this.check(join(resolve(dirname(at), readlinkSync(at)), ...names.slice(i + 1)));
    }
    const reason = reasonAgainst(lstatSync(at));
    return reason && `${at} ${reason}`;
  }
}

/**
 * Why nothing below a folder is trusted: a sentence that names what is wrong; undefined when it is, or when it does not
 * exist yet and the folders above it are.
 *
 * @param path absolute
 */
export function distrust(path: string): string | undefined {
  if (!isAbsolute(path)) return `${path} is not an absolute path`;
  try {
    return new Walk().check(path);
  } catch (error) {
    return isOutOfReach(error) ? undefined : (error as Error).message;
  }
}
