// A calendar queue for walks of many wavefronts: by the cycle in which each continues, a list for each few cycles. A
// list is first in, first out. What is too far away for the lists waits in the last one, and is sorted in again from
// there. Behind the slots come compute units, for events of all wavefronts that they delay.

import { double, int, setDouble, setInt, toInt } from './platform.js';
import { doubles, ints, slots, units } from './room.js';

/** Lists, a power of two, and cycles of one. */
const LISTS: i32 = 4096;
const LIST_CYCLES: i32 = 16;
const NONE: i32 = -1;

/** Of each slot, and of each unit behind them: when it continues. */
export let clockOf: i32 = 0;
/** The cycle that has been reached: no wavefront continues before it. */
export let now: f64 = 0;
let firstOf: i32 = 0;
let lastOf: i32 = 0;
let nextOf: i32 = 0;
let list: i32 = 0;
let waiting: i32 = 0;

export function placeCalendar(): void {
  clockOf = doubles(units * slots + units, 0);
  firstOf = ints(LISTS, NONE);
  lastOf = ints(LISTS, NONE);
  nextOf = ints(units * slots + units, NONE);
  now = 0;
  list = 0;
  waiting = 0;
}

function enter(slot: i32, cycle: f64): void {
  let own = toInt(cycle / LIST_CYCLES);
  if (own < list) own = list;
  if (own > list + LISTS - 1) own = list + LISTS - 1;
  const at: i32 = own & (LISTS - 1);
  if (int(firstOf + at) === NONE) setInt(firstOf + at, slot);
  else setInt(nextOf + int(lastOf + at), slot);
  setInt(lastOf + at, slot);
  setInt(nextOf + slot, NONE);
}

/** A slot continues in some cycle. */
export function goesOn(slot: i32, cycle: f64): void {
  setDouble(clockOf + slot, cycle);
  waiting++;
  enter(slot, cycle);
}

/** The next one; -1 when there is none. */
export function nextOne(): i32 {
  if (waiting === 0) return NONE;
  for (;;) {
    while (int(firstOf + (list & (LISTS - 1))) === NONE) list++;
    const at: i32 = list & (LISTS - 1);
    const slot = int(firstOf + at);
    setInt(firstOf + at, int(nextOf + slot));
    if (toInt(double(clockOf + slot) / LIST_CYCLES) > list) {
      enter(slot, double(clockOf + slot));
      continue;
    }
    now = Math.max(now, list * LIST_CYCLES);
    waiting--;
    return slot;
  }
}
