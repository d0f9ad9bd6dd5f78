// A cache of content-addressed files, written under a temporary name and renamed, bounded in size.
// An entry is the hash of the rest in a line, one line of JSON, and binary data. Damaged or half-written entries count as absent.

import { randomUUID } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { makeFolders } from './folders.js';
import { sha256 } from './hash.js';

export interface CacheReport {
  readonly folder: string;
  readonly entries: number;
  readonly bytes: number;
  readonly limit: number;
}

/** What a key names: anything that JSON can say, and bytes. */
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
const TRIM_INTERVAL = 32;
const NEWLINE = 0x0a;

export class FileCache<Header> {
  #stores = 0;

  /**
   * @param suffix of the files' names
   * @param limit in bytes; what was not used for longest goes first
   */
  constructor(
    private readonly folder: string,
    private readonly suffix: string,
    private readonly limit: number,
  ) {}

  #path(key: string): string {
    return join(this.folder, key.slice(0, 2), `${key}${this.suffix}`);
  }

  /** The entry of a key, when it is whole. */
  get(key: string): FileCacheEntry<Header> | undefined {
    const path = this.#path(key);
    try {
      const entry = parseEntry(readFileSync(path));
      const now = new Date();
      if (entry) utimesSync(path, now, now);
      return entry as FileCacheEntry<Header> | undefined;
    } catch {
      return undefined;
    }
  }

  /** Whether there is an entry, whole or not. */
  has(key: string): boolean {
    return existsSync(this.#path(key));
  }

  /** Keys of all entries. */
  keys(): string[] {
    const names = this.#files().map(({ path }) => basename(path));
    return names.filter((name) => name.endsWith(this.suffix)).map((name) => name.slice(0, -this.suffix.length));
  }

  /** Stores an entry. A full disk or a read-only folder loses the entry, nothing else. */
  put(key: string, { header, binary }: FileCacheEntry<Header>): void {
    const path = this.#path(key);
    const temporary = `${path}.${randomUUID()}`;
    const rest = Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), binary]);
    try {
      makeFolders(join(this.folder, key.slice(0, 2)));
      writeFileSync(temporary, Buffer.concat([Buffer.from(`${sha256(rest)}\n`), rest]));
      renameSync(temporary, path);
      if (this.#stores++ % TRIM_INTERVAL === 0) this.trim();
    } catch {
      removeQuietly(temporary);
    }
  }

  /** Removes the entries that were not used for longest until the rest fits. */
  trim(): void {
    const files = this.#files().sort((a, b) => a.time - b.time);
    let total = files.reduce((sum, file) => sum + file.size, 0);
    for (const file of files) {
      if (total <= this.limit) break;
      removeQuietly(file.path);
      total -= file.size;
    }
  }

  report(): CacheReport {
    const files = this.#files();
    const bytes = files.reduce((sum, file) => sum + file.size, 0);
    return { folder: this.folder, entries: files.length, bytes, limit: this.limit };
  }

  clear(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Every file below the folder, left-over temporary ones included. */
  #files(): StoredFile[] {
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
          const { size, mtimeMs } = statSync(path);
          return [{ path, size, time: mtimeMs }];
        } catch {
          return [];
        }
      });
  }
}

/** Removes a file; one that is gone or cannot be removed is left to the next time. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    return;
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
