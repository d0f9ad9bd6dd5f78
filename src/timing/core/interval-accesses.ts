// Accesses to memory and LDS in the interval model, and waits for them.

import { now } from './calendar.js';
import { clock, idle, queued, settle, slot, unit } from './interval-clock.js';
import { issued, LGKM, outstanding, until, VECTOR } from './interval-counters.js';
import { FLAG, KIND, NO_WAIT, P, TAG, UNIT } from './numbers.js';
import { double, int, later, setDouble } from './platform.js';
import { doubles, simds, slots, units } from './room.js';
import { expectResult } from './scoreboard.js';
import { FLAGS, fact } from './slots.js';
import { dwordsOf, kindOf, take, takeLines } from './streams.js';
import { pressedUntil, scalarDone, vectorDone } from './traffic.js';
import { accepts, enqueue, ldsTurn, vectorTurn } from './turns.js';

/** Of each slot: when its stores have read their data. */
let exportedOf: i32 = 0;
/** When compute units have done the scalar loads that they have been given. */
let loadsFree: i32 = 0;

export function placeIntervalAccesses(): void {
  exportedOf = doubles(units * slots, 0);
  loadsFree = doubles(units, 0);
}

/** A wavefront begins in a slot. */
export function clearExported(at: i32): void {
  setDouble(exportedOf + at, 0);
}

/** Waits for the unit of an access. @returns when pressure of requests lets it continue; 0 at once */
export function untilAccepted(by: i32): f64 {
  settle();
  if (by === UNIT.lds) idle(accepts(unit, true));
  if (by !== UNIT.vector) return 0;
  idle(accepts(unit, false));
  return pressedUntil(unit);
}

/** An access is given to LDS, or to the address unit. @returns when its turn is over */
function startAccess(lds: boolean, cycle: f64, turn: i32): f64 {
  return later(enqueue(unit, lds, now, turn), cycle + turn);
}

export function access(by: i32, word: i32): void {
  const cycle = clock - simds;
  const head = take(slot, by === UNIT.vector ? TAG.vector : by === UNIT.scalar ? TAG.scalar : TAG.lds);
  if (by === UNIT.lds) {
    outstanding(LGKM, startAccess(true, cycle, ldsTurn(head)) + int(P.lds_latencyCycles));
    return expect(word, LGKM);
  }
  const count = takeLines(slot, head);
  if (by === UNIT.scalar) {
    const dwords = dwordsOf(head);
    const turn = int(
      dwords > 8 ? P.scalarCache_load16Cycles : dwords > 4 ? P.scalarCache_load8Cycles : P.scalarCache_load4Cycles,
    );
    return outstanding(LGKM, scalarDone(unit, count, queued(loadsFree + unit, cycle, turn) - turn));
  }
  const kind = kindOf(head);
  const turn = vectorTurn(head, count, (fact(word, FLAGS) & FLAG.comparesData) !== 0);
  const end = startAccess(false, cycle, turn);
  if (kind !== KIND.load) setDouble(exportedOf + slot, later(double(exportedOf + slot), end));
  outstanding(VECTOR, vectorDone(unit, count, kind, end));
  expect(word, VECTOR);
}

/** The scoreboard gets the result of the last access of a counter. */
function expect(word: i32, counter: i32): void {
  if (int(P.scoreboard) !== 0) expectResult(slot, word, counter, issued(counter));
}

export function wait(vm: i32, lgkm: i32, exported: i32): void {
  let over: f64 = 0;
  if (vm !== NO_WAIT) over = until(VECTOR, vm);
  if (lgkm !== NO_WAIT) over = later(over, until(LGKM, lgkm));
  if (exported === 0) over = later(over, double(exportedOf + slot));
  if (over > clock - simds) idle(over + simds);
}
