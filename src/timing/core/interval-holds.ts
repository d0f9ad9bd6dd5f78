// Wavefronts of the interval model that wait until lines of their compute unit have returned.

import { clockOf, goesOn } from './calendar.js';
import { clock, slot, unit } from './interval-clock.js';
import { AGE, AT_FULL_UNIT, NUMBERS, numbersOf, STATE } from './interval-slots.js';
import { int, setDouble, setInt } from './platform.js';
import { ints, perSimd, slots, units } from './room.js';
import { pressedUntil } from './traffic.js';

/** Of each unit: wavefronts that it holds up. */
let heldOf: i32 = 0;

export function placeHolds(): void {
  heldOf = ints(units, 0);
}

/** The wavefront waits until lines of its unit have returned. */
export function hold(cycle: f64): void {
  setInt(numbersOf + slot * NUMBERS + STATE, AT_FULL_UNIT);
  setDouble(clockOf + slot, clock);
  setInt(heldOf + unit, int(heldOf + unit) + 1);
  if (int(heldOf + unit) === 1) goesOn(units * slots + unit, cycle);
}

/** Those that a unit has held up are no longer counted. @returns how many they are */
export function takeHeld(home: i32): i32 {
  const count = int(heldOf + home);
  setInt(heldOf + home, 0);
  return count;
}

/** Some of them are still held up. */
export function holdAgain(home: i32, count: i32): void {
  if (count === 0) return;
  if (int(heldOf + home) === 0) goesOn(units * slots + home, pressedUntil(home));
  setInt(heldOf + home, int(heldOf + home) + count);
}

/** The oldest one of a SIMD that is held up, or -1. */
export function oldestHeld(simd: i32): i32 {
  let oldest: i32 = -1;
  for (let each: i32 = simd * perSimd; each < (simd + 1) * perSimd; each++) {
    const own = numbersOf + each * NUMBERS;
    if (int(own + STATE) !== AT_FULL_UNIT) continue;
    if (oldest < 0 || int(own + AGE) < int(numbersOf + oldest * NUMBERS + AGE)) oldest = each;
  }
  return oldest;
}
