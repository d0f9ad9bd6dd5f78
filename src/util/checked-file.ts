// Reading and writing files in places that others may have prepared: nothing but a regular file is read, no symbolic
// link is followed, and what is written appears whole or not at all.

import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  writeSync,
} from 'node:fs';
import { makeFolders } from './folders.js';
import { distrust, reasonAgainst } from './trust.js';

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;
/** The folders of the cache control the access by their modes. */
const [FILE_MODE, PRIVATE_FOLDER] = [0o644, 0o700] as const;

/**
 * Opens a regular file, without ever blocking (FIFOs, terminals).
 * @param follow the last part of its name may be a symbolic link
 * @throws the error of open(2), or an Error that says what it is
 */
export function openRegular(path: string, follow = false): { readonly fd: number; readonly stats: Stats } {
  const fd = openSync(path, O_RDONLY | O_NONBLOCK | (follow ? 0 : O_NOFOLLOW));
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) throw new Error(`${path} is not a regular file`);
    return { fd, stats };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** The whole of an open file, of the size that it was found to have. */
export function readWhole(fd: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let done = 0;
  while (done < size) {
    const count = readSync(fd, bytes, done, size - done, done);
    if (count === 0) break;
    done += count;
  }
  return bytes.subarray(0, done);
}

/**
 * Opens a file that only this user or root can write.
 * @throws the error of open(2), or an Error that says what is wrong with the file
 */
export function openTrusted(path: string): { readonly fd: number; readonly size: number } {
  const { fd, stats } = openRegular(path);
  const reason = reasonAgainst(stats);
  if (reason === undefined) return { fd, size: stats.size };
  closeSync(fd);
  throw new Error(`${path} ${reason}`);
}

/** Reads such a file. @throws as `openTrusted` */
export function readTrusted(path: string): Buffer {
  const { fd, size } = openTrusted(path);
  try {
    return readWhole(fd, size);
  } finally {
    closeSync(fd);
  }
}

function writeAll(fd: number, parts: readonly Uint8Array[]): void {
  for (const part of parts) for (let done = 0; done < part.length; ) done += writeSync(fd, part, done);
}

/** For a name that is not used at the same time. It need not be secret: the file is new, or the call fails. */
const unique = (): string => `${process.pid}-${Math.random().toString(36).slice(2)}`;

function write(path: string, parts: readonly Uint8Array[], prepare: (fd: number) => void): void {
  const temporary = `${path}.${unique()}`;
  const fd = openSync(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, FILE_MODE);
  try {
    try {
      writeAll(fd, parts);
      prepare(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/**
 * Writes a file in the place of whatever is there, but for a folder. What it consists of is on the disk before it has
 * its name.
 * @throws the error of the system call that failed; then nothing is left
 */
export function writeAtomically(path: string, ...parts: readonly Uint8Array[]): void {
  write(path, parts, fdatasyncSync);
}

/**
 * The same without waiting for the disk, which may be busy for seconds with what others write: for readers that see
 * whether a file is whole. It may not be when the machine goes down before it has written it.
 * @throws as `writeAtomically`
 */
export function writeWithoutWaiting(path: string, ...parts: readonly Uint8Array[]): void {
  write(path, parts, () => {});
}

function requireTrust(path: string): void {
  const reason = distrust(path);
  if (reason !== undefined) throw new Error(reason);
}

/**
 * Makes a private folder of this user, with what is missing above it.
 * @throws the error of mkdir(2); an Error that says why the place is not trusted
 */
export function makePrivateFolders(path: string): void {
  requireTrust(path);
  makeFolders(path, PRIVATE_FOLDER);
  requireTrust(path);
}
