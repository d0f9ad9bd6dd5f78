// When a wait is over, counter by counter.

import { exportedOf } from './accesses.js';
import { countOf, doneBut, kindOfLast, lgkmRing, OF_LDS, retire, retiredOf, vectorRing } from './counters.js';
import { NO_WAIT, R } from './numbers.js';
import { double, int } from './platform.js';
import { awaited, OF_GROUP, OF_LANES } from './scoreboard.js';
import { fact, WAIT_EXP, WAIT_LGKM, WAIT_VM } from './slots.js';

/** The reason of the last requested wait. */
export let waitReason: i32 = 0;

/** The cycle in which the wait at a word is over, as far as it is known; 0 when it is. */
export function waitOver(slot: i32, word: i32, cycle: f64): f64 {
  let until = counterOver(vectorRing(slot), fact(word, WAIT_VM), cycle);
  if (until > cycle) waitReason = R.waitVector;
  else until = 0;
  const ring = lgkmRing(slot);
  const left = fact(word, WAIT_LGKM);
  const lgkm = counterOver(ring, left, cycle);
  if (lgkm > Math.max(until, cycle)) {
    until = lgkm;
    waitReason = kindOfLast(ring, left) === OF_LDS ? R.waitLds : R.waitScalar;
  }
  // Of exports only that all are over is known.
  const exported = double(exportedOf + slot);
  if (fact(word, WAIT_EXP) === 0 && exported > Math.max(until, cycle)) {
    until = exported;
    waitReason = R.waitExport;
  }
  return until;
}

/** When no more accesses of a counter are outstanding than some. */
function counterOver(ring: i32, left: i32, cycle: f64): f64 {
  if (left === NO_WAIT) return 0;
  retire(ring, cycle);
  return int(countOf + ring) <= left ? 0 : doneBut(ring, left);
}

/** When the registers of an instruction are there, as far as it is known; 0 when they are. */
export function registersOver(slot: i32, word: i32, cycle: f64): f64 {
  let until = registersOfCounter(vectorRing(slot), awaited(slot, word, OF_LANES), cycle);
  if (until > cycle) waitReason = R.waitVector;
  else until = 0;
  const lds = registersOfCounter(lgkmRing(slot), awaited(slot, word, OF_GROUP), cycle);
  if (lds <= Math.max(until, cycle)) return until;
  waitReason = R.waitLds;
  return lds;
}

function registersOfCounter(ring: i32, number: i32, cycle: f64): f64 {
  const left = int(retiredOf + ring) + int(countOf + ring) - number;
  return number === 0 || left >= int(countOf + ring) ? 0 : counterOver(ring, left, cycle);
}
