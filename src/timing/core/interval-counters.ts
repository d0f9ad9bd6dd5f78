// Outstanding accesses of wavefronts in the interval model, by the counter that waits name.

import { idle, slot } from './interval-clock.js';
import { COUNT, HEAD, NUMBERS, numbersOf, RETIRED } from './interval-slots.js';
import { P } from './numbers.js';
import { double, int, later, setDouble, setInt } from './platform.js';
import { doubles, slots, units } from './room.js';
import { awaited, OF_GROUP, OF_LANES } from './scoreboard.js';

export const VECTOR: i32 = OF_LANES;
export const LGKM: i32 = OF_GROUP;
/** Room for the accesses of a counter that can be outstanding, a power of two; counters of a slot. */
let ring: i32 = 0;
let rings: i32 = 0;

export function placeIntervalCounters(): void {
  ring = 1;
  while (ring < int(P.vectorMemory_outstandingPerWavefront)) ring *= 2;
  rings = doubles(units * slots * 2 * ring, 0);
}

/** A wavefront begins in a slot: the accesses of the one before have returned. */
export function clearCounters(at: i32): void {
  const own = numbersOf + at * NUMBERS;
  setInt(own + HEAD, 0);
  setInt(own + HEAD + 1, 0);
  for (let counter: i32 = 0; counter < 2; counter++) {
    setInt(own + RETIRED + counter, int(own + RETIRED + counter) + int(own + COUNT + counter));
    setInt(own + COUNT + counter, 0);
  }
}

/** An access of a counter is done in some cycle. When there are too many, the wavefront waits for the first. */
export function outstanding(counter: i32, cycle: f64): void {
  const head = numbersOf + slot * NUMBERS + HEAD + counter;
  const count = numbersOf + slot * NUMBERS + COUNT + counter;
  const most = int(P.vectorMemory_outstandingPerWavefront);
  if (int(count) === most) idle(until(counter, most - 1));
  setDouble(rings + (2 * slot + counter) * ring + ((int(head) + int(count)) & (ring - 1)), cycle);
  setInt(count, int(count) + 1);
}

/** When no more than some are left. */
export function until(counter: i32, left: i32): f64 {
  const head = numbersOf + slot * NUMBERS + HEAD + counter;
  const count = numbersOf + slot * NUMBERS + COUNT + counter;
  let latest: f64 = 0;
  while (int(count) > left) {
    latest = later(latest, double(rings + (2 * slot + counter) * ring + int(head)));
    setInt(head, (int(head) + 1) & (ring - 1));
    setInt(count, int(count) - 1);
    retire(counter, 1);
  }
  return latest;
}

/** Accesses of a counter are over. */
function retire(counter: i32, accesses: i32): void {
  const retired = numbersOf + slot * NUMBERS + RETIRED + counter;
  setInt(retired, int(retired) + accesses);
}

/** The number of the last access of a counter. */
export function issued(counter: i32): i32 {
  const own = numbersOf + slot * NUMBERS + counter;
  return int(own + RETIRED) + int(own + COUNT);
}

/** When the registers of an instruction that accesses of a counter write are there. */
export function registersThere(word: i32, counter: i32): f64 {
  const number = awaited(slot, word, counter);
  return number === 0 ? 0 : until(counter, issued(counter) - number);
}
