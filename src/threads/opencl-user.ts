// A guess whether a program uses OpenCL, so that the processor thread can start beside it instead of at its first
// request.

import { closeSync, openSync, readSync, statSync } from 'node:fs';

const LIBRARY = 'OpenCL';
/** The names of the libraries that an executable needs are near its start, unless it is huge. */
const BYTES_LOOKED_AT = 1 << 20;

/** True if the file of a path mentions the library. False where a search is not worth it: names to be found in PATH. */
export function mentionsOpenCl(file: string): boolean {
  if (!file.includes('/')) return false;
  try {
    // Opening a pipe would wait for its writer.
    if (!statSync(file).isFile()) return false;
    const fd = openSync(file, 'r');
    try {
      const bytes = Buffer.allocUnsafe(BYTES_LOOKED_AT);
      return bytes.subarray(0, readSync(fd, bytes, 0, BYTES_LOOKED_AT, 0)).includes(LIBRARY);
    } finally {
      closeSync(fd);
    }
  } catch {
    return false;
  }
}
