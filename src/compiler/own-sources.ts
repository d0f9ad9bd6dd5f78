// Hashes over Atoll's own sources that determine the result of a build, for the keys of caches.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../util/hash.js';
import { CLANG_VERSIONS_FILE } from './clang-versions.js';
import { CODE_FOLDER, LIBRARY_FOLDER } from './project.js';

/** The hash of CODE_FOLDERS, which src/setup/bundle.mjs puts into the bundles: reading them takes 20 ms. */
declare const ATOLL_FRONT_END: string | undefined;

const NAMES: readonly string[] = 'abi cal chips compiler dwarf elf hsail isa launch source spirv util'.split(' ');

/** Folders of compiled code that the front end and the finalizer import from, directly or not. */
export const CODE_FOLDERS: readonly string[] = NAMES.map((name) => join(CODE_FOLDER, name));

/** A hash over the code and the OpenCL C in folders and their subfolders. */
export function folderHash(folders: readonly string[] = CODE_FOLDERS): string {
  const parts: (Uint8Array | string)[] = [];
  for (const folder of folders) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
      if (/\.(?:js|cl|h)$/.test(name)) parts.push(`${name}\0`, readFileSync(join(folder, name)));
  }
  return sha256(...parts);
}

let code: string | undefined;

function codeHash(): string {
  code ??= typeof ATOLL_FRONT_END === 'string' ? ATOLL_FRONT_END : folderHash();
  return code;
}

/** Each change of the library, the code or the table of versions results in another hash. */
export const ownSourceHash = (table = CLANG_VERSIONS_FILE): string =>
  sha256(readFileSync(table), folderHash([LIBRARY_FOLDER]), codeHash());
