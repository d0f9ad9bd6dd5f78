// Differences between two contents of the same memory.

import type { ByteRun } from './layout.js';

const PAGE = 4096;
/** Devices and programs write whole words: a shorter piece would tear one. */
const WORD = 4;

const wordsOf = (bytes: Uint8Array): Uint32Array =>
  new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / WORD);

function pageRuns(
  was: Uint32Array,
  now: Uint32Array,
  first: number,
  last: number,
  bytes: Uint8Array,
  into: ByteRun[],
): void {
  for (let at = first; at < last; at++) {
    if (was[at] === now[at]) continue;
    let end = at + 1;
    while (end < last && was[end] !== now[end]) end++;
    into.push({ offset: at * WORD, bytes: bytes.slice(at * WORD, end * WORD) });
    at = end;
  }
}

/** Words that differ. @param was and @param now aligned to words, whole pages */
export function differences(was: Uint8Array, now: Uint8Array): ByteRun[] {
  const runs: ByteRun[] = [];
  const [before, after] = [wordsOf(was), wordsOf(now)];
  for (let page = 0; page < now.length; page += PAGE) {
    if (Buffer.compare(was.subarray(page, page + PAGE), now.subarray(page, page + PAGE)) === 0) continue;
    pageRuns(before, after, page / WORD, (page + PAGE) / WORD, now, runs);
  }
  return runs;
}
