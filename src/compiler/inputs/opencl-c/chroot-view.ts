// Headers of programs in another root folder. clang reads them through a descriptor of that folder, but resolves
// absolute paths (targets of symbolic links, absolute #include in a header) in its own root folder. For headers missing
// for that reason, clang gets an overlay of its virtual file system, name by name.

import { lstatSync, readlinkSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';

/** Linux' limit of symbolic links in one path (path_resolution(7)). */
const MAX_LINKS = 40;
const MISSING = /^(?:(\S[^:\n]*):\d+:\d+: )?fatal error: '([^'\n]+)' file not found/m;

/** Resolves a path within a root folder: an absolute path in it; undefined without a file. */
export function resolveInRoot(root: string, path: string): string | undefined {
  const rest = path.split('/').reverse();
  const at: string[] = [];
  try {
    let links = 0;
    for (let name = rest.pop(); name !== undefined; name = rest.pop()) {
      if (name === '' || name === '.') continue;
      if (name === '..') {
        at.pop();
        continue;
      }
      const place = join(root, ...at, name);
      if (!lstatSync(place).isSymbolicLink()) {
        at.push(name);
        continue;
      }
      if (++links > MAX_LINKS) return undefined;
      const target = readlinkSync(place);
      if (isAbsolute(target)) at.length = 0;
      rest.push(...target.split('/').reverse());
    }
    return statSync(join(root, ...at)).isFile() ? `/${at.join('/')}` : undefined;
  } catch {
    return undefined;
  }
}

/** Candidate paths of a header in clang's order: beside the including file, then folder by folder. */
function placesOf(name: string, from: string | undefined, folders: readonly string[]): string[] {
  if (isAbsolute(name)) return [name];
  return [...(from?.startsWith('/') ? [dirname(from)] : []), ...folders].map((folder) => join(folder, name));
}

export interface ChrootView {
  /** Its path for this process. */
  readonly outsidePath: string;
  /** Its path in clang: the prefix of absolute paths. */
  readonly prefix: string;
  /** Absolute paths of header folders in it. */
  readonly folders: readonly string[];
}

/**
 * Headers missing in a failed build that exist for the program: clang's names, and their files.
 * @param log clang's messages
 */
export function lostHeader(
  log: string,
  { outsidePath, prefix, folders }: ChrootView,
): readonly [string, string] | undefined {
  const [, from, name] = MISSING.exec(log) ?? [];
  if (name === undefined) return undefined;
  const strip = (path: string): string => (path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path);
  for (const path of placesOf(strip(name), from && strip(from), folders)) {
    const file = resolveInRoot(outsidePath, path);
    // The name in the program, or clang's combination with a folder.
    if (file !== undefined) return [isAbsolute(name) ? name : `${prefix}${path}`, `${prefix}${file}`];
  }
  return undefined;
}

/** The text of an overlay file. */
export function overlayText(files: ReadonlyMap<string, string>): string {
  const roots = [...files].map(([name, contents]) => ({ type: 'file', name, 'external-contents': contents }));
  return JSON.stringify({ version: 0, 'case-sensitive': true, 'use-external-names': false, roots });
}
