// Accesses that have not returned, in the order of their issue: rings of two counters for each slot, that of lanes and
// that of LDS and scalar loads.

import { double, int, setDouble, setInt } from './platform.js';
import { doubles, ints, slots, units } from './room.js';

const RING: i32 = 64;
/** Kinds of accesses of the second counter. */
export const OF_LDS: i32 = 0;
export const OF_SCALAR: i32 = 1;

let done: i32 = 0;
let pending: i32 = 0;
let kinds: i32 = 0;
let head: i32 = 0;
export let countOf: i32 = 0;
/** Accesses that have returned, or have been forgotten. */
export let retiredOf: i32 = 0;

export function placeCounters(): void {
  const rings = 2 * units * slots;
  done = doubles(rings * RING, 0);
  pending = ints(rings * RING, 0);
  kinds = ints(rings * RING, 0);
  head = ints(rings, 0);
  countOf = ints(rings, 0);
  retiredOf = ints(rings, 0);
}

export function vectorRing(slot: i32): i32 {
  return 2 * slot;
}
export function lgkmRing(slot: i32): i32 {
  return 2 * slot + 1;
}
/** The ring of an entry; that of the second counter is odd. */
export function ringOf(entry: i32): i32 {
  return (entry / RING) | 0;
}

function entryOf(ring: i32, n: i32): i32 {
  return ring * RING + ((int(head + ring) + n) & (RING - 1));
}

/** A new access, done in some cycle at the earliest. Gives its entry. */
export function addAccess(ring: i32, kind: i32, cycle: f64): i32 {
  const count = int(countOf + ring);
  const entry = entryOf(ring, count);
  setInt(countOf + ring, count + 1);
  setDouble(done + entry, cycle);
  setInt(pending + entry, 0);
  setInt(kinds + entry, kind);
  return entry;
}

/** It waits for one more answer. */
export function awaits(entry: i32): void {
  setInt(pending + entry, int(pending + entry) + 1);
}

export function extend(entry: i32, cycle: f64): void {
  if (cycle > double(done + entry)) setDouble(done + entry, cycle);
}

/** One of its answers. Says whether it was the last. */
export function answeredAccess(entry: i32, cycle: f64): boolean {
  extend(entry, cycle);
  const left = int(pending + entry) - 1;
  setInt(pending + entry, left);
  return left === 0;
}

/** Clears all; answers that still come find entries without waiters. */
export function forget(ring: i32): void {
  setInt(head + ring, (int(head + ring) + int(countOf + ring)) & (RING - 1));
  setInt(retiredOf + ring, int(retiredOf + ring) + int(countOf + ring));
  setInt(countOf + ring, 0);
}

/** Forgets those that have returned, which they do in order. */
export function retire(ring: i32, cycle: f64): void {
  while (int(countOf + ring) > 0) {
    const entry = entryOf(ring, 0);
    if (int(pending + entry) > 0 || double(done + entry) > cycle) return;
    setInt(head + ring, (int(head + ring) + 1) & (RING - 1));
    setInt(countOf + ring, int(countOf + ring) - 1);
    setInt(retiredOf + ring, int(retiredOf + ring) + 1);
  }
}

/** When no more than some are outstanding; endless while that has no answer. */
export function doneBut(ring: i32, left: i32): f64 {
  let latest: f64 = 0;
  const leaving = int(countOf + ring) - left;
  for (let n: i32 = 0; n < leaving; n++) {
    const entry = entryOf(ring, n);
    if (int(pending + entry) > 0) return Infinity;
    latest = Math.max(latest, double(done + entry));
  }
  return latest;
}

/** Kind of the last awaited access. */
export function kindOfLast(ring: i32, left: i32): i32 {
  return int(kinds + entryOf(ring, int(countOf + ring) - left - 1));
}
