// Wavefronts that the dispatcher has given slots: they begin when their unit runs, since what begins them takes time
// that threads share.

import { exportedOf } from './accesses.js';
import { passAuxiliary, placeOf } from './auxiliary.js';
import { redirect } from './fetch.js';
import { clearHazards } from './hazards.js';
import { R } from './numbers.js';
import { double, int, setDouble, setInt } from './platform.js';
import { takeGroup, takeSlot, waveOf } from './residents.js';
import { doubles, ints, slots, units } from './room.js';
import { enlist, rouse } from './simds.js';
import { account, begunOf, sinceOf } from './slots.js';
import { open } from './streams.js';

/** Of each unit: how many, and of each of them its slot, its work-group, and the cycle from which on it may begin. */
let startCount: i32 = 0;
let startSlot: i32 = 0;
let startGroupOf: i32 = 0;
let startFrom: i32 = 0;

export function placeStarts(): void {
  startCount = ints(units, 0);
  startSlot = ints(units * slots, 0);
  startGroupOf = ints(units * slots, 0);
  startFrom = doubles(units * slots, 0);
}

/** A work-group gets what it needs of a unit. */
export function startGroup(unit: i32, number: i32, wavefronts: i32, at: f64): void {
  const group = takeGroup(unit, wavefronts);
  for (let wave: i32 = 0; wave < wavefronts; wave++) {
    const place = unit * slots + int(startCount + unit);
    setInt(startSlot + place, takeSlot(unit, group, wave));
    setInt(startGroupOf + place, number);
    setDouble(startFrom + place, at);
    setInt(startCount + unit, int(startCount + unit) + 1);
  }
}

/** Takes the number of wavefronts that have been given slots of a unit and are to begin. */
export function takeStarted(unit: i32): i32 {
  const count = int(startCount + unit);
  setInt(startCount + unit, 0);
  return count;
}
export function startedSlot(unit: i32, n: i32): i32 {
  return int(startSlot + unit * slots + n);
}
export function startedGroup(unit: i32, n: i32): i32 {
  return int(startGroupOf + unit * slots + n);
}
export function startedFrom(unit: i32, n: i32): f64 {
  return double(startFrom + unit * slots + n);
}

/** The wavefronts begin that have been given slots of a unit. */
export function beginStarted(unit: i32): void {
  const count = int(startCount + unit);
  for (let n: i32 = 0; n < count; n++) beginAt(unit * slots + n);
  setInt(startCount + unit, 0);
}

function beginAt(place: i32): void {
  const slot = int(startSlot + place);
  // The last instruction of the previous wavefront of the slot may still be in flight.
  const cycle = Math.max(double(startFrom + place), double(sinceOf + slot));
  const word = passAuxiliary(slot, open(slot, int(startGroupOf + place), int(waveOf + slot)));
  account(slot, cycle, R.fetch, word);
  setDouble(begunOf + slot, cycle);
  enlist(slot);
  clearHazards(slot);
  setDouble(exportedOf + slot, 0);
  redirect(slot, placeOf(word), cycle);
  rouse(slot, cycle);
}
