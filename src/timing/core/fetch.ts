// Fetching of instructions: a buffer for each slot, one fetch a cycle and unit, and the instruction cache of its
// cluster.

import { find, firstInstruction, holds, arrivalOf as placeArrival, take } from './caches.js';
import { LINE_BYTES, P } from './numbers.js';
import { double, int, setDouble, setInt } from './platform.js';
import { addRequest, LOAD } from './requests.js';
import { doubles, ints, slots, units } from './room.js';

const NONE: f64 = -1;
/** Lines of code lie apart from those of data. */
const CODE_LINES: i32 = 0x10000000;

/** Of each slot: the word up to which instructions have arrived. */
let endOf: i32 = 0;
/** When the fetch arrives that is on its way, and when the next one may begin. */
let arrivalOf: i32 = 0;
let fromOf: i32 = 0;
/** Answers to fetches that a branch has overtaken are of no use. */
let numberOf: i32 = 0;
let freeOf: i32 = 0;

export function placeFetches(): void {
  const all = units * slots;
  endOf = ints(all, 0);
  arrivalOf = doubles(all, NONE);
  fromOf = doubles(all, 0);
  numberOf = ints(all, 0);
  freeOf = doubles(units, 0);
}

/** Execution continues elsewhere: nothing that is there is of use. @param cycle of the first fetch */
export function redirect(slot: i32, word: i32, cycle: f64): void {
  setInt(endOf + slot, word);
  setDouble(arrivalOf + slot, NONE);
  setDouble(fromOf + slot, cycle);
  setInt(numberOf + slot, (int(numberOf + slot) + 1) & 0xfffff);
}

/** When the instruction at a word is there; endless when that has no answer yet. Fetches continue. */
export function available(unit: i32, slot: i32, word: i32, size: i32, cycle: f64): f64 {
  const fetchWords: i32 = int(P.frontEnd_fetchBytes) >> 2;
  const ahead: i32 = (int(P.frontEnd_bufferBytes) >> 2) - fetchWords;
  let arrival: f64 = 0;
  do {
    arrival = double(arrivalOf + slot);
    if (arrival !== NONE && arrival <= cycle) {
      setInt(endOf + slot, (((int(endOf + slot) / fetchWords) | 0) + 1) * fetchWords);
      setDouble(arrivalOf + slot, NONE);
      arrival = NONE;
    }
    const end = int(endOf + slot);
    if (arrival === NONE && end - word <= ahead) {
      fetch(unit, slot, end, cycle);
      arrival = double(arrivalOf + slot);
    }
    if (end >= word + size) return cycle;
  } while (arrival <= cycle);
  return arrival;
}

function fetch(unit: i32, slot: i32, word: i32, cycle: f64): void {
  const start = Math.max(Math.max(cycle, double(freeOf + unit)), double(fromOf + slot));
  setDouble(freeOf + unit, start + 1);
  const line: i32 = (word / (LINE_BYTES / 4)) | 0;
  const cache: i32 = firstInstruction + ((unit / int(P.gpu_computeUnitsPerCluster)) | 0);
  const way = find(cache, line);
  const arrival = way >= 0 ? double(placeArrival + way) : Infinity;
  if (arrival !== Infinity) {
    setDouble(arrivalOf + slot, Math.max(start, arrival) + int(P.frontEnd_fetchLatencyCycles));
    return;
  }
  setDouble(arrivalOf + slot, Infinity);
  const place: i32 = way >= 0 ? way : -1 - take(cache, line);
  addRequest(unit, start, CODE_LINES + line, LOAD, place, -1 - slot, int(numberOf + slot));
}

/** When a line that another fetch has requested arrives; endless when that is not known, or it has left. */
export function fetchKnown(line: i32, place: i32): f64 {
  return place >= 0 && holds(place, line - CODE_LINES) ? double(placeArrival + place) : Infinity;
}

/** A line is on its way to the place that was taken for it, unless another one has taken that since. */
export function fetchedLineArrives(line: i32, place: i32, done: f64): void {
  if (holds(place, line - CODE_LINES)) setDouble(placeArrival + place, done);
}

/** A fetch has been answered. @returns when it arrives, or -1 when that is of no use */
export function fetchAnswered(slot: i32, number: i32, done: f64): f64 {
  if (int(numberOf + slot) !== number) return -1;
  const arrival = done + int(P.frontEnd_fetchLatencyCycles);
  setDouble(arrivalOf + slot, arrival);
  return arrival;
}
