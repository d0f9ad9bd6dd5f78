// The tags of all caches: which lines are there, since when, and when each arrives. Least recently used lines leave
// first.

import { LINE_BYTES, P } from './numbers.js';
import { double, int, remainder, setDouble, setInt } from './platform.js';
import { doubles, first, ints, units } from './room.js';

/** Caches have numbers: L1 of each unit, scalar caches of clusters, their instruction caches, channels of L2. */
export let firstScalar: i32 = 0;
export let firstInstruction: i32 = 0;
export let firstChannel: i32 = 0;
export let caches: i32 = 0;

/** When each place's line arrives, or has; endless when that is not known. */
export let arrivalOf: i32 = 0;
/** Set if the line that `take` has evicted was dirty. */
export let evictedDirty: i32 = 0;
export let cacheHits: i32 = 0;
export let cacheMisses: i32 = 0;
let firstPlace: i32 = 0;
let setsOf: i32 = 0;
let waysOf: i32 = 0;
let clockOf: i32 = 0;
let lineOf: i32 = 0;
let usedOf: i32 = 0;
let dirtyOf: i32 = 0;
/** Caches and places that have been described. */
let described: i32 = 0;
let places: i32 = 0;

function describe(count: i32, bytes: i32, ways: i32): void {
  const lines = (bytes / LINE_BYTES) | 0;
  for (let n: i32 = 0; n < count; n++) {
    first(firstPlace + described, places);
    first(setsOf + described, (lines / ways) | 0);
    first(waysOf + described, ways);
    described++;
    places += lines;
  }
}

export function placeCaches(): void {
  const together = int(P.gpu_computeUnitsPerCluster);
  const clusters = (((units - 1) / together) | 0) + 1;
  firstScalar = units;
  firstInstruction = firstScalar + clusters;
  firstChannel = firstInstruction + clusters;
  caches = firstChannel + int(P.l2_channels);
  firstPlace = ints(caches, 0);
  setsOf = ints(caches, 0);
  waysOf = ints(caches, 0);
  clockOf = doubles(caches, 0);
  cacheHits = doubles(caches, 0);
  cacheMisses = doubles(caches, 0);
  described = 0;
  places = 0;
  describe(units, int(P.l1_bytes), int(P.l1_ways));
  describe(clusters, int(P.scalarCache_bytes), int(P.scalarCache_ways));
  describe(clusters, int(P.instructionCache_bytes), int(P.instructionCache_ways));
  describe(int(P.l2_channels), int(P.l2_bytesPerChannel), int(P.l2_ways));
  lineOf = ints(places, -1);
  usedOf = doubles(places, 0);
  arrivalOf = doubles(places, 0);
  dirtyOf = ints(places, 0);
}

/** Places of all caches, and the shape of one. */
export function placesOfCaches(): i32 {
  return places;
}

export function firstPlaceOf(cache: i32): i32 {
  return int(firstPlace + cache);
}

export function setsOfCache(cache: i32): i32 {
  return int(setsOf + cache);
}

export function waysOfCache(cache: i32): i32 {
  return int(waysOf + cache);
}

/** The first place where a cache may have a line. */
function placeOf(cache: i32, line: i32): i32 {
  return int(firstPlace + cache) + remainder(line, int(setsOf + cache)) * int(waysOf + cache);
}

function use(cache: i32, place: i32): void {
  const clock = double(clockOf + cache) + 1;
  setDouble(clockOf + cache, clock);
  setDouble(usedOf + place, clock);
}

/** The place of a line, or -1. It counts as used. */
export function find(cache: i32, line: i32): i32 {
  const from = placeOf(cache, line);
  const end = from + int(waysOf + cache);
  for (let place: i32 = from; place < end; place++) {
    if (int(lineOf + place) !== line) continue;
    use(cache, place);
    setDouble(cacheHits + cache, double(cacheHits + cache) + 1);
    return place;
  }
  setDouble(cacheMisses + cache, double(cacheMisses + cache) + 1);
  return -1;
}

/** True if a place still has a line. */
export function holds(place: i32, line: i32): boolean {
  return int(lineOf + place) === line;
}

/** A place for a line that is not there. */
export function take(cache: i32, line: i32): i32 {
  const from = placeOf(cache, line);
  const end = from + int(waysOf + cache);
  let oldest = from;
  for (let place: i32 = from + 1; place < end; place++)
    if (double(usedOf + place) < double(usedOf + oldest)) oldest = place;
  evictedDirty = int(dirtyOf + oldest);
  setInt(lineOf + oldest, line);
  use(cache, oldest);
  setDouble(arrivalOf + oldest, Infinity);
  setInt(dirtyOf + oldest, 0);
  return oldest;
}

export function write(place: i32): void {
  setInt(dirtyOf + place, 1);
}

/** Forgets a line. */
export function drop(cache: i32, line: i32): void {
  const from = placeOf(cache, line);
  const end = from + int(waysOf + cache);
  for (let place: i32 = from; place < end; place++)
    if (int(lineOf + place) === line) {
      setInt(lineOf + place, -1);
      setDouble(usedOf + place, 0);
    }
}
