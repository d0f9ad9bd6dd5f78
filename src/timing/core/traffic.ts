// When lines arrive for the interval model: caches, channels of L2 and of DRAM, each of which serves one after the
// other. Accesses come nearly in the order of their cycles: a late one finds a queue that has continued without it, so
// the load of a queue is counted from the cycle that all have reached.

import { firstChannel, firstInstruction, firstScalar } from './caches.js';
import { now } from './calendar.js';
import { KIND, P, PARTS } from './numbers.js';
import { double, int, later, quotient, setDouble, setInt, toInt } from './platform.js';
import { forgetLine, missing, pushedDirty, use } from './recent.js';
import { doubles, ints, units } from './room.js';
import { lines } from './streams.js';

/**
 * Lines that are on their way are remembered by some of their bits; of two that have the same ones the later counts. A
 * power of two.
 */
const REMEMBERED: i32 = 32768;
/** Lines of code lie apart from those of data. */
const CODE_LINES: i32 = 0x10000000;
const PART: f64 = 1 / PARTS;

/**
 * When channels have served their requests, in cycles, and those of DRAM, in parts of cycles; the row that is open
 * there.
 */
let channelFree: i32 = 0;
let dramFree: i32 = 0;
let rowOf: i32 = 0;
let arrivals: i32 = 0;
/**
 * Of each unit: lines of lanes that are on their way; those that return in each window, and the windows that are over.
 */
const RETURNS: i32 = 256;
/** Windows of a cycle. */
let windows: f64 = 0;
let onTheirWay: i32 = 0;
let returning: i32 = 0;
let returned: i32 = 0;
/** When the last store or atomic was done. */
export let storesDone: f64 = 0;
/** Lines that follow one another in a channel, which are a power of two. */
let togetherShift: i32 = 0;

export function placeTraffic(): void {
  channelFree = doubles(int(P.l2_channels), 0);
  dramFree = doubles(int(P.l2_channels), 0);
  rowOf = ints(int(P.l2_channels), -1);
  arrivals = doubles(REMEMBERED, 0);
  const window: f64 = int(P.model_windowCycles);
  windows = 1 / window;
  onTheirWay = ints(units, 0);
  returning = ints(units * RETURNS, 0);
  returned = ints(units, 0);
  storesDone = 0;
  togetherShift = 0;
  while (1 << togetherShift < int(P.linesTogether)) togetherShift++;
}

function arrivalAt(line: i32): i32 {
  return arrivals + ((line ^ (line >>> 15)) & (REMEMBERED - 1));
}

/** A channel of DRAM moves a line. @returns the part of a cycle in which it has */
function move(channel: i32, own: i32, from: f64, parts: i32): f64 {
  let work: f64 = parts;
  if (int(P.dram_rowMissCycles) > 0) {
    const row = quotient(own, int(P.rowLines));
    if (row !== int(rowOf + channel)) work += int(P.dram_rowMissCycles) * PARTS;
    setInt(rowOf + channel, row);
  }
  const end = later(double(dramFree + channel), now * PARTS) + work;
  setDouble(dramFree + channel, end);
  // When too many wait for DRAM, L2 takes no more.
  const waits = (end - int(P.dram_queueLines) * parts) * PART;
  if (waits > double(channelFree + channel)) setDouble(channelFree + channel, waits);
  return later(end, from * PARTS + work);
}

/** When L2 has answered requests for all of `lines`. @param unit of lanes whose lines they are, or -1 */
function answered(unit: i32, count: i32, kind: i32, cycle: f64): f64 {
  const channels = int(P.l2_channels);
  const shift = togetherShift;
  const turn: f64 = int(kind === KIND.atomic ? P.l2_atomicCyclesPerLine : P.l2_cyclesPerLine);
  const latency: f64 = int(P.l2_latencyCycles);
  const behind: f64 = int(P.dram_latencyCycles) + latency;
  const readParts = int(P.readParts);
  const dirty: i32 = kind === KIND.load ? 0 : 1;
  const reached = now;
  let last: f64 = 0;
  for (let n: i32 = 0; n < count; n++) {
    const line = int(lines + n);
    const block: i32 = line >>> shift;
    const high = quotient(block, channels);
    const channel: i32 = block - high * channels;
    const own: i32 = ((high - block) << shift) + line;
    const free = double(channelFree + channel);
    const start = later(cycle, free);
    setDouble(channelFree + channel, later(free, reached) + turn);
    let done = start + latency;
    if (use(firstChannel + channel, own, dirty)) done = later(done, double(arrivalAt(line)));
    else {
      if (pushedDirty === 1) move(channel, own, start, int(P.writeParts));
      // A store has its bytes with it.
      if (kind !== KIND.store) {
        done = move(channel, own, start, readParts) * PART + behind;
        setDouble(arrivalAt(line), done);
      }
    }
    if (unit >= 0) leaves(unit, done);
    if (done > last) last = done;
  }
  return last;
}

/** From which cycle on a unit has fewer lines on their way than it can have. */
export function pressedUntil(unit: i32): f64 {
  const most = int(P.l1_outstandingLines);
  if (int(onTheirWay + unit) < most) return 0;
  const begin = returning + unit * RETURNS;
  const reached = toInt(now * windows);
  let at = int(returned + unit);
  let count = int(onTheirWay + unit);
  for (; at < reached; at++) {
    count -= int(begin + (at & (RETURNS - 1)));
    setInt(begin + (at & (RETURNS - 1)), 0);
  }
  setInt(returned + unit, at);
  setInt(onTheirWay + unit, count);
  for (; count >= most; at++) count -= int(begin + (at & (RETURNS - 1)));
  return at * int(P.model_windowCycles);
}

/** A line returns in a cycle. */
function leaves(unit: i32, cycle: f64): void {
  setInt(onTheirWay + unit, int(onTheirWay + unit) + 1);
  const first = int(returned + unit);
  let at = toInt(cycle * windows);
  if (at < first) at = first;
  if (at > first + RETURNS - 1) at = first + RETURNS - 1;
  const each = returning + unit * RETURNS + (at & (RETURNS - 1));
  setInt(each, int(each) + 1);
}

/** When some of `lines` are there that a cache has, or will have. */
function lastArrival(from: i32, until: i32): f64 {
  let last: f64 = 0;
  for (let n = from; n < until; n++) last = later(last, double(arrivalAt(int(lines + n))));
  return last;
}

/** When an access of lanes is done, whose lines are at `lines`. */
export function vectorDone(unit: i32, count: i32, kind: i32, cycle: f64): f64 {
  if (kind === KIND.load) {
    const left = missing(unit, lines, count);
    const soonest = later(lastArrival(left, count), cycle + int(P.l1_latencyCycles));
    return left > 0 ? later(soonest, answered(unit, left, kind, cycle)) : soonest;
  }
  if (kind === KIND.atomic) for (let n: i32 = 0; n < count; n++) forgetLine(unit, int(lines + n));
  const done = later(cycle, answered(unit, count, kind, cycle));
  storesDone = later(storesDone, done);
  return done;
}

/** When a scalar load is. */
export function scalarDone(unit: i32, count: i32, cycle: f64): f64 {
  const cache: i32 = firstScalar + ((unit / int(P.gpu_computeUnitsPerCluster)) | 0);
  const left = missing(cache, lines, count);
  const latency = int(P.scalarCache_latencyCycles);
  const soonest = later(lastArrival(left, count), cycle + latency);
  return left > 0 ? later(soonest, answered(-1, left, KIND.load, cycle) + latency) : soonest;
}

/** When the instruction cache has a line of code. */
export function codeThere(unit: i32, codeLine: i32, cycle: f64): f64 {
  const cache: i32 = firstInstruction + ((unit / int(P.gpu_computeUnitsPerCluster)) | 0);
  const line: i32 = CODE_LINES + codeLine;
  if (use(cache, codeLine, 0)) return later(cycle, double(arrivalAt(line)));
  setInt(lines, line);
  return answered(-1, 1, KIND.load, cycle);
}
