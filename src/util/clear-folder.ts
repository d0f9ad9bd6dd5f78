// Removing a folder into which other processes write meanwhile.

import { rmSync } from 'node:fs';
import { AtollError } from './errors.js';

/** Each attempt removes what was there when it began. */
const ATTEMPTS = 100;
/** Something new has appeared in a folder, or is gone already. */
const AGAIN = ['ENOTEMPTY', 'EEXIST', 'ENOENT'];

/**
 * @param remove one attempt @throws AtollError HOST when the folder is written to faster than it is emptied, or cannot
 * be removed
 */
export function clearFolder(
  path: string,
  remove = (folder: string): void => rmSync(folder, { recursive: true, force: true }),
): void {
  let failure: NodeJS.ErrnoException | undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++)
    try {
      return remove(path);
    } catch (error) {
      failure = error as NodeJS.ErrnoException;
      if (!AGAIN.includes(failure.code ?? '')) break;
    }
  throw new AtollError(
    'HOST',
    `${path} cannot be removed: ${failure?.message}`,
    'end the process that writes there, and try again',
  );
}
