// Gives out the memory of the core, in the same order to every thread, in TypeScript or WebAssembly: all come to the
// same places. Places are counted in numbers: of 32 bits for integers, of 64 for others, which hold cycles. Slots,
// SIMDs and places of caches have the numbers that they have on the whole chip. Arrays begin with a line of the host's
// caches: where threads share the units of a chip, no two of them write to one line in the middle of each.

import { HEAD_WORDS, P } from './numbers.js';
import { int, setDouble, setInt } from './platform.js';

/** Words of 32 bits in a line of the host's caches. */
const LINE_WORDS: i32 = 16;

/** Compute units, SIMDs of one, slots of a SIMD, and of a unit. */
export let units: i32 = 0;
export let simds: i32 = 0;
export let perSimd: i32 = 0;
export let slots: i32 = 0;

/** Words of 32 bits that are given out. */
let used: i32 = 0;
/** The memory is new: initial values other than zero are written. */
let fresh: boolean = false;

export function beginRoom(first: boolean): void {
  units = int(P.gpu_computeUnits);
  simds = int(P.computeUnit_simds);
  perSimd = int(P.computeUnit_slotsPerSimd);
  slots = simds * perSimd;
  used = HEAD_WORDS;
  fresh = first;
}

export function roomUsed(): i32 {
  return used;
}

function align(): void {
  used = (used + LINE_WORDS - 1) & -LINE_WORDS;
}

export function ints(count: i32, value: i32): i32 {
  align();
  const at = used;
  used += count;
  if (fresh && value !== 0) for (let n: i32 = 0; n < count; n++) setInt(at + n, value);
  return at;
}

export function doubles(count: i32, value: f64): i32 {
  align();
  const at = used >>> 1;
  used = 2 * (at + count);
  if (fresh && value !== 0) for (let n: i32 = 0; n < count; n++) setDouble(at + n, value);
  return at;
}

/** Writes a number that is not zero from the beginning. */
export function first(at: i32, value: i32): void {
  if (fresh) setInt(at, value);
}
