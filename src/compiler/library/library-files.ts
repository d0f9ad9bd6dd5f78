// The files of the builtin library in a folder of the cache. clang reads them whenever it compiles, and would take what
// is damaged for a fault of the program: a list of their hashes shows whether they are whole.

import { closeSync, fdatasyncSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makePrivateFolders, readTrusted, writeAtomically } from '../../util/checked-file.js';
import { sha256 } from '../../util/hash.js';
import { distrust } from '../../util/trust.js';
import { LIBRARY } from '../cache/cache-place.js';

/** Of bitcode: the builtins, and what programs that print need. */
export const LIBRARY_FILES = { builtins: 'builtins.bc', printf: 'printf.bc' } as const;
const MANIFEST = 'library.json';
/** The list comes last: without it there is no library. */
const ALL_FILES: readonly string[] = [...Object.values(LIBRARY_FILES), MANIFEST];
/** What a library's folder is named: library-build.ts. */
const FOLDER = /^[0-9a-f]{32}$/;

interface Manifest {
  /** By file name. */
  readonly hashes: Readonly<Record<string, string>>;
  /** Functions that only libclc has. */
  readonly libclcNames: readonly string[];
}

/** Makes a library of the files in a folder. They are on the disk before the list is. */
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

/** Functions that only libclc has, when the library in a folder is whole and trusted. */
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

/** Whether a name, from the folder of the caches on, is that of a file of a library. */
export function isLibraryFile(name: string): boolean {
  const [library, folder = '', file = '', ...more] = name.split('/');
  return library === LIBRARY && FOLDER.test(folder) && ALL_FILES.includes(file) && more.length === 0;
}

/** Names of the files of all whole libraries, from the folder of the caches on. */
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
 * Stores a library that was made elsewhere. @param files contents by such names, all of one folder
 * @throws Error of the file system
 */
export function putLibrary(cacheDir: string, files: ReadonlyMap<string, Uint8Array>): 'imported' | 'kept' | 'refused' {
  const [first = ''] = files.keys();
  const name = basename(dirname(first));
  const contents = ALL_FILES.map((file) => files.get(join(LIBRARY, name, file)));
  if (!FOLDER.test(name) || files.size !== ALL_FILES.length || contents.includes(undefined)) return 'refused';
  const folder = join(cacheDir, LIBRARY, name);
  if (readLibrary(folder)) return 'kept';
  makePrivateFolders(folder);
  ALL_FILES.forEach((file, index) => {
    writeAtomically(join(folder, file), contents[index]!);
  });
  return readLibrary(folder) ? 'imported' : 'refused';
}
