// Private copies of compilers: Debian's packages of one version, unpacked without being installed, since libclc
// packages exclude each other.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { distrust } from '../../util/trust.js';
import { defaultCacheDir } from '../cache/cache-place.js';
import { PROJECT_ROOT } from '../project.js';

/** The folder of a version below one that holds private copies. */
const folderOf = (parent: string, version: number): string => join(parent, `clang-${version}`);

/** Where this user's copies are. */
const ownFolder = (): string => join(defaultCacheDir(), 'compilers');

/** Where a copy is put. */
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
