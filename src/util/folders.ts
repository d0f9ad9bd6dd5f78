// Making folders with those above them. Node's own `recursive` retries for ever where the parent is there and the
// kernel says ENOENT all the same: below /proc, and for homes that an automounter does not know.

import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** Makes one folder, unless it is there. */
function makeFolder(path: string, mode: number): void {
  try {
    mkdirSync(path, mode);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST' || !statSync(path).isDirectory()) throw error;
  }
}

/**
 * Makes a folder, and what is missing above it. @param mode of those that are made, less the umask @throws the error of
 * mkdir(2)
 */
export function makeFolders(path: string, mode = 0o777): void {
  try {
    makeFolder(path, mode);
  } catch (error) {
    const parent = dirname(path);
    if (codeOf(error) !== 'ENOENT' || parent === path) throw error;
    makeFolders(parent, mode);
    makeFolder(path, mode);
  }
}
