// Requests of compute units for lines, until what they share has answered them.

import { MAX_LINES, P } from './numbers.js';
import { crowded, double, int, setDouble, setInt } from './platform.js';
import { doubles, ints, simds, slots, units } from './room.js';

/** Kinds of requests. */
export const LOAD: i32 = 0;
export const STORE: i32 = 1;
export const ATOMIC: i32 = 2;
/** The place of a line that no cache keeps. */
export const NO_PLACE: i32 = 0x7fffffff;

/** As many for each unit. */
export let requestRoom: i32 = 0;
export let countOf: i32 = 0;
export let cycleOf: i32 = 0;
export let lineOf: i32 = 0;
export let kindOf: i32 = 0;
/** Place of its line: -1 - place; a place: another request has requested it. */
export let placeOf: i32 = 0;
/** Entry of a counter, or -1 - slot of a fetch, and its number. */
export let entryOf: i32 = 0;
export let numberOf: i32 = 0;
/** When it is done, once it has been served. */
export let doneOf: i32 = 0;

export function placeRequests(): void {
  // Lines of lanes on their way, and one access above that; in a window: fetches, scalar loads.
  const turns = (int(P.model_windowCycles) / simds) | 0;
  requestRoom = int(P.l1_outstandingLines) + 2 * MAX_LINES + slots * (turns + 256);
  const all = requestRoom * units;
  countOf = ints(units, 0);
  cycleOf = doubles(all, 0);
  lineOf = ints(all, 0);
  kindOf = ints(all, 0);
  placeOf = ints(all, 0);
  entryOf = ints(all, 0);
  numberOf = ints(all, 0);
  doneOf = doubles(all, 0);
}

export function addRequest(unit: i32, cycle: f64, line: i32, kind: i32, place: i32, entry: i32, number: i32): void {
  const count = int(countOf + unit);
  if (count === requestRoom) return crowded(unit);
  setInt(countOf + unit, count + 1);
  const request = unit * requestRoom + count;
  setDouble(cycleOf + request, cycle);
  setInt(lineOf + request, line);
  setInt(kindOf + request, kind);
  setInt(placeOf + request, place);
  setInt(entryOf + request, entry);
  setInt(numberOf + request, number);
}

/** A request goes to another place of its unit. */
export function moveRequest(from: i32, to: i32): void {
  setDouble(cycleOf + to, double(cycleOf + from));
  setInt(lineOf + to, int(lineOf + from));
  setInt(kindOf + to, int(kindOf + from));
  setInt(placeOf + to, int(placeOf + from));
  setInt(entryOf + to, int(entryOf + from));
  setInt(numberOf + to, int(numberOf + from));
}
