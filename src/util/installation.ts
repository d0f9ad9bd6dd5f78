// Location of Atoll, and the command that restores a missing part of it: a checkout is built, an installed package is
// installed again.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The folder that holds the launcher: above this file in dist/src as above the bundle, whose folder has a package.json
 * of its own.
 */
function findRoot(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'bin', 'atoll'))) return folder;
    if (folder === dirname(folder))
      throw new Error(`no installation of Atoll around ${import.meta.url}: bin/atoll is not there`);
  }
}

export const INSTALLATION: string = findRoot();

/**
 * Advice that restores a missing part: a command in a checkout, text in an installed package.
 * @param before what the build needs first
 */
export function restoreHint(before?: string): string {
  if (!existsSync(join(INSTALLATION, 'binding.gyp')))
    return 'install Atoll again: its package contains all built files';
  return before === undefined ? 'npm run build' : `${before} && npm run build`;
}
