// Requests of a window in the order in which channels take them: cycle, compute unit, number. The threads that run
// units sort their requests for each thread that serves channels: units of a thread follow one another, and so do
// threads.

import { P } from './numbers.js';
import { double, int, quotient, remainder, setInt, toInt } from './platform.js';
import { countOf, cycleOf, lineOf, requestRoom } from './requests.js';
import { ints, units } from './room.js';

/** Threads that there are; the one that this is. */
let threads: i32 = 1;
let self: i32 = 0;
/**
 * Of each thread that asks, each that serves, and each cycle of a window: the first and the last request; -1: there is
 * none.
 */
let firstOf: i32 = 0;
let lastOf: i32 = 0;
/** The next one of the same cycle for the same server. */
let nextOf: i32 = 0;
/**
 * Requests of a thread in a window. Those of two are not beside one another, where processors would take them from each
 * other.
 */
let askedBy: i32 = 0;
const APART: i32 = 32;

export function placeOrdering(thread: i32): void {
  threads = int(P.threads);
  self = thread;
  const cycles = int(P.model_windowCycles);
  firstOf = ints(threads * threads * cycles, -1);
  lastOf = ints(threads * threads * cycles, -1);
  nextOf = ints(requestRoom * units, 0);
  askedBy = ints(threads * APART, 0);
}

function bucketOf(asking: i32, serving: i32): i32 {
  return (asking * threads + serving) * int(P.model_windowCycles);
}

/** The thread that serves the channel of a line, when several threads share them. */
function serverOf(line: i32, sharing: i32): i32 {
  if (sharing === 1) return 0;
  const channels = int(P.l2_channels);
  return ((remainder(quotient(line, int(P.linesTogether)), channels) * sharing) / channels) | 0;
}

/** Puts what some units have requested in a window in order. @param sharing threads that share it */
export function orderRequests(begin: i32, end: i32, from: f64, before: f64, sharing: i32): void {
  let count: i32 = 0;
  for (let unit: i32 = begin; unit < end; unit++) {
    const first = unit * requestRoom;
    for (let request: i32 = first; request < first + int(countOf + unit); request++) {
      const cycle = double(cycleOf + request);
      if (cycle >= before) continue;
      const bucket: i32 = bucketOf(self, serverOf(int(lineOf + request), sharing)) + toInt(cycle - from);
      const last = int(lastOf + bucket);
      if (last < 0) setInt(firstOf + bucket, request);
      else setInt(nextOf + last, request);
      setInt(lastOf + bucket, request);
      setInt(nextOf + request, -1);
      count++;
    }
  }
  setInt(askedBy + self * APART, count);
}

/** Requests of the window, of all threads that have shared it. */
export function requested(sharing: i32): i32 {
  let count: i32 = 0;
  for (let thread: i32 = 0; thread < sharing; thread++) count += int(askedBy + thread * APART);
  return count;
}

/** The first request of a thread for a server in a cycle of the window, -1 when there is none; it has none then. */
export function takeFirst(asking: i32, serving: i32, cycle: i32): i32 {
  const bucket = bucketOf(asking, serving) + cycle;
  const request = int(firstOf + bucket);
  if (request >= 0) {
    setInt(firstOf + bucket, -1);
    setInt(lastOf + bucket, -1);
  }
  return request;
}

/** The one behind it; -1 when there is none. */
export function following(request: i32): i32 {
  return int(nextOf + request);
}
