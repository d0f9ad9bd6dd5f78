// Files that `atoll hsail` reads and writes.

import { readFileSync } from 'node:fs';
import { AtollError } from '../../../util/errors.js';
import { writeWhole } from '../../../util/whole-file.js';

export function readInput(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new AtollError(
      'BAD_INPUT',
      `${file}: cannot be read: ${(error as Error).message}`,
      'Name a file that exists.',
    );
  }
}

export function writeOutput(file: string, content: string | Uint8Array): void {
  try {
    writeWhole(file, content);
  } catch (error) {
    throw new AtollError('HOST', `${file}: cannot be written: ${(error as Error).message}`, 'Name another file.');
  }
}
