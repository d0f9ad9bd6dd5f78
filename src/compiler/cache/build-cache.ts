// The build cache: finished builds by their inputs.

import { closeSync } from 'node:fs';
import { join } from 'node:path';
import { openRegular, readWhole } from '../../util/checked-file.js';
import { type CacheReport, FileCache } from '../../util/file-cache.js';
import { sha256 } from '../../util/hash.js';
import { isContainer } from '../image/container.js';

export interface CacheEntry {
  readonly log: string;
  readonly binaryType: string;
  /** Files included by the source, with the hashes of their contents. */
  readonly dependencies: readonly { readonly path: string; readonly sha256: string }[];
  readonly binary: Uint8Array;
}

export const DEFAULT_CACHE_LIMIT = 512 << 20;

/** Maximum size of an included file; builds that include larger ones are not cached. */
const MAX_DEPENDENCY = 16 << 20;

/** The hash of a file's contents; undefined for unreadable, non-regular and very large files. */
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
 * True if data has the structure of an entry: the file was complete, but may have been written with another content.
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

  /** The entry of a key, if it is complete and its included files are unchanged. */
  get(key: string): CacheEntry | undefined {
    const entry = this.files.get(key);
    if (entry && !isEntry(entry.header, entry.binary)) {
      this.files.drop(key);
      return undefined;
    }
    if (!entry?.header.dependencies.every((file) => hashFile(file.path) === file.sha256)) return undefined;
    return { ...entry.header, binary: entry.binary };
  }

  /** Stores an entry, if possible. */
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
