// When the SIMDs of compute units have their turns: one once in that many cycles, in which wavefronts, those that
// began first in front, may issue.

import { double, int, setDouble, setInt } from './platform.js';
import { doubles, ints, perSimd, simds, units } from './room.js';
import { readyOf } from './slots.js';

/** Of each SIMD: its slots that have wavefronts, in the order in which these began, and how many. */
export let orderOf: i32 = 0;
export let orderCount: i32 = 0;
/** When a wavefront of it may continue, and its next turn, as far as that is known. */
export let wakeOf: i32 = 0;
let turnOf: i32 = 0;
/** Of a thread: the first cycle of the window. */
let windowFrom: f64 = 0;

export function placeSimds(): void {
  orderOf = ints(units * simds * perSimd, 0);
  orderCount = ints(units * simds, 0);
  wakeOf = doubles(units * simds, Infinity);
  turnOf = doubles(units * simds, Infinity);
}

export function wake(simd: i32, cycle: f64): void {
  setDouble(wakeOf + simd, cycle);
  const own: f64 = simd % simds;
  const from = Math.max(cycle, windowFrom);
  setDouble(turnOf + simd, Math.ceil((from - own) / simds) * simds + own);
}

/** A wavefront continues in a cycle at the earliest. */
export function rouse(slot: i32, cycle: f64): void {
  setDouble(readyOf + slot, cycle);
  const simd: i32 = (slot / perSimd) | 0;
  if (cycle < double(wakeOf + simd)) wake(simd, cycle);
}

export function enlist(slot: i32): void {
  const simd: i32 = (slot / perSimd) | 0;
  const count = int(orderCount + simd);
  setInt(orderOf + simd * perSimd + count, slot);
  setInt(orderCount + simd, count + 1);
}

export function dismiss(slot: i32): void {
  const simd: i32 = (slot / perSimd) | 0;
  const begin = orderOf + simd * perSimd;
  const left = int(orderCount + simd) - 1;
  let n: i32 = 0;
  while (int(begin + n) !== slot) n++;
  for (; n < left; n++) setInt(begin + n, int(begin + n + 1));
  setInt(orderCount + simd, left);
}

/** Turns of a unit's SIMDs are not before a cycle. */
export function beginWindow(unit: i32, from: f64): void {
  windowFrom = from;
  for (let simd: i32 = unit * simds; simd < (unit + 1) * simds; simd++) wake(simd, double(wakeOf + simd));
}

/** The SIMD of a unit whose turn is next, if that is before a cycle; -1 if not. */
export function nextTurn(unit: i32, before: f64): i32 {
  let next: i32 = -1;
  let first = before;
  for (let simd: i32 = unit * simds; simd < (unit + 1) * simds; simd++) {
    const turn = double(turnOf + simd);
    if (turn >= first) continue;
    next = simd;
    first = turn;
  }
  return next;
}

export function turnAt(simd: i32): f64 {
  return double(turnOf + simd);
}

/** When something may happen in a unit; endless when only an answer can change that. */
export function unitNext(unit: i32): f64 {
  let next: f64 = Infinity;
  for (let simd: i32 = unit * simds; simd < (unit + 1) * simds; simd++) next = Math.min(next, double(wakeOf + simd));
  return next;
}
