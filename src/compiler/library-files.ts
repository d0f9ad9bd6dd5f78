// The files of the builtin library in a folder of the cache. clang reads them whenever it compiles, and would take what is damaged for a
// fault of the program: a list of their hashes tells whether they are whole.

import { closeSync, fdatasyncSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTrusted, writeAtomically } from '../util/checked-file.js';
import { sha256 } from '../util/hash.js';
import { distrust } from '../util/trust.js';

/** Of bitcode: the builtins, and what programs that print need. */
export const LIBRARY_FILES = { builtins: 'builtins.bc', printf: 'printf.bc' } as const;
const MANIFEST = 'library.json';

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

/** Functions that only libclc has, when the library in a folder is whole and may be believed. */
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
