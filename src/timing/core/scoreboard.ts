// The scoreboard of instruction sets without waits: accesses by the vector registers that they will write. Accesses of
// a counter return in order: a register has the number of the last one that must have returned.

import { P, RANGE_COUNT } from './numbers.js';
import { int, setInt } from './platform.js';
import { ints, slots, units } from './room.js';
import { fact, RANGES } from './slots.js';

const REGISTERS: i32 = 256;
/** Counters: of accesses of lanes, and of LDS. */
export const OF_LANES: i32 = 0;
export const OF_GROUP: i32 = 1;

/** Of each slot, counter and register: the number of an access, from 1 on; 0 for none. */
let expected: i32 = 0;

export function placeScoreboard(): void {
  expected = ints(int(P.scoreboard) === 0 ? 0 : units * slots * 2 * REGISTERS, 0);
}

function tableOf(slot: i32, counter: i32): i32 {
  return expected + (2 * slot + counter) * REGISTERS;
}

/** The last access of a counter that writes a register of some ranges of an instruction. */
function lastOf(table: i32, word: i32, from: i32): i32 {
  let last: i32 = 0;
  for (let n: i32 = from; n < RANGE_COUNT; n++) {
    const range = fact(word, RANGES + n);
    const end: i32 = (range & 255) + (range >>> 8);
    for (let register: i32 = range & 255; register < end; register++) {
      const number = int(table + register);
      if (number > last) last = number;
    }
  }
  return last;
}

/** The last access of a counter that an instruction waits for, by its number; 0 for none. */
export function awaited(slot: i32, word: i32, counter: i32): i32 {
  return lastOf(tableOf(slot, counter), word, 0);
}

function setResult(table: i32, word: i32, number: i32): void {
  const range = fact(word, RANGES);
  const end: i32 = (range & 255) + (range >>> 8);
  for (let register: i32 = range & 255; register < end; register++) setInt(table + register, number);
}

/** An access has been issued. @param number of it among those of its counter */
export function expectResult(slot: i32, word: i32, counter: i32, number: i32): void {
  setResult(tableOf(slot, counter), word, number);
}

/** An instruction that takes no time: its result arrives with its operands. */
export function forward(slot: i32, word: i32): void {
  const lanes = tableOf(slot, OF_LANES);
  const group = tableOf(slot, OF_GROUP);
  setResult(lanes, word, lastOf(lanes, word, 1));
  setResult(group, word, lastOf(group, word, 1));
}
