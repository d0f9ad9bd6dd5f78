// Answers to what compute units asked for in a window: in the order of cycle, compute unit, number.

import { accessAnswered, accessKnown } from './accesses.js';
import { ringOf } from './counters.js';
import { fetchAnswered, fetchKnown } from './fetch.js';
import { P, R } from './numbers.js';
import { double, int, setInt, toInt } from './platform.js';
import {
  countOf,
  cycleOf,
  entryOf,
  keepFrom,
  kindOf,
  lineOf,
  nextOf,
  numberOf,
  placeOf,
  requestRoom,
} from './requests.js';
import { ints, units } from './room.js';
import { serve } from './shared.js';
import { rouse } from './simds.js';
import { readyOf, reasonOf } from './slots.js';

/** The first and the last request of each cycle of a window; -1: there is none. */
let firstOf: i32 = 0;
let lastOf: i32 = 0;
/** The cycle of the earliest request that is left. */
export let nextRequest: f64 = Infinity;

export function placeAnswers(): void {
  firstOf = ints(int(P.model_windowCycles), -1);
  lastOf = ints(int(P.model_windowCycles), -1);
  nextRequest = Infinity;
}

/** Answers those of a window; later ones stay. */
export function answerWindow(from: f64, before: f64): void {
  let some = false;
  for (let unit: i32 = 0; unit < units; unit++)
    if (int(countOf + unit) > 0) some = sortInto(unit, from, before) || some;
  if (some) {
    const cycles = toInt(before - from);
    for (let n: i32 = 0; n < cycles; n++) answerCycle(n);
  }
  nextRequest = Infinity;
  for (let unit: i32 = 0; unit < units; unit++)
    if (int(countOf + unit) > 0) nextRequest = Math.min(nextRequest, keepFrom(unit, before));
}

function sortInto(unit: i32, from: f64, before: f64): boolean {
  const begin = unit * requestRoom;
  const end = begin + int(countOf + unit);
  let some = false;
  for (let request: i32 = begin; request < end; request++) {
    const cycle = double(cycleOf + request);
    if (cycle >= before) continue;
    const bucket = toInt(cycle - from);
    const last = int(lastOf + bucket);
    if (last < 0) setInt(firstOf + bucket, request);
    else setInt(nextOf + last, request);
    setInt(lastOf + bucket, request);
    setInt(nextOf + request, -1);
    some = true;
  }
  return some;
}

function answerCycle(bucket: i32): void {
  for (let request = int(firstOf + bucket); request >= 0; request = int(nextOf + request)) answer(request);
  setInt(firstOf + bucket, -1);
  setInt(lastOf + bucket, -1);
}

function answer(request: i32): void {
  const cycle = double(cycleOf + request);
  const line = int(lineOf + request);
  const place = int(placeOf + request);
  const entry = int(entryOf + request);
  const known = entry < 0 ? fetchKnown(line, place) : accessKnown(line, place);
  const done = known === Infinity ? serve(line, cycle, int(kindOf + request)) : Math.max(known, cycle);
  if (entry < 0) {
    const slot: i32 = -1 - entry;
    const arrival = fetchAnswered(slot, line, place, int(numberOf + request), done);
    if (arrival >= 0 && int(reasonOf + slot) === R.fetch) rouse(slot, arrival);
    return;
  }
  if (!accessAnswered((request / requestRoom) | 0, entry, line, place, done)) return;
  const slot: i32 = ringOf(entry) >> 1;
  if (double(readyOf + slot) === Infinity && isWait(int(reasonOf + slot))) rouse(slot, 0);
}

function isWait(reason: i32): boolean {
  return reason === R.waitVector || reason === R.waitLds || reason === R.waitScalar || reason === R.pressure;
}
