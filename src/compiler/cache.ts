// The build cache: content-addressed files, written under a temporary name and renamed, bounded in size.
// An entry is one line of JSON, then the binary. Damaged or half-written entries count as absent.
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface CacheEntry {
  readonly log: string;
  readonly binaryType: string;
  /** Files that the source included, with the hash of what they contained. */
  readonly dependencies: readonly { readonly path: string; readonly sha256: string }[];
  readonly binary: Uint8Array;
}

export interface CacheReport {
  readonly folder: string;
  readonly entries: number;
  readonly bytes: number;
  readonly limit: number;
}

interface StoredFile {
  readonly path: string;
  readonly size: number;
  readonly time: number;
}

export const DEFAULT_CACHE_LIMIT = 512 << 20;
/** Every so many stores the total is counted again. */
const TRIM_INTERVAL = 32;
const SUFFIX = '.build';

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** The hash of a file's contents; undefined when it cannot be read. */
export function hashFile(path: string): string | undefined {
  try {
    return sha256(readFileSync(path));
  } catch {
    return undefined;
  }
}

export class BuildCache {
  readonly #folder: string;
  readonly #limit: number;
  #stores = 0;

  constructor(cacheDir: string, limit = DEFAULT_CACHE_LIMIT) {
    this.#folder = join(cacheDir, 'builds');
    this.#limit = limit;
  }

  #path(key: string): string {
    return join(this.#folder, key.slice(0, 2), `${key}${SUFFIX}`);
  }

  /** The entry of a key, when it is whole and everything that it depends on is unchanged. */
  get(key: string): CacheEntry | undefined {
    const path = this.#path(key);
    try {
      const entry = parseEntry(readFileSync(path));
      if (!entry?.dependencies.every((file) => hashFile(file.path) === file.sha256)) return undefined;
      const now = new Date();
      utimesSync(path, now, now);
      return entry;
    } catch {
      return undefined;
    }
  }

  /** Stores an entry. A full disk or a read-only folder loses the entry, not the build. */
  put(key: string, entry: CacheEntry): void {
    const path = this.#path(key);
    const temporary = `${path}.${randomUUID()}`;
    const { binary, ...rest } = entry;
    const header = Buffer.from(`${JSON.stringify({ ...rest, size: binary.length, sha256: sha256(binary) })}\n`);
    try {
      mkdirSync(join(this.#folder, key.slice(0, 2)), { recursive: true });
      writeFileSync(temporary, Buffer.concat([header, binary]));
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
      if (total <= this.#limit) break;
      removeQuietly(file.path);
      total -= file.size;
    }
  }

  report(): CacheReport {
    const files = this.#files();
    const bytes = files.reduce((sum, file) => sum + file.size, 0);
    return { folder: this.#folder, entries: files.length, bytes, limit: this.#limit };
  }

  clear(): void {
    rmSync(this.#folder, { recursive: true, force: true });
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
    return list(this.#folder)
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
function parseEntry(file: Buffer): CacheEntry | undefined {
  const end = file.indexOf(0x0a);
  if (end < 0) return undefined;
  const header = JSON.parse(file.subarray(0, end).toString('utf8')) as Omit<CacheEntry, 'binary'> & {
    readonly size: number;
    readonly sha256: string;
  };
  const binary = new Uint8Array(file.subarray(end + 1));
  if (binary.length !== header.size || sha256(binary) !== header.sha256) return undefined;
  const { log, binaryType, dependencies } = header;
  return { log, binaryType, dependencies, binary };
}
