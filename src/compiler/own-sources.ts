// Hashes over Atoll's own sources that determine the result of a build, for the keys of caches.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../util/hash.js';
import { CLANG_VERSIONS_FILE } from './clang-versions.js';
import { CODE_FOLDER, LIBRARY_FOLDER } from './project.js';

/** The hash of CODE_FOLDERS, which src/setup/bundle.mjs puts into the bundles: reading them takes 10 ms. */
declare const ATOLL_FRONT_END: string | undefined;
/** The same of FINALIZER_FOLDERS. */
declare const ATOLL_FINALIZER: string | undefined;

const codeFolders = (names: readonly string[]): readonly string[] => names.map((name) => join(CODE_FOLDER, name));

/** Folders of compiled code: the front end's, the CAL code, chips. */
const CODE_FOLDERS = codeFolders(['compiler', 'cal', 'chips']);

/** Folders of compiled code that finalize.ts imports from, directly or not: code objects of BRIG depend on them. */
export const FINALIZER_FOLDERS: readonly string[] = codeFolders([
  'abi',
  'cal',
  'chips',
  'compiler',
  'elf',
  'hsail/brig',
  'hsail/finalizer',
  'isa',
  'launch',
  'source',
  'util',
]);

/** A hash over the code and the OpenCL C in folders and their subfolders. */
export function folderHash(folders: readonly string[] = CODE_FOLDERS): string {
  const parts: (Uint8Array | string)[] = [];
  for (const folder of folders) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
      if (/\.(?:js|cl|h)$/.test(name)) parts.push(`${name}\0`, readFileSync(join(folder, name)));
  }
  return sha256(...parts);
}

/** Each change of the library, the code or the table of versions results in another hash. */
export function ownSourceHash(table = CLANG_VERSIONS_FILE): string {
  const code = typeof ATOLL_FRONT_END === 'string' ? ATOLL_FRONT_END : folderHash();
  return sha256(readFileSync(table), folderHash([LIBRARY_FOLDER]), code);
}

let finalizerCode: string | undefined;

/** The same of code objects of BRIG, which need no library. */
export function finalizerHash(table = CLANG_VERSIONS_FILE): string {
  finalizerCode ??= typeof ATOLL_FINALIZER === 'string' ? ATOLL_FINALIZER : folderHash(FINALIZER_FOLDERS);
  return sha256(readFileSync(table), finalizerCode);
}
