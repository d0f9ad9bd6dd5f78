// Where the project's own files are, and its version: needed for the builtin library's sources and the cache's keys.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { INSTALLATION } from '../util/installation.js';

export const PROJECT_ROOT: string = INSTALLATION;

/** The folder of our compiled modules. */
export const CODE_FOLDER: string = join(PROJECT_ROOT, 'dist', 'src');

/** The folder of the builtin library's OpenCL C sources. */
export const LIBRARY_FOLDER: string = join(PROJECT_ROOT, 'src', 'compiler', 'library');

const manifest = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as { version?: unknown };
export const VERSION: string = typeof manifest.version === 'string' ? manifest.version : '0';
