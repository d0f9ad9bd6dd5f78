// The build cache: finished builds by what they were made from.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CacheReport, FileCache } from '../util/file-cache.js';
import { sha256 } from '../util/hash.js';

export interface CacheEntry {
  readonly log: string;
  readonly binaryType: string;
  /** Files that the source included, with the hash of what they contained. */
  readonly dependencies: readonly { readonly path: string; readonly sha256: string }[];
  readonly binary: Uint8Array;
}

export const DEFAULT_CACHE_LIMIT = 512 << 20;

/** The hash of a file's contents; undefined when it cannot be read. */
export function hashFile(path: string): string | undefined {
  try {
    return sha256(readFileSync(path));
  } catch {
    return undefined;
  }
}

export class BuildCache {
  readonly #files: FileCache<Omit<CacheEntry, 'binary'>>;

  constructor(cacheDir: string, limit = DEFAULT_CACHE_LIMIT) {
    this.#files = new FileCache(join(cacheDir, 'builds'), '.build', limit);
  }

  /** The entry of a key, when it is whole and everything that it depends on is unchanged. */
  get(key: string): CacheEntry | undefined {
    const found = this.#files.get(key);
    if (!found?.header.dependencies.every((file) => hashFile(file.path) === file.sha256)) return undefined;
    return { ...found.header, binary: found.binary };
  }

  /** Stores an entry, if that is possible. */
  put(key: string, { binary, ...header }: CacheEntry): void {
    this.#files.put(key, { header, binary });
  }

  trim(): void {
    this.#files.trim();
  }

  report(): CacheReport {
    return this.#files.report();
  }

  clear(): void {
    this.#files.clear();
  }
}
