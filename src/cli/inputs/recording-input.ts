// A recording in place of a program: recognised by its first bytes.

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { MAGIC } from '../../replay/layout.js';

/** True if the first word of a command line names a recording instead of a program. */
export function isRecording([file]: readonly string[]): boolean {
  let fd: number;
  try {
    fd = openSync(file ?? '', constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return false;
  }
  try {
    const bytes = Buffer.alloc(MAGIC.length);
    return (
      fstatSync(fd).isFile() &&
      readSync(fd, bytes, 0, bytes.length, 0) === bytes.length &&
      bytes.equals(Buffer.from(MAGIC))
    );
  } finally {
    closeSync(fd);
  }
}
