// Folder of the cache, its parts, and whether it may be used.

import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { clearFolder } from '../../util/clear-folder.js';
import { AtollError } from '../../util/errors.js';
import { distrust } from '../../util/trust.js';

/** A user without an entry in the user database and without HOME has no home folder: then nothing is cached. */
function home(): string {
  try {
    return homedir();
  } catch {
    return '';
  }
}

/** `$XDG_CACHE_HOME/atoll` or `~/.cache/atoll`. Relative paths are ignored (XDG Base Directory Specification). */
export function defaultCacheDir(): string {
  const named = process.env['XDG_CACHE_HOME'] ?? '';
  if (isAbsolute(named)) return join(named, 'atoll');
  const own = home();
  return join(isAbsolute(own) ? own : '/nonexistent', '.cache', 'atoll');
}

/** Names of the folders of the cache without entries of a FileCache. */
export const [LIBRARY, CRASHES] = ['library', 'crashes'] as const;

/** Reasons why the cache, or a part of it, is not used, as sentences; empty if all of it is used. */
export function cacheProblems(cacheDir: string): string[] {
  const whole = distrust(cacheDir);
  if (whole !== undefined) return [whole];
  let names: string[];
  try {
    names = readdirSync(cacheDir);
  } catch {
    return [];
  }
  return names.flatMap((name) => distrust(join(cacheDir, name)) ?? []);
}

/** The same as a message. */
export const cacheWarning = (problems: readonly string[]): string =>
  `the cache on disk is not used: ${problems.join('; ')} (change its owner and permissions so that only you can write it, or remove it)`;

/** Removes the builtin library and the reports of compiler crashes. */
export function clearRest(cacheDir: string): void {
  for (const name of [LIBRARY, CRASHES]) clearFolder(join(cacheDir, name));
}

/** @throws AtollError HOST if other users can change the cache: removal might affect other files */
export function checkCacheOwner(cacheDir: string): void {
  const [problem] = cacheProblems(cacheDir);
  if (problem === undefined) return;
  throw new AtollError(
    'HOST',
    `the cache is not modified: ${problem}`,
    'remove it by hand, or change its owner and permissions so that only you can write it',
  );
}
