// Resources that all compute units share: the channels of L2 and of DRAM. Requests come in the order of their cycles;
// each has its answer at once. A channel is independent of the others, so several threads can serve some each.

import { arrivalOf, evictedDirty, find, firstChannel, take, write } from './caches.js';
import { LINE_BYTES, P, PARTS } from './numbers.js';
import { double, int, quotient, remainder, setDouble, setInt } from './platform.js';
import { ATOMIC, LOAD, STORE } from './requests.js';
import { doubles, ints } from './room.js';

/** Of a thread: bytes that DRAM has read, and written, and when the last store or atomic was done. */
export let moved: i32 = 0;
/** Those of two threads are not beside one another, where processors would take them from each other. */
const APART: i32 = 16;
let movedOfFirst: i32 = 0;
let freeOf: i32 = 0;
let dramFree: i32 = 0;
let rowOf: i32 = 0;

export function placeShared(thread: i32): void {
  const channels = int(P.l2_channels);
  movedOfFirst = doubles(int(P.threads) * APART, 0);
  moved = movedOfFirst + thread * APART;
  freeOf = doubles(channels, 0);
  dramFree = doubles(channels, 0);
  rowOf = ints(channels, -1);
}

/** When the last store or atomic of all threads was done. */
export function lastStore(): f64 {
  let last: f64 = 0;
  for (let thread: i32 = 0; thread < int(P.threads); thread++)
    last = Math.max(last, double(movedOfFirst + thread * APART + 2));
  return last;
}

function more(which: i32): void {
  setDouble(moved + which, double(moved + which) + LINE_BYTES);
}

/** When a request is answered. */
export function serve(line: i32, cycle: f64, kind: i32): f64 {
  const done = answer(line, cycle, kind);
  if (kind !== LOAD) setDouble(moved + 2, Math.max(double(moved + 2), done));
  return done;
}

function answer(line: i32, cycle: f64, kind: i32): f64 {
  const together = int(P.linesTogether);
  const channels = int(P.l2_channels);
  const block = quotient(line, together);
  const channel = remainder(block, channels);
  const own: i32 = quotient(block, channels) * together + remainder(line, together);
  const start = Math.max(cycle, double(freeOf + channel));
  setDouble(freeOf + channel, start + int(kind === ATOMIC ? P.l2_atomicCyclesPerLine : P.l2_cyclesPerLine));
  const cache = firstChannel + channel;
  const done = start + int(P.l2_latencyCycles);
  const way = find(cache, own);
  if (way >= 0) {
    if (kind !== LOAD) write(way);
    return Math.max(done, double(arrivalOf + way));
  }
  const place = take(cache, own);
  if (evictedDirty === 1) {
    move(channel, own, start, int(P.writeParts));
    more(1);
  }
  if (kind !== LOAD) write(place);
  // A store has its bytes with it.
  if (kind === STORE) {
    setDouble(arrivalOf + place, done);
    return done;
  }
  more(0);
  const arrival = move(channel, own, start, int(P.readParts)) + int(P.l2_latencyCycles) + int(P.dram_latencyCycles);
  setDouble(arrivalOf + place, arrival);
  return arrival;
}

/** Moves a line on a channel of DRAM. Gives the cycle in which it has. */
function move(channel: i32, line: i32, cycle: f64, parts: f64): f64 {
  const miss: f64 = int(P.dram_rowMissCycles);
  const row = quotient(line, int(P.rowLines));
  const penalty: f64 = row !== int(rowOf + channel) ? miss * PARTS : 0;
  setInt(rowOf + channel, row);
  const end = Math.max(cycle * PARTS, double(dramFree + channel)) + parts + penalty;
  setDouble(dramFree + channel, end);
  // When too many wait for DRAM, L2 takes no more: writes would never wait for it otherwise.
  const queue: f64 = int(P.dram_queueLines);
  const waits = Math.floor((end - queue * parts) / PARTS);
  if (waits > double(freeOf + channel)) setDouble(freeOf + channel, waits);
  return Math.ceil(end / PARTS);
}
