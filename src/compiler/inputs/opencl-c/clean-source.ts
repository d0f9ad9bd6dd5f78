// Normalisation of sources.

import { setImmediate } from 'node:timers/promises';

/** Bytes of one step, after which other tasks run: programs wait for this thread. */
const PIECE = 1 << 20;
const [SPACE, NEWLINE] = [0x20, 0x0a] as const;

/** A source for clang: NULs become spaces, and the last line is terminated. */
export async function cleanSource(source: Uint8Array): Promise<Uint8Array> {
  const result = new Uint8Array(source.length + 1);
  for (let start = 0; start < source.length; start += PIECE) {
    if (start > 0) await setImmediate();
    const piece = source.subarray(start, start + PIECE);
    result.set(piece, start);
    if (!piece.includes(0)) continue;
    for (let at = start; at < start + piece.length; at++) if (result[at] === 0) result[at] = SPACE;
  }
  result[source.length] = NEWLINE;
  return result;
}
