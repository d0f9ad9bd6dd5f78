// Which lines caches would have if accesses came one after the other: what walks need, and nothing of when lines arrive. A set is a ring, the line
// that was used last in front: what comes new takes the place of the oldest one.

import { firstPlaceOf, placesOfCaches, setsOfCache, waysOfCache } from './caches.js';
import { int, remainder, setInt } from './platform.js';
import { ints } from './room.js';

/** Lines of which is known whether they have ever been anywhere, a bit for each; of more the number wraps. */
const KNOWN_LINES: i32 = 0x4000000;

let lineOf: i32 = 0;
let dirtyOf: i32 = 0;
/** Where each set begins, at the place of its first line. */
let frontOf: i32 = 0;
let known: i32 = 0;
/** Whether the line was dirty that the last one took the place of. */
export let pushedDirty: i32 = 0;

export function placeRecent(): void {
  lineOf = ints(placesOfCaches(), -1);
  dirtyOf = ints(placesOfCaches(), 0);
  frontOf = ints(placesOfCaches(), 0);
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
  return firstPlaceOf(cache) + remainder(line, setsOfCache(cache)) * waysOfCache(cache);
}

/** The place that is some behind the front of a set. */
function behind(set: i32, ways: i32, n: i32): i32 {
  const at = int(frontOf + set) + n;
  return set + (at >= ways ? at - ways : at);
}

/** Whether a cache has a line, which then is its latest. @param dirty whether it is written */
export function touch(cache: i32, line: i32, dirty: i32): boolean {
  const set = setAt(cache, line);
  const ways = waysOfCache(cache);
  for (let n: i32 = 0; n < ways; n++) {
    const place = behind(set, ways, n);
    if (int(lineOf + place) !== line) continue;
    const was = int(dirtyOf + place) | dirty;
    for (let m: i32 = n; m > 0; m--) {
      const to = behind(set, ways, m);
      const from = behind(set, ways, m - 1);
      setInt(lineOf + to, int(lineOf + from));
      setInt(dirtyOf + to, int(dirtyOf + from));
    }
    const front = behind(set, ways, 0);
    setInt(lineOf + front, line);
    setInt(dirtyOf + front, was);
    return true;
  }
  return false;
}

/** A cache gets a line that it does not have. */
export function push(cache: i32, line: i32, dirty: i32): void {
  const set = setAt(cache, line);
  const ways = waysOfCache(cache);
  const front = int(frontOf + set) === 0 ? ways - 1 : int(frontOf + set) - 1;
  setInt(frontOf + set, front);
  pushedDirty = int(dirtyOf + set + front);
  setInt(lineOf + set + front, line);
  setInt(dirtyOf + set + front, dirty);
}

/** A cache forgets a line. */
export function forgetLine(cache: i32, line: i32): void {
  const set = setAt(cache, line);
  for (let place: i32 = set; place < set + waysOfCache(cache); place++)
    if (int(lineOf + place) === line) setInt(lineOf + place, -1);
}
