// Removing a folder in which another user can write: by descriptors, so that folders that are exchanged for symbolic
// links meanwhile do not lead elsewhere. Node's own `recursive` goes by paths.

import { closeSync, constants, lstatSync, openSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs';

const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants;

function removeContents(folder: string): void {
  const fd = openSync(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  try {
    for (const name of readdirSync(`/proc/self/fd/${fd}`)) {
      const path = `/proc/self/fd/${fd}/${name}`;
      if (lstatSync(path).isDirectory()) removeFolder(path);
      else unlinkSync(path);
    }
  } finally {
    closeSync(fd);
  }
}

function removeFolder(path: string): void {
  removeContents(path);
  rmdirSync(path);
}

/**
 * Removes a folder with all that is in it, or whatever else has the name. What cannot be removed, or is changed
 * meanwhile, stays.
 */
export function removeTree(path: string): void {
  try {
    if (lstatSync(path).isDirectory()) removeFolder(path);
    else unlinkSync(path);
  } catch {
    return;
  }
}
