// The .icd files that name our library to the system's OpenCL loader.

import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { AtollError } from './util/errors.js';

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Writes one file for each ABI, when it does not say the right thing already: an installation may have been moved or copied. A loader
 * skips the library that it cannot load.
 *
 * @param libraryFolders folders of our libOpenCL.so.1, named by their ABI
 * @throws AtollError HOST when a file is wrong and cannot be written
 */
export function writeVendors(folder: string, libraryFolders: readonly string[]): void {
  for (const libraryFolder of libraryFolders) {
    const file = join(folder, `atoll-${basename(libraryFolder)}.icd`);
    const content = `${join(libraryFolder, 'libOpenCL.so.1')}\n`;
    if (contentOf(file) === content) continue;
    try {
      mkdirSync(folder, { recursive: true });
      // Guests of others may be reading it.
      const fresh = `${file}.${randomUUID()}`;
      writeFileSync(fresh, content);
      renameSync(fresh, file);
    } catch (error) {
      const message = `cannot write ${file}: ${(error as Error).message}`;
      throw new AtollError('HOST', message, 'Run atoll once as the user who owns the installation: atoll run true');
    }
  }
}
