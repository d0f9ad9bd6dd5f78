// The wavefront that continues in the interval model: its clock, and the time that it takes of its SIMD's units.

import { now } from './calendar.js';
import { double, later, setDouble } from './platform.js';
import { doubles, perSimd, simds, slots, units } from './room.js';

/** Cycles of all wavefronts when each is alone: by which launches are grouped. */
export let serial: i32 = 0;

/** Place of the wavefront; the cycle from which it has used its units, and for how long. */
export let slot: i32 = 0;
export let unit: i32 = 0;
export let simd: i32 = 0;
export let clock: f64 = 0;
let since: f64 = 0;
let vectorWork: f64 = 0;
let scalarWork: f64 = 0;
/** When vector and scalar units of SIMDs have done what they have been given. */
let vectorFree: i32 = 0;
let scalarFree: i32 = 0;

export function placeClock(): void {
  vectorFree = doubles(units * simds, 0);
  scalarFree = doubles(units * simds, 0);
  serial = doubles(1, 0);
}

/** The wavefront of a slot continues in a cycle. */
export function continueAt(at: i32, cycle: f64): void {
  slot = at;
  unit = (at / slots) | 0;
  simd = (at / perSimd) | 0;
  clock = cycle;
}

/** From here on its units are used. */
export function beginUse(): void {
  since = clock;
}

export function setClock(cycle: f64): void {
  clock = cycle;
}

/** Cycles of an instruction of the ALUs. */
export function addWork(isVector: boolean, cycles: f64): void {
  if (isVector) vectorWork += cycles;
  else scalarWork += cycles;
  if (cycles > simds) clock += cycles - simds;
}

/** A unit that has others' work before does some more. @returns when it has, if it begins at once */
export function queued(free: i32, cycle: f64, work: f64): f64 {
  const end = later(double(free), now) + work;
  setDouble(free, end);
  return later(end, cycle + work);
}

/** Adds the queued work of its units since their last use. */
export function settle(): void {
  setDouble(serial, double(serial) + clock - since);
  if (vectorWork > 0) clock = later(clock, queued(vectorFree + simd, since, vectorWork));
  if (scalarWork > 0) clock = later(clock, queued(scalarFree + simd, since, scalarWork));
  vectorWork = 0;
  scalarWork = 0;
  since = clock;
}

/** The turn of a SIMD that is not before a cycle. */
export function turnFrom(cycle: f64, home: i32): f64 {
  const own: f64 = home % simds;
  return Math.ceil((cycle - own) / simds) * simds + own;
}

/** Until a cycle it has nothing to do but wait. */
export function idle(cycle: f64): void {
  settle();
  if (cycle <= clock) return;
  clock = turnFrom(cycle, simd);
  since = clock;
}
