// The .icd files that name our library to the system's OpenCL loader.

import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { AtollError } from '../util/errors.js';

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

type Libraries = readonly (readonly [file: string, content: string])[];

/** The .icd files of libraries, by the folders that these are in. */
const filesFor = (libraryFolders: readonly string[]): Libraries =>
  libraryFolders.map((folder) => [`atoll-${basename(folder)}.icd`, `${join(folder, 'libOpenCL.so.1')}\n`]);

/** @returns whether the folder has one file for each library, with its path */
function isRight(folder: string, libraries: Libraries): boolean {
  return libraries.every(([file, content]) => contentOf(join(folder, file)) === content);
}

/** True if `vendorsIn` has no work left in a folder. */
export const hasVendors = (folder: string, libraryFolders: readonly string[]): boolean =>
  isRight(folder, filesFor(libraryFolders));

/**
 * A folder of .icd files, one for each ABI, that name the libraries. The first of the folders that has or takes them:
 * an installation may have been moved or copied, and may belong to another user. A loader skips the library that it
 * cannot load.
 *
 * @param folders candidates, the best first
 * @param libraryFolders folders of our libOpenCL.so.1, named by their ABI
 * @throws AtollError HOST when none of the folders has them or can be written
 */
export function vendorsIn(folders: readonly string[], libraryFolders: readonly string[]): string {
  const libraries = filesFor(libraryFolders);
  const right = folders.find((folder) => isRight(folder, libraries));
  if (right !== undefined) return right;
  const problems: string[] = [];
  for (const folder of folders) {
    try {
      mkdirSync(folder, { recursive: true });
      for (const [file, content] of libraries) replace(join(folder, file), content);
      return folder;
    } catch (error) {
      problems.push(`cannot write the .icd files in ${folder}: ${(error as Error).message}`);
    }
  }
  const hint =
    'Use a folder of your own: atoll run --cache-dir <folder>, or run once as the owner of the installation: atoll run true';
  throw new AtollError('HOST', problems.join('; '), hint);
}

/** Guests of others may be reading it. */
function replace(file: string, content: string): void {
  if (contentOf(file) === content) return;
  const fresh = `${file}.${randomUUID()}`;
  writeFileSync(fresh, content);
  renameSync(fresh, file);
}
