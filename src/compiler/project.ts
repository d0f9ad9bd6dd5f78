// Paths and version of the project, for the builtin library's sources and the keys of the cache.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { INSTALLATION } from '../util/installation.js';

export const PROJECT_ROOT: string = INSTALLATION;

/** The folder of the compiled modules. */
export const CODE_FOLDER: string = join(PROJECT_ROOT, 'dist', 'src');

/** The folder of the builtin library's OpenCL C sources. */
export const LIBRARY_FOLDER: string = join(PROJECT_ROOT, 'src', 'compiler', 'library');

const manifest = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as { version?: unknown };
export const VERSION: string = typeof manifest.version === 'string' ? manifest.version : '0';
