// Differences between two copies of memory: by blocks first, which cost little more than reading them, then by pages.

import { DATA_LIMIT } from './protocol.js';

const BLOCK = 256 << 10;
const PAGE = 4096;

/** Half-open, in bytes. */
export interface DifferenceSpan {
  readonly start: number;
  readonly end: number;
}

const differ = (a: Uint8Array, b: Uint8Array, start: number, end: number): boolean =>
  Buffer.compare(a.subarray(start, end), b.subarray(start, end)) !== 0;

/** The pages that differ, those that follow one another together; none longer than what one message takes. */
export function* changedSpans(now: Uint8Array, before: Uint8Array): Generator<DifferenceSpan> {
  const { length } = before;
  let start = -1;
  for (let block = 0; block < length; block += BLOCK) {
    const blockEnd = Math.min(block + BLOCK, length);
    const same = !differ(now, before, block, blockEnd);
    for (let page = block; !same && page < blockEnd; page += PAGE) {
      const changed = differ(now, before, page, Math.min(page + PAGE, blockEnd));
      if (start >= 0 && (!changed || page - start >= DATA_LIMIT)) {
        yield { start, end: page };
        start = -1;
      }
      if (changed && start < 0) start = page;
    }
    if (same && start >= 0) {
      yield { start, end: block };
      start = -1;
    }
  }
  if (start >= 0) yield { start, end: length };
}

/**
 * Writes changes into memory that another process may write at the same time: only words that differ from before, so
 * that its writes beside them stay.
 *
 * @param memory destination
 * @param at offset in it, a multiple of 4
 * @param before as it was, of the length of `after`
 */
export function writeChanged(memory: Uint8Array, at: number, before: Uint8Array, after: Uint8Array): void {
  const words = after.length >> 2;
  const wordsAt = ({ buffer, byteOffset }: Uint8Array, offset: number): Int32Array | undefined =>
    (byteOffset + offset) % 4 === 0 ? new Int32Array(buffer, byteOffset + offset, words) : undefined;
  const [target, old, now] = [wordsAt(memory, at), wordsAt(before, 0), wordsAt(after, 0)];
  const areAligned = target && old && now;
  if (areAligned) copyDifferences(target, old, now);
  const whole = areAligned ? 4 * words : 0;
  copyDifferences(memory.subarray(at + whole), before.subarray(whole), after.subarray(whole));
}

/** Copies the elements that differ. */
function copyDifferences<T extends Int32Array | Uint8Array>(target: T, old: T, now: T): void {
  for (const [n, value] of now.entries()) if (old[n] !== value) target[n] = value;
}
