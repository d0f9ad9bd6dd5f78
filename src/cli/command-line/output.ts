// Writing to standard output and error beside a guest: they are one open file description with the guest's, and what
// Node does to it the guest has too.

import { writeSync } from 'node:fs';
import { constants } from 'node:os';
import type { Writable } from 'node:stream';
import { ExitStatus } from './exit.js';

const STREAMS = { stdout: 1, stderr: 2 } as const;

/** What a shell says of a program that SIGPIPE has ended. */
const BROKEN_PIPE = 128 + constants.signals.SIGPIPE;

/**
 * A command whose output nobody reads any more (`atoll isa | head`) ends without a word, as other programs do; one
 * whose output cannot be written says why. Not for commands with a guest beside them.
 */
export function endWithOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(BROKEN_PIPE);
    writeError(`atoll: the output cannot be written: ${error.message}\n`);
    process.exit(ExitStatus.FAILED);
  });
}

/** Writes all of it; gives up silently when nobody can read it any more. */
function writeAll(descriptor: number, bytes: Uint8Array): void {
  let rest = bytes;
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      // Somebody else made the stream non-blocking, and its reader is slow: wait, as a blocking write would.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

/** Writes all of a text, without `process.stderr`; gives up silently when nobody can read it any more. */
export const writeError = (text: string): void => writeAll(STREAMS.stderr, Buffer.from(text));

/** Node's streams take a millisecond to load, and most runs look at none. */
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
 * Node makes a pipe or socket non-blocking when `process.stdout` or `process.stderr` is first looked at, and looks at
 * them by itself: at the latter whenever a pipe is closed, which clang's are after each build. From now on, looking at
 * them does nothing to the stream.
 */
export function keepStreamsBlocking(): void {
  for (const [name, descriptor] of Object.entries(STREAMS)) {
    let stream: Writable | undefined;
    const get = (): Writable => (stream ??= blockingStream(descriptor));
    Object.defineProperty(process, name, { configurable: true, enumerable: true, get });
  }
}
