// Private copies of compilers: Debian's packages of one version, unpacked without being installed, since libclc
// packages exclude each other.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { distrust } from '../../util/trust.js';
import { defaultCacheDir } from '../cache/cache-place.js';
import { PROJECT_ROOT } from '../project.js';

/** The folder of a version within a folder of private copies. */
const folderOf = (parent: string, version: number): string => join(parent, `clang-${version}`);

/** Folder of this user's copies. */
const ownFolder = (): string => join(defaultCacheDir(), 'compilers');

/** Folder of a new copy. */
export const privateFolder = (version: number): string => folderOf(ownFolder(), version);

/**
 * The compilers of a version in private copies that no other user can change: the user's, then those of a checkout's
 * tests.
 */
export function privateClangs(version: number): string[] {
  const own = privateFolder(version);
  const folders = [
    ...(existsSync(own) && [ownFolder(), own].every((folder) => distrust(folder) === undefined) ? [own] : []),
    folderOf(join(PROJECT_ROOT, 'build'), version),
  ];
  return folders
    .map((folder) => join(folder, 'usr', 'lib', `llvm-${version}`, 'bin', 'clang'))
    .filter((path) => existsSync(path));
}
