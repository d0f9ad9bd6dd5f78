// Answers to what compute units requested in a window. Channels of L2 depend on nothing but their own requests, in the
// order of cycle, compute unit, number: threads share channels when they serve, and compute units when these take what
// was served.

import { accessAnswered, accessKnown, lineArrives } from './accesses.js';
import { ringOf } from './counters.js';
import { fetchAnswered, fetchedLineArrives, fetchKnown } from './fetch.js';
import { P, R } from './numbers.js';
import { following, takeFirst } from './ordering.js';
import { double, int, setDouble, setInt } from './platform.js';
import {
  countOf,
  cycleOf,
  doneOf,
  entryOf,
  kindOf,
  lineOf,
  moveRequest,
  numberOf,
  placeOf,
  requestRoom,
} from './requests.js';
import { doubles, units } from './room.js';
import { serve } from './shared.js';
import { rouse } from './simds.js';
import { readyOf, reasonOf } from './slots.js';

/** Of each unit: the cycle of the earliest request that is left; endless when there is none. */
export let laterOf: i32 = 0;

export function placeAnswers(): void {
  laterOf = doubles(units, Infinity);
}

/** Serves the channels of one of the threads that share a window. */
export function serveChannels(serving: i32, sharing: i32): void {
  const cycles = int(P.model_windowCycles);
  for (let cycle: i32 = 0; cycle < cycles; cycle++)
    for (let asking: i32 = 0; asking < sharing; asking++)
      for (let request = takeFirst(asking, serving, cycle); request >= 0; request = following(request))
        serveRequest(request);
}

function serveRequest(request: i32): void {
  const cycle = double(cycleOf + request);
  const line = int(lineOf + request);
  const place = int(placeOf + request);
  const isFetch = int(entryOf + request) < 0;
  const arrival = isFetch ? fetchKnown(line, place) : accessKnown(line, place);
  const done = arrival === Infinity ? serve(line, cycle, int(kindOf + request)) : Math.max(arrival, cycle);
  setDouble(doneOf + request, done);
  if (place >= 0) return;
  if (isFetch) fetchedLineArrives(line, -1 - place, done);
  else lineArrives(line, -1 - place, done);
}

/** Some units take what was served; later requests stay. */
export function answerUnits(begin: i32, end: i32, before: f64): void {
  for (let unit: i32 = begin; unit < end; unit++) if (int(countOf + unit) > 0) answerUnit(unit, before);
}

function answerUnit(unit: i32, before: f64): void {
  const first = unit * requestRoom;
  const end = first + int(countOf + unit);
  let left: i32 = first;
  let earliest: f64 = Infinity;
  for (let request: i32 = first; request < end; request++) {
    const cycle = double(cycleOf + request);
    if (cycle < before) {
      answer(unit, request);
      continue;
    }
    earliest = Math.min(earliest, cycle);
    if (left !== request) moveRequest(request, left);
    left++;
  }
  setInt(countOf + unit, left - first);
  setDouble(laterOf + unit, earliest);
}

function answer(unit: i32, request: i32): void {
  const entry = int(entryOf + request);
  const done = double(doneOf + request);
  if (entry < 0) {
    const slot: i32 = -1 - entry;
    const arrival = fetchAnswered(slot, int(numberOf + request), done);
    if (arrival >= 0 && int(reasonOf + slot) === R.fetch) rouse(slot, arrival);
    return;
  }
  if (!accessAnswered(unit, entry, done)) return;
  const slot: i32 = ringOf(entry) >> 1;
  if (double(readyOf + slot) === Infinity && isWait(int(reasonOf + slot))) rouse(slot, 0);
}

function isWait(reason: i32): boolean {
  return reason === R.waitVector || reason === R.waitLds || reason === R.waitScalar || reason === R.pressure;
}
