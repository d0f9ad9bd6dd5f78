// The build cache: finished builds by what they were made from.

import { closeSync } from 'node:fs';
import { join } from 'node:path';
import { openRegular, readWhole } from '../../util/checked-file.js';
import { type CacheReport, FileCache } from '../../util/file-cache.js';
import { sha256 } from '../../util/hash.js';
import { isContainer } from '../image/container.js';

export interface CacheEntry {
  readonly log: string;
  readonly binaryType: string;
  /** Files that the source included, with the hash of what they contained. */
  readonly dependencies: readonly { readonly path: string; readonly sha256: string }[];
  readonly binary: Uint8Array;
}

export const DEFAULT_CACHE_LIMIT = 512 << 20;

/** Bytes of an included file; builds that include larger ones are not kept. */
const MAX_DEPENDENCY = 16 << 20;

/** The hash of a file's contents; undefined when it is no regular file that can be read, or a very large one. */
export function hashFile(path: string): string | undefined {
  try {
    const { fd, stats } = openRegular(path, true);
    try {
      return stats.size > MAX_DEPENDENCY ? undefined : sha256(readWhole(fd, stats.size));
    } finally {
      closeSync(fd);
    }
  } catch {
    return undefined;
  }
}

/**
 * Whether an entry has the shape of one: it was whole when it was read, but what was written may have been something
 * else.
 */
function isEntry(header: Partial<Omit<CacheEntry, 'binary'>> | null, binary: Uint8Array): boolean {
  if (typeof header?.log !== 'string' || !Array.isArray(header.dependencies)) return false;
  return header.binaryType === 'executable' || isContainer(binary, header.binaryType);
}

/** All builds in a cache folder. */
export const buildFiles = (cacheDir: string, limit = DEFAULT_CACHE_LIMIT): FileCache<Omit<CacheEntry, 'binary'>> =>
  new FileCache(join(cacheDir, 'builds'), '.build', limit);

export class BuildCache {
  private readonly files: FileCache<Omit<CacheEntry, 'binary'>>;

  constructor(cacheDir: string, limit = DEFAULT_CACHE_LIMIT) {
    this.files = buildFiles(cacheDir, limit);
  }

  /** The entry of a key, when it is whole and everything that it depends on is unchanged. */
  get(key: string): CacheEntry | undefined {
    const found = this.files.get(key);
    if (found && !isEntry(found.header, found.binary)) {
      this.files.drop(key);
      return undefined;
    }
    if (!found?.header.dependencies.every((file) => hashFile(file.path) === file.sha256)) return undefined;
    return { ...found.header, binary: found.binary };
  }

  /** Stores an entry, if that is possible. */
  put(key: string, { binary, ...header }: CacheEntry): void {
    this.files.put(key, { header, binary });
  }

  trim(): void {
    this.files.trim();
  }

  report(): CacheReport {
    return this.files.report();
  }

  clear(): void {
    this.files.clear();
  }
}
