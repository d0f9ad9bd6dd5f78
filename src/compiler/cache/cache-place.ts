// Where the cache is, what it consists of, and whether it may be used.

import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { clearFolder } from '../../util/clear-folder.js';
import { AtollError } from '../../util/errors.js';
import { distrust } from '../../util/trust.js';

/** A user that is not in the list of users has no home, unless HOME names one: then nothing is kept. */
function home(): string {
  try {
    return homedir();
  } catch {
    return '';
  }
}

/**
 * `$XDG_CACHE_HOME/atoll` or `~/.cache/atoll`. Relative paths there mean nothing (XDG Base Directory Specification).
 */
export function defaultCacheDir(): string {
  const named = process.env['XDG_CACHE_HOME'] ?? '';
  if (isAbsolute(named)) return join(named, 'atoll');
  const own = home();
  return join(isAbsolute(own) ? own : '/nonexistent', '.cache', 'atoll');
}

/** Names of the folders of the cache that hold no entries of a FileCache. */
export const [LIBRARY, CRASHES] = ['library', 'crashes'] as const;

/** Why the cache, or a part of it, is not used: sentences; none when all is well. */
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

/** The same for a person. */
export const cacheWarning = (problems: readonly string[]): string =>
  `what is kept on disk is not used: ${problems.join('; ')} (make it yours, writable by nobody else, or remove it)`;

/** Removes the builtin library and the reports of compiler crashes. */
export function clearRest(cacheDir: string): void {
  for (const name of [LIBRARY, CRASHES]) clearFolder(join(cacheDir, name));
}

/**
 * @throws AtollError HOST when others can change what is in the cache: what would be removed might be something else
 */
export function checkCacheOwner(cacheDir: string): void {
  const [problem] = cacheProblems(cacheDir);
  if (problem === undefined) return;
  throw new AtollError('HOST', `the cache is not touched: ${problem}`, 'remove it by hand, or make it yours alone');
}
