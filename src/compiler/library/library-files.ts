// The files of the builtin library in a folder of the cache. clang reads them in each compilation, and would report
// damaged files as errors of the program: a list of their hashes detects damage.

import { closeSync, fdatasyncSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makePrivateFolders, readTrusted, writeAtomically } from '../../util/checked-file.js';
import { sha256 } from '../../util/hash.js';
import { distrust } from '../../util/trust.js';
import { LIBRARY } from '../cache/cache-place.js';

/** Bitcode files: the builtins, and the functions of printf. */
export const LIBRARY_FILES = { builtins: 'builtins.bc', printf: 'printf.bc' } as const;
const MANIFEST = 'library.json';
/** The list is written last: a library without it is incomplete. */
const ALL_FILES: readonly string[] = [...Object.values(LIBRARY_FILES), MANIFEST];
/** Pattern of names of library folders (library-build.ts). */
const FOLDER = /^[0-9a-f]{32}$/;

interface Manifest {
  /** Hashes by file name. */
  readonly hashes: Readonly<Record<string, string>>;
  /** Functions defined only in libclc. */
  readonly libclcNames: readonly string[];
}

/** Completes a library of the files in a folder. They are synchronised to disk before the list. */
export function writeManifest(folder: string, libclcNames: readonly string[]): void {
  const hashes: Record<string, string> = {};
  for (const name of Object.values(LIBRARY_FILES)) {
    const path = join(folder, name);
    const fd = openSync(path, 'r');
    try {
      fdatasyncSync(fd);
    } finally {
      closeSync(fd);
    }
    hashes[name] = sha256(readFileSync(path));
  }
  const manifest: Manifest = { hashes, libclcNames };
  writeAtomically(join(folder, MANIFEST), Buffer.from(JSON.stringify(manifest)));
}

/** Functions defined only in libclc, if the library in a folder is complete and trusted. */
export function readLibrary(folder: string): readonly string[] | undefined {
  if (distrust(folder) !== undefined) return undefined;
  try {
    const { hashes, libclcNames } = JSON.parse(readTrusted(join(folder, MANIFEST)).toString()) as Manifest;
    const isWhole = (name: string): boolean => sha256(readTrusted(join(folder, name))) === hashes[name];
    return Object.values(LIBRARY_FILES).every(isWhole) ? libclcNames : undefined;
  } catch {
    return undefined;
  }
}

/** True if a name, relative to the folder of the caches, is that of a file of a library. */
export function isLibraryFile(name: string): boolean {
  const [library, folder = '', file = '', ...more] = name.split('/');
  return library === LIBRARY && FOLDER.test(folder) && ALL_FILES.includes(file) && more.length === 0;
}

/** Names of the files of all complete libraries, relative to the folder of the caches. */
export function libraryFileNames(cacheDir: string): string[] {
  let folders: string[];
  try {
    folders = readdirSync(join(cacheDir, LIBRARY));
  } catch {
    return [];
  }
  return folders
    .filter((name) => FOLDER.test(name) && readLibrary(join(cacheDir, LIBRARY, name)))
    .flatMap((name) => ALL_FILES.map((file) => join(LIBRARY, name, file)));
}

/**
 * Stores a library built on another machine.
 * @param files contents by such names, all of one folder
 * @throws Error of the file system
 */
export function putLibrary(cacheDir: string, files: ReadonlyMap<string, Uint8Array>): 'imported' | 'kept' | 'refused' {
  const [first = ''] = files.keys();
  const name = basename(dirname(first));
  const contents = ALL_FILES.flatMap((file) => {
    const content = files.get(join(LIBRARY, name, file));
    return content ? [{ file, content }] : [];
  });
  const isComplete = files.size === ALL_FILES.length && contents.length === ALL_FILES.length;
  if (!FOLDER.test(name) || !isComplete) return 'refused';
  const folder = join(cacheDir, LIBRARY, name);
  if (readLibrary(folder)) return 'kept';
  makePrivateFolders(folder);
  for (const { file, content } of contents) writeAtomically(join(folder, file), content);
  return readLibrary(folder) ? 'imported' : 'refused';
}
