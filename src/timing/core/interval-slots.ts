// Numbers of each slot in the interval model.

import { ints, slots, units } from './room.js';

/**
 * The word where its wavefront continues, the heads and the counts of its counters, what holds it up, its block of
 * code, when it began among all, the accesses of its counters that have returned.
 */
export const WORD: i32 = 0;
export const HEAD: i32 = 1;
export const COUNT: i32 = 3;
export const STATE: i32 = 5;
export const BLOCK: i32 = 6;
export const AGE: i32 = 7;
export const RETIRED: i32 = 8;
export const NUMBERS: i32 = 10;
/** State of a wavefront: ready, at a barrier, held by a full unit. */
export const GOES: i32 = 0;
export const AT_BARRIER: i32 = 1;
export const AT_FULL_UNIT: i32 = 2;
export let numbersOf: i32 = 0;

export function placeSlotNumbers(): void {
  numbersOf = ints(units * slots * NUMBERS, 0);
}
