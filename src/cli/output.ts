// Writing to standard error beside a guest. `process.stderr` would make the stream non-blocking, and with it the guest's: they
// share one open file description.

import { writeSync } from 'node:fs';

const STANDARD_ERROR = 2;

/** Writes all of a text; gives up silently when nobody can read it any more. */
export function writeError(text: string): void {
  let rest: Uint8Array = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(STANDARD_ERROR, rest));
    } catch (error) {
      // Somebody else made the stream non-blocking, and its reader is slow: wait, as a blocking write would.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}
