// Which lines caches would have if accesses came one after the other: what walks need, and nothing of when lines arrive. A set has its lines in the order
// of their use, the last one in front: so what has to leave is always at the end, and processors compare and move several of them at a time.

import { firstPlaceOf, placesOfCaches, setsOfCache, waysOfCache } from './caches.js';
import { int, moveUp, remainder, seek, setInt } from './platform.js';
import { ints } from './room.js';

/** Lines of which is known whether they have ever been anywhere, a bit for each; of more the number wraps. */
const KNOWN_LINES: i32 = 0x4000000;

/** A place without a line: clean, and of a line beyond all that there are. */
const NONE: i32 = -2;

/** Of each place its line, times two, and one more when it is dirty. */
let lineOf: i32 = 0;
let known: i32 = 0;
/** Whether the line was dirty that the last one took the place of. */
export let pushedDirty: i32 = 0;

export function placeRecent(): void {
  lineOf = ints(placesOfCaches(), NONE);
  known = ints(KNOWN_LINES >>> 5, 0);
}

/** Whether a line comes for the first time: then no cache has it. */
export function isUnknown(line: i32): boolean {
  const at: i32 = known + ((line & (KNOWN_LINES - 1)) >>> 5);
  const bit: i32 = 1 << (line & 31);
  const before = int(at);
  if ((before & bit) !== 0) return false;
  setInt(at, before | bit);
  return true;
}

function setAt(cache: i32, line: i32): i32 {
  const sets = setsOfCache(cache);
  // Processors take long to divide.
  const set: i32 = (sets & (sets - 1)) === 0 ? line & (sets - 1) : remainder(line, sets);
  return lineOf + firstPlaceOf(cache) + set * waysOfCache(cache);
}

/**
 * Whether a cache has a line, which then is its latest, in any case: it takes the place of the oldest one when it is not there.
 * @param dirty whether it is written
 * @param unknown no cache has it
 */
export function use(cache: i32, line: i32, dirty: i32, unknown: boolean): boolean {
  const set = setAt(cache, line);
  const ways = waysOfCache(cache);
  const key: i32 = line << 1;
  const found: i32 = unknown ? -1 : seek(set, ways, key);
  const from: i32 = found < 0 ? ways - 1 : found;
  const was: i32 = int(set + from) & 1;
  moveUp(set, from);
  setInt(set, key | dirty | (found < 0 ? 0 : was));
  if (found >= 0) return true;
  pushedDirty = was;
  return false;
}

/** A cache forgets a line. */
export function forgetLine(cache: i32, line: i32): void {
  const set = setAt(cache, line);
  const found = seek(set, waysOfCache(cache), line << 1);
  if (found >= 0) setInt(set + found, NONE);
}
