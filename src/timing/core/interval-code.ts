// Code that wavefronts of the interval model fetch: the block in which each is, and the next one.

import { clock, idle, settle, slot, unit } from './interval-clock.js';
import { LINE_BYTES, P } from './numbers.js';
import { double, int, setDouble } from './platform.js';
import { doubles, simds, slots, units } from './room.js';
import { codeThere } from './traffic.js';

/** Words of a line of code. */
const LINE_WORDS: i32 = LINE_BYTES / 4;
/** Words of a block that is fetched at once are a power of two. */
let blockShift: i32 = 0;
/** Of each slot: when the next block of its code is there. */
let fetchedOf: i32 = 0;

export function placeIntervalCode(): void {
  fetchedOf = doubles(units * slots, 0);
  blockShift = 0;
  while (1 << blockShift < int(P.frontEnd_fetchBytes) >> 2) blockShift++;
}

export function blockOf(place: i32): i32 {
  return place >>> blockShift;
}

/** When the block of code behind another one is there, which is fetched as soon as that one is. */
function fetchedBehind(home: i32, block: i32, cycle: f64): f64 {
  const next: i32 = (block + 1) << blockShift;
  // In the midst of a line it has come with the block before.
  const arrival = next % LINE_WORDS === 0 ? codeThere(home, (next / LINE_WORDS) | 0, cycle) : cycle;
  return arrival + int(P.frontEnd_fetchLatencyCycles);
}

/** A wavefront begins at a place. @returns when its code is there */
export function enterCode(home: i32, at: i32, place: i32, cycle: f64): f64 {
  const arrival = codeThere(home, (place / LINE_WORDS) | 0, cycle) + int(P.frontEnd_fetchLatencyCycles);
  setDouble(fetchedOf + at, fetchedBehind(home, blockOf(place), arrival));
  return arrival;
}

export function enterBlock(block: i32): void {
  idle(double(fetchedOf + slot));
  setDouble(fetchedOf + slot, fetchedBehind(unit, block, clock));
}

export function branched(place: i32): void {
  settle();
  const from = clock - simds + int(P.frontEnd_branchCycles);
  idle(codeThere(unit, (place / LINE_WORDS) | 0, from) + int(P.frontEnd_fetchLatencyCycles));
  setDouble(fetchedOf + slot, fetchedBehind(unit, blockOf(place), clock));
}
