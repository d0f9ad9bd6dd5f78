// Output to standard output and error beside a guest: both share the open file descriptions with the guest, so that
// Node's changes of their flags would affect it.

import { writeSync } from 'node:fs';
import { constants } from 'node:os';
import type { Writable } from 'node:stream';
import { ExitStatus } from './exit.js';

const STREAMS = { stdout: 1, stderr: 2 } as const;

/** Exit status that a shell reports for a program ended by SIGPIPE. */
const BROKEN_PIPE = 128 + constants.signals.SIGPIPE;

/**
 * A command whose output has no reader any more (`atoll isa | head`) ends silently, as other programs do; other write
 * errors are reported. Not for commands with a guest.
 */
export function endWithOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(BROKEN_PIPE);
    writeError(`atoll: the output cannot be written: ${error.message}\n`);
    process.exit(ExitStatus.FAILED);
  });
}

/** Writes all bytes; stops silently if the stream has no reader any more. */
function writeAll(descriptor: number, bytes: Uint8Array): void {
  let rest = bytes;
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      // Another process made the stream non-blocking, and its reader is slow: wait, as a blocking write would.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

/** Writes a text without `process.stderr`; stops silently if standard error has no reader any more. */
export const writeError = (text: string): void => writeAll(STREAMS.stderr, Buffer.from(text));

/** Node's streams take a millisecond to load, and most runs use none. */
function blockingStream(descriptor: number): Writable {
  const { Writable } = process.getBuiltinModule('node:stream');
  return new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      writeAll(descriptor, chunk);
      done();
    },
  });
}

/**
 * Node makes a pipe or socket non-blocking at the first access of `process.stdout` or `process.stderr`, and accesses
 * the latter itself whenever a pipe is closed, as clang's are after each build. After this call, an access leaves the
 * stream as it is.
 */
export function keepStreamsBlocking(): void {
  for (const [name, descriptor] of Object.entries(STREAMS)) {
    let stream: Writable | undefined;
    const get = (): Writable => (stream ??= blockingStream(descriptor));
    Object.defineProperty(process, name, { configurable: true, enumerable: true, get });
  }
}
