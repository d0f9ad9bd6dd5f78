// A cache of content-addressed files, written under a temporary name and renamed, bounded in size. An entry is the hash
// of the rest in a line, one line of JSON, and binary data. What is damaged, or no file at all, is thrown away. Only
// folders that just this user and root can write are trusted (trust.ts); in one of root's, other users only read.

import { closeSync, futimesSync, lstatSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makePrivateFolders, openTrusted, readWhole, writeWithoutWaiting } from './checked-file.js';
import { clearFolder } from './clear-folder.js';
import { sha256 } from './hash.js';
import { distrust } from './trust.js';

export interface CacheReport {
  readonly folder: string;
  readonly entries: number;
  readonly bytes: number;
  readonly limit: number;
}

/** Contents of an entry: a header of JSON, and bytes. */
export interface FileCacheEntry<Header> {
  readonly header: Header;
  readonly binary: Uint8Array;
}

interface StoredFile {
  readonly path: string;
  readonly size: number;
  readonly time: number;
}

/** Every so many stores the total is counted again. */
const STORES_PER_TRIM = 32;
const NEWLINE = 0x0a;
/** A hash. */
const KEY = /^[0-9a-f]{64}$/;
/** Codes of errors for something else than a trusted file: a symbolic link, a socket, failed checks of ours. */
const NO_FILE: readonly (string | undefined)[] = ['ELOOP', 'ENXIO', undefined];

export class FileCache<Header> {
  private stores = 0;
  /** Existing folders that have been checked: other users cannot change them from then on. */
  private readonly trusted = new Set<string>();

  /**
   * @param suffix of the files' names
   * @param limit in bytes; what was not used for longest goes first
   */
  constructor(
    private readonly folder: string,
    private readonly suffix: string,
    private readonly limit: number,
  ) {}

  private path(key: string): string {
    return join(this.folder, key.slice(0, 2), `${key}${this.suffix}`);
  }

  /** True if a folder of the cache exists and is trusted. */
  private isTrusted(folder: string): boolean {
    if (this.trusted.has(folder)) return true;
    if (distrust(folder) !== undefined || !isFolder(folder)) return false;
    this.trusted.add(folder);
    return true;
  }

  /** The entry of a key, when it is whole. */
  get(key: string): FileCacheEntry<Header> | undefined {
    const path = this.path(key);
    if (!this.isTrusted(dirname(path))) return undefined;
    try {
      const entry = parseEntry(readMarkingUse(path));
      if (entry) return entry as FileCacheEntry<Header>;
    } catch (error) {
      // It may well be whole.
      if (!NO_FILE.includes((error as NodeJS.ErrnoException).code)) return undefined;
    }
    this.drop(key);
    return undefined;
  }

  /** True if there is a whole entry. */
  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  /** Throws away what stands under a key, whatever it is: it is whole, perhaps, but of no use. */
  drop(key: string): void {
    if (this.isTrusted(dirname(this.path(key)))) removeQuietly(this.path(key));
  }

  /** Keys of all entries. */
  keys(): string[] {
    const names = this.files().map(({ path }) => basename(path));
    return names.filter((name) => name.endsWith(this.suffix)).map((name) => name.slice(0, -this.suffix.length));
  }

  /** Name of an entry's file, from the folder of the caches on. */
  nameOf(key: string): string {
    return join(basename(this.folder), key.slice(0, 2), `${key}${this.suffix}`);
  }
  /** The key of a file of such a name; undefined for other names. */
  keyOf(name: string): string | undefined {
    const key = basename(name, this.suffix);
    return KEY.test(key) && this.nameOf(key) === name ? key : undefined;
  }
  /**
   * Stores an entry as the file that it was elsewhere.
   * @returns whether it is whole, and was stored
   * @throws the error of the system call that failed
   */
  putFile(key: string, file: Buffer): boolean {
    const entry = wholeEntry(file) as FileCacheEntry<Header> | undefined;
    if (!entry) return false;
    this.store(key, entry);
    return this.has(key);
  }

  /** Makes a folder of the cache, in the place of what is none. */
  private make(folder: string): void {
    for (const path of [this.folder, folder])
      if (isThere(path) && !isFolder(path) && distrust(dirname(path)) === undefined) removeQuietly(path);
    makePrivateFolders(folder);
  }

  /**
   * Stores an entry, perhaps while a launch waits. A full disk, a read-only folder or one that is not trusted loses the
   * entry, nothing else.
   */
  put(key: string, entry: FileCacheEntry<Header>): void {
    try {
      this.store(key, entry);
    } catch {
      return;
    }
  }

  private store(key: string, { header, binary }: FileCacheEntry<Header>): void {
    const path = this.path(key);
    const line = Buffer.from(`${JSON.stringify(header)}\n`);
    try {
      if (!this.isTrusted(dirname(path))) this.make(dirname(path));
      writeWithoutWaiting(path, Buffer.from(`${sha256(line, binary)}\n`), line, binary);
      if (this.stores++ % STORES_PER_TRIM === 0) this.trim();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EISDIR') this.drop(key);
      // Perhaps the cache has been cleared.
      this.trusted.delete(dirname(path));
      throw error;
    }
  }

  /** Removes the entries that were not used for longest until the rest fits. */
  trim(): void {
    const files = this.files().sort((a, b) => a.time - b.time);
    let total = files.reduce((sum, file) => sum + file.size, 0);
    for (const file of files) {
      if (total <= this.limit) break;
      removeQuietly(file.path);
      total -= file.size;
    }
  }

  report(): CacheReport {
    const files = this.files();
    const bytes = files.reduce((sum, file) => sum + file.size, 0);
    return { folder: this.folder, entries: files.length, bytes, limit: this.limit };
  }

  clear(): void {
    this.trusted.clear();
    clearFolder(this.folder);
  }

  /** Every file below the folder, left-over temporary ones included. */
  private files(): StoredFile[] {
    const list = (folder: string): string[] => {
      try {
        return readdirSync(folder).map((name) => join(folder, name));
      } catch {
        return [];
      }
    };
    return list(this.folder)
      .flatMap(list)
      .flatMap((path) => {
        try {
          const { size, mtimeMs } = lstatSync(path);
          return [{ path, size, time: mtimeMs }];
        } catch {
          return [];
        }
      });
  }
}

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Contents of an entry's file; marks its use by its time, where this user can set it. */
function readMarkingUse(path: string): Buffer {
  const { fd, size } = openTrusted(path);
  try {
    const bytes = readWhole(fd, size);
    markUse(fd);
    return bytes;
  } finally {
    closeSync(fd);
  }
}

function markUse(fd: number): void {
  try {
    const now = new Date();
    futimesSync(fd, now, now);
  } catch {
    return;
  }
}

/** Removes a file or whatever has its name; what is gone or cannot be removed is left to the next time. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    return;
  }
}

/** The same of a file from elsewhere, which may have a right hash above what is none of ours. */
function wholeEntry(file: Buffer): FileCacheEntry<unknown> | undefined {
  try {
    return parseEntry(file);
  } catch {
    return undefined;
  }
}

/** An entry's file, checked: undefined when anything about it is wrong. */
function parseEntry(file: Buffer): FileCacheEntry<unknown> | undefined {
  const hashEnd = file.indexOf(NEWLINE);
  const rest = file.subarray(hashEnd + 1);
  if (hashEnd < 0 || file.toString('latin1', 0, hashEnd) !== sha256(rest)) return undefined;
  const end = rest.indexOf(NEWLINE);
  return {
    header: JSON.parse(rest.toString('utf8', 0, end)) as unknown,
    binary: new Uint8Array(rest.subarray(end + 1)),
  };
}
