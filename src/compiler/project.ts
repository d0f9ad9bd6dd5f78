// Where the project's own files are, and its version: needed for the builtin library's sources and the cache's keys.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AtollError } from '../util/errors.js';

/** The folder of the addon's build description: above this file in dist/src as in the bundle, whose folder has a package.json too. */
function findRoot(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'binding.gyp'))) return folder;
    if (folder === dirname(folder)) throw new AtollError('INTERNAL', 'the installation has no binding.gyp');
  }
}

export const PROJECT_ROOT: string = findRoot();

/** The folder of our compiled modules. */
export const CODE_FOLDER: string = join(PROJECT_ROOT, 'dist', 'src');

/** The folder of the builtin library's OpenCL C sources. */
export const LIBRARY_FOLDER: string = join(PROJECT_ROOT, 'src', 'compiler', 'library');

const manifest = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as { version?: unknown };
export const VERSION: string = typeof manifest.version === 'string' ? manifest.version : '0';
