// Lines that caches would have if accesses came one after the other: for walks, without arrival times. A set has its
// lines in the order of their use, the last one in front: the line to evict is always at the end, and CPUs compare and
// move several lines at a time.

import { firstPlaceOf, placesOfCaches, setsOfCache, waysOfCache } from './caches.js';
import { int, moveToFront, PRESENT, remainder, seek, setInt } from './platform.js';
import { ints } from './room.js';

/** A place without a line: clean, and of a line beyond all that there are. */
const NONE: i32 = -2;

/** Of each place its line, times two, and one more when it is dirty. */
let lineOf: i32 = 0;
/** Set if the line that was evicted last was dirty. */
export let pushedDirty: i32 = 0;

export function placeRecent(): void {
  lineOf = ints(placesOfCaches(), NONE);
}

function setAt(cache: i32, line: i32): i32 {
  const sets = setsOfCache(cache);
  // Processors take long to divide.
  const set: i32 = (sets & (sets - 1)) === 0 ? line & (sets - 1) : remainder(line, sets);
  return lineOf + firstPlaceOf(cache) + set * waysOfCache(cache);
}

/**
 * Looks up a line in a cache, and makes it the latest one: it replaces the oldest one on a miss.
 * @param dirty whether it is written
 */
export function use(cache: i32, line: i32, dirty: i32): boolean {
  const pushed = moveToFront(setAt(cache, line), waysOfCache(cache), line << 1, dirty);
  if (pushed === PRESENT) return true;
  pushedDirty = pushed & 1;
  return false;
}

/** Of lines those stay that a cache does not have, in front; behind them come the others. @returns how many stay */
export function missing(cache: i32, lines: i32, count: i32): i32 {
  const sets = setsOfCache(cache);
  const ways = waysOfCache(cache);
  const first = lineOf + firstPlaceOf(cache);
  const power = (sets & (sets - 1)) === 0;
  let left: i32 = 0;
  for (let n: i32 = 0; n < count; n++) {
    const line = int(lines + n);
    const set: i32 = power ? line & (sets - 1) : remainder(line, sets);
    if (moveToFront(first + set * ways, ways, line << 1, 0) === PRESENT) continue;
    setInt(lines + n, int(lines + left));
    setInt(lines + left++, line);
  }
  return left;
}

/** A cache forgets a line. */
export function forgetLine(cache: i32, line: i32): void {
  const set = setAt(cache, line);
  const way = seek(set, waysOfCache(cache), line << 1);
  if (way >= 0) setInt(set + way, NONE);
}
