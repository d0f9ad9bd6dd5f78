// The way of accesses through a compute unit: address unit and L1, LDS, and the scalar cache of its cluster.

import { arrivalOf, drop, find, firstScalar, holds, take as takePlace } from './caches.js';
import {
  addAccess,
  answeredAccess,
  awaits,
  extend,
  lgkmRing,
  OF_LDS,
  OF_SCALAR,
  ringOf,
  vectorRing,
} from './counters.js';
import { KIND, P, TAG } from './numbers.js';
import { double, int, setDouble, setInt } from './platform.js';
import { ATOMIC, addRequest, LOAD, NO_PLACE, requestRoom, STORE } from './requests.js';
import { doubles, ints, slots, units } from './room.js';
import { conflictsOf, dwordsOf, kindOf, lines, take, takeLines } from './streams.js';
import { enqueue, ldsTurn, vectorTurn } from './turns.js';

/** When each slot's stores have read their data. */
export let exportedOf: i32 = 0;
/**
 * Of each unit: lines of lanes that are on their way, when those return that have been answered, and the first of them.
 */
export let onTheirWay: i32 = 0;
export let firstReturn: i32 = 0;
let returns: i32 = 0;
let returnCount: i32 = 0;
/** From which cycle on a SIMD's unit takes a scalar load. */
export let loadsFrom: i32 = 0;
export let conflictCycles: i32 = 0;

export function placeAccesses(): void {
  exportedOf = doubles(units * slots, 0);
  onTheirWay = ints(units, 0);
  firstReturn = doubles(units, Infinity);
  returns = doubles(units * requestRoom, 0);
  returnCount = ints(units, 0);
  loadsFrom = doubles(units, 0);
  conflictCycles = doubles(units, 0);
}

/** An access of lanes to memory. @param comparesData whether an atomic has two data */
export function issueVector(unit: i32, slot: i32, cycle: f64, comparesData: boolean): void {
  const head = take(slot, TAG.vector);
  const count = takeLines(slot, head);
  const end = enqueue(unit, false, cycle, vectorTurn(head, count, comparesData));
  const kind = kindOf(head);
  if (kind !== KIND.load) setDouble(exportedOf + slot, Math.max(double(exportedOf + slot), end));
  const entry = addAccess(vectorRing(slot), kind, end);
  for (let n: i32 = 0; n < count; n++) {
    const line = int(lines + n);
    if (kind === KIND.load) read(unit, entry, line, end);
    else send(unit, entry, line, end, kind === KIND.store ? STORE : ATOMIC);
  }
}

function read(unit: i32, entry: i32, line: i32, cycle: f64): void {
  const way = find(unit, line);
  const arrival = way >= 0 ? double(arrivalOf + way) : Infinity;
  if (arrival !== Infinity) return extend(entry, Math.max(arrival, cycle + int(P.l1_latencyCycles)));
  leave(unit, entry, line, LOAD, way >= 0 ? way : -1 - takePlace(unit, line), cycle);
}

/** Stores and atomics continue to L2; what L1 has of the line is old then. */
function send(unit: i32, entry: i32, line: i32, cycle: f64, kind: i32): void {
  if (kind === ATOMIC) drop(unit, line);
  leave(unit, entry, line, kind, NO_PLACE, cycle);
}

function leave(unit: i32, entry: i32, line: i32, kind: i32, place: i32, cycle: f64): void {
  awaits(entry);
  setInt(onTheirWay + unit, int(onTheirWay + unit) + 1);
  addRequest(unit, cycle, line, kind, place, entry, 0);
}

/** Takes note of lines that have returned. Says whether there were any. */
export function returned(unit: i32, cycle: f64): boolean {
  if (double(firstReturn + unit) > cycle) return false;
  const begin = returns + unit * requestRoom;
  const count = int(returnCount + unit);
  let left: i32 = 0;
  let earliest: f64 = Infinity;
  for (let n: i32 = 0; n < count; n++) {
    const done = double(begin + n);
    if (done <= cycle) continue;
    earliest = Math.min(earliest, done);
    setDouble(begin + left++, done);
  }
  setInt(onTheirWay + unit, int(onTheirWay + unit) - (count - left));
  setInt(returnCount + unit, left);
  setDouble(firstReturn + unit, earliest);
  return true;
}

export function issueLds(unit: i32, slot: i32, cycle: f64): void {
  const head = take(slot, TAG.lds);
  setDouble(conflictCycles + unit, double(conflictCycles + unit) + conflictsOf(head));
  const end = enqueue(unit, true, cycle, ldsTurn(head));
  addAccess(lgkmRing(slot), OF_LDS, end + int(P.lds_latencyCycles));
}

export function issueScalar(unit: i32, slot: i32, cycle: f64): void {
  const head = take(slot, TAG.scalar);
  const count = takeLines(slot, head);
  const dwords = dwordsOf(head);
  const turn = int(
    dwords > 8 ? P.scalarCache_load16Cycles : dwords > 4 ? P.scalarCache_load8Cycles : P.scalarCache_load4Cycles,
  );
  setDouble(loadsFrom + unit, cycle + turn);
  const latency = int(P.scalarCache_latencyCycles);
  const entry = addAccess(lgkmRing(slot), OF_SCALAR, cycle + latency);
  const cache: i32 = firstScalar + ((unit / int(P.gpu_computeUnitsPerCluster)) | 0);
  for (let n: i32 = 0; n < count; n++) {
    const line = int(lines + n);
    const way = find(cache, line);
    const arrival = way >= 0 ? double(arrivalOf + way) : Infinity;
    if (arrival !== Infinity) {
      extend(entry, Math.max(arrival, cycle + latency));
      continue;
    }
    awaits(entry);
    addRequest(unit, cycle, line, LOAD, way >= 0 ? way : -1 - takePlace(cache, line), entry, 0);
  }
}

/** When a line that another access has requested arrives; endless when that is not known, or it has left. */
export function accessKnown(line: i32, place: i32): f64 {
  return place >= 0 && place !== NO_PLACE && holds(place, line) ? double(arrivalOf + place) : Infinity;
}

/** A line is on its way to the place that was taken for it, unless another one has taken that since. */
export function lineArrives(line: i32, place: i32, done: f64): void {
  if (holds(place, line)) setDouble(arrivalOf + place, done);
}

/** A line of an access has been answered. Says whether the access waits for no other. */
export function accessAnswered(unit: i32, entry: i32, done: f64): boolean {
  if ((ringOf(entry) & 1) !== 0) return answeredAccess(entry, done + int(P.scalarCache_latencyCycles));
  const count = int(returnCount + unit);
  setDouble(returns + unit * requestRoom + count, done);
  setInt(returnCount + unit, count + 1);
  setDouble(firstReturn + unit, Math.min(double(firstReturn + unit), done));
  return answeredAccess(entry, done);
}
