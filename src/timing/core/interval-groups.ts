// Work-groups of the interval model: their begin, their barriers, and their end.

import { passAuxiliary, placeOf } from './auxiliary.js';
import { goesOn } from './calendar.js';
import { dispatch, groupsLeft } from './dispatch.js';
import { clearHazards } from './hazards.js';
import { clearExported } from './interval-accesses.js';
import { clock, settle, simd, slot, turnFrom, unit } from './interval-clock.js';
import { blockOf, enterCode } from './interval-code.js';
import { clearCounters } from './interval-counters.js';
import { AGE, AT_BARRIER, BLOCK, GOES, NUMBERS, numbersOf, STATE, WORD } from './interval-slots.js';
import { P } from './numbers.js';
import { double, int, later, setDouble, setInt } from './platform.js';
import { changedOf, groupLeft, groupOf, groupWaiting, leaveSlot, waveOf } from './residents.js';
import { doubles, perSimd, slots, units } from './room.js';
import { startedFrom, startedGroup, startedSlot, takeStarted } from './starts.js';
import { open } from './streams.js';

/** Of each work-group: the latest of its wavefronts that wait at a barrier, or have ended. */
let metAt: i32 = 0;
/** Wavefronts that have begun. */
let begun: i32 = 0;

export function placeIntervalGroups(): void {
  metAt = doubles(units * slots, 0);
  begun = 0;
}

/** Wavefronts begin. */
export function offer(cycle: f64): void {
  dispatch(cycle, Infinity);
  for (let each: i32 = 0; each < units; each++) {
    const count = takeStarted(each);
    for (let n: i32 = 0; n < count; n++) begin(each, startedSlot(each, n), startedGroup(each, n), startedFrom(each, n));
  }
}

function begin(home: i32, at: i32, group: i32, cycle: f64): void {
  const own = numbersOf + at * NUMBERS;
  const word = passAuxiliary(at, open(at, group, int(waveOf + at)));
  const place = placeOf(word);
  setInt(own + WORD, word);
  clearCounters(at);
  setInt(own + STATE, GOES);
  setInt(own + AGE, begun++);
  setInt(own + BLOCK, blockOf(place));
  clearHazards(at);
  clearExported(at);
  setDouble(metAt + int(groupOf + at), 0);
  goesOn(at, turnFrom(enterCode(home, at, place, cycle), (at / perSimd) | 0));
}

/** The wavefront comes to a barrier. */
export function arrive(): void {
  settle();
  const group = int(groupOf + slot);
  setInt(numbersOf + slot * NUMBERS + STATE, AT_BARRIER);
  setInt(groupWaiting + group, int(groupWaiting + group) + 1);
  meet(group);
}

/** Those that wait at a barrier continue when all that have not ended are there. */
function meet(group: i32): void {
  setDouble(metAt + group, later(double(metAt + group), clock));
  const waiting = int(groupWaiting + group);
  if (waiting === 0 || waiting < int(groupLeft + group)) return;
  setInt(groupWaiting + group, 0);
  for (let each: i32 = unit * slots; each < (unit + 1) * slots; each++) {
    const state = numbersOf + each * NUMBERS + STATE;
    if (int(groupOf + each) !== group || int(state) !== AT_BARRIER) continue;
    setInt(state, GOES);
    goesOn(each, turnFrom(double(metAt + group), (each / perSimd) | 0));
  }
}

/** The wavefront ends in the cycle of its clock. */
export function leaveGroup(): void {
  const group = int(groupOf + slot);
  leaveSlot(unit, simd, slot);
  meet(group);
  if (int(groupLeft + group) > 0) return;
  setInt(changedOf + unit, 1);
  const window = int(P.model_windowCycles);
  if (groupsLeft()) offer(Math.ceil(double(metAt + group) / window) * window);
}
