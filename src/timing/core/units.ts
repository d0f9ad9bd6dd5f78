// Compute units: in the turn of a SIMD its wavefronts issue at most one instruction of each class. A unit runs alone
// for a window; what it needs of others it requests, and is answered behind the window.

import { issueLds, issueScalar, issueVector, loadsFrom, onTheirWay, returned } from './accesses.js';
import { isElsewhere, lengthOf, passAuxiliary, placeOf } from './auxiliary.js';
import { countOf, doneBut, forget, lgkmRing, retire, retiredOf, vectorRing } from './counters.js';
import { whyEmpty } from './dispatch.js';
import { available, redirect } from './fetch.js';
import { hazardsOver, noteIssued } from './hazards.js';
import { FLAG, P, R, UNIT } from './numbers.js';
import { double, int, setDouble, setInt } from './platform.js';
import { changedOf, groupLeft, groupOf, groupWaiting, leaveSlot } from './residents.js';
import { doubles, ints, perSimd, simds, slots, units } from './room.js';
import { expectResult, OF_GROUP, OF_LANES } from './scoreboard.js';
import { beginWindow, dismiss, nextTurn, orderCount, orderOf, rouse, turnAt, wake, wakeOf } from './simds.js';
import {
  account,
  advance,
  CYCLES,
  EMPTY,
  endedOf,
  FLAGS,
  fact,
  hold,
  leaveEmpty,
  readyOf,
  reasonOf,
  SIZE,
  sinceOf,
  unitAt,
  vacate,
  wordOf,
} from './slots.js';
import { beginStarted } from './starts.js';
import { skipExec, takeBlock } from './streams.js';
import { accepts } from './turns.js';
import { registersOver, waitOver, waitReason } from './waits.js';

/** Of each unit: when its last wavefront ended; cycles of its units. */
export let endOf: i32 = 0;
export let vectorBusy: i32 = 0;
export let scalarBusy: i32 = 0;
/** Slots whose wavefronts have ended in this window. */
export let endedSlots: i32 = 0;
export let endedCount: i32 = 0;
/** When the vector and the scalar unit of each SIMD are free. */
let vectorFree: i32 = 0;
let scalarFree: i32 = 0;

export function placeUnits(): void {
  endOf = doubles(units, 0);
  vectorBusy = doubles(units, 0);
  scalarBusy = doubles(units, 0);
  endedSlots = ints(units * slots, 0);
  endedCount = ints(units, 0);
  vectorFree = doubles(units * simds, 0);
  scalarFree = doubles(units * simds, 0);
}

/** Everything that happens in a unit in a window. */
export function runUnit(unit: i32, from: f64, before: f64): void {
  setInt(endedCount + unit, 0);
  beginStarted(unit);
  leaveEmpty(unit, from, whyEmpty(unit));
  if (returned(unit, from)) relieve(unit, from);
  beginWindow(unit, from);
  for (let simd = nextTurn(unit, before); simd >= 0; simd = nextTurn(unit, before)) turn(unit, simd, turnAt(simd));
}

/** Lines that have returned make room for others. */
function relieve(unit: i32, cycle: f64): void {
  for (let slot: i32 = unit * slots; slot < (unit + 1) * slots; slot++)
    if (int(wordOf + slot) !== EMPTY && int(reasonOf + slot) === R.pressure && double(readyOf + slot) === Infinity)
      rouse(slot, cycle);
}

function turn(unit: i32, simd: i32, cycle: f64): void {
  const order = orderOf + simd * perSimd;
  let used: i32 = 0;
  let issued: i32 = 0;
  setDouble(wakeOf + simd, Infinity);
  for (let n: i32 = 0; n < int(orderCount + simd); n++) {
    const slot = int(order + n);
    if (double(readyOf + slot) <= cycle) {
      const by = step(unit, slot, simd, cycle, used, issued);
      if (by > 0) {
        used |= 1 << by;
        if (by < UNIT.wait) issued++;
      }
      if (int(wordOf + slot) === EMPTY) {
        n--;
        continue;
      }
    }
    if (double(readyOf + slot) < double(wakeOf + simd)) setDouble(wakeOf + simd, double(readyOf + slot));
  }
  const next = double(wakeOf + simd);
  // A wavefront that is ready has its next look at its SIMD's next turn.
  wake(simd, next <= cycle ? cycle + simds : next);
}

/** One wavefront's part of a turn. Gives the unit that has got an instruction of it, or 0. */
function step(unit: i32, slot: i32, simd: i32, cycle: f64, used: i32, issued: i32): i32 {
  const word = int(wordOf + slot);
  const by = unitAt(word);
  const arrives = available(unit, slot, placeOf(word), lengthOf(word), cycle);
  if (arrives > cycle) return stay(slot, cycle, R.fetch, arrives);
  if (by === UNIT.wait) return wait(slot, word, cycle);
  if (by === UNIT.barrier) return barrier(unit, slot, word, cycle);
  if (by === UNIT.end) return leave(unit, slot, simd, cycle, word);
  if (int(P.scoreboard) !== 0) {
    const until = registersOver(slot, word, cycle);
    if (until > cycle) return stay(slot, cycle, waitReason, until);
  }
  const over = hazardsOver(slot, word, by, cycle);
  if (over > cycle) return stay(slot, cycle, R.dependency, over);
  if (refused(unit, slot, simd, by, cycle)) return 0;
  if ((used & (1 << by)) !== 0 || issued === int(P.frontEnd_issueWidth))
    return stay(slot, cycle, R.arbitration, cycle + simds);
  issue(unit, slot, simd, word, by, cycle);
  return by;
}

function stay(slot: i32, cycle: f64, reason: i32, until: f64): i32 {
  hold(slot, cycle, reason, until);
  return 0;
}

/** True if the unit is full; then the wavefront waits for it. */
function refused(unit: i32, slot: i32, simd: i32, by: i32, cycle: f64): boolean {
  if (by === UNIT.valu) return busy(slot, cycle, R.busyVector, double(vectorFree + simd));
  if (by === UNIT.salu) return busy(slot, cycle, R.busyScalar, double(scalarFree + simd));
  if (by === UNIT.scalar)
    return crowdedRing(slot, cycle, lgkmRing(slot)) || busy(slot, cycle, R.busyScalar, double(loadsFrom + unit));
  if (by === UNIT.lds)
    return crowdedRing(slot, cycle, lgkmRing(slot)) || busy(slot, cycle, R.busyLds, accepts(unit, true));
  if (by !== UNIT.vector) return false;
  if (crowdedRing(slot, cycle, vectorRing(slot))) return true;
  if (int(onTheirWay + unit) < int(P.l1_outstandingLines)) return busy(slot, cycle, R.busyMemory, accepts(unit, false));
  hold(slot, cycle, R.pressure, Infinity);
  return true;
}

function busy(slot: i32, cycle: f64, reason: i32, until: f64): boolean {
  if (until <= cycle) return false;
  hold(slot, cycle, reason, until);
  return true;
}

/** True if a counter has its maximum of outstanding accesses. */
function crowdedRing(slot: i32, cycle: f64, ring: i32): boolean {
  const most = int(P.vectorMemory_outstandingPerWavefront);
  retire(ring, cycle);
  if (int(countOf + ring) < most) return false;
  return busy(slot, cycle, R.pressure, doneBut(ring, most - 1));
}

function issue(unit: i32, slot: i32, simd: i32, word: i32, by: i32, cycle: f64): void {
  const flags = fact(word, FLAGS);
  const cycles = fact(word, CYCLES);
  let until: f64 = cycle + simds;
  if (by === UNIT.valu) {
    until = cycle + cycles;
    setDouble(vectorFree + simd, until);
    setDouble(vectorBusy + unit, double(vectorBusy + unit) + cycles);
  } else if (by === UNIT.salu) {
    until = cycle + cycles;
    setDouble(scalarFree + simd, until);
    setDouble(scalarBusy + unit, double(scalarBusy + unit) + cycles);
  } else if (by === UNIT.scalar) issueScalar(unit, slot, cycle);
  else if (by === UNIT.lds) issueLds(unit, slot, cycle);
  else if (by === UNIT.vector) issueVector(unit, slot, cycle, (flags & FLAG.comparesData) !== 0);
  if (int(P.scoreboard) !== 0) expect(slot, word, by);
  if ((flags & FLAG.exec) !== 0) skipExec(slot);
  until += noteIssued(slot, word, cycle);
  goOn(slot, word, cycle, by === UNIT.branch ? takeBlock(slot) : word + fact(word, SIZE));
  setDouble(readyOf + slot, Math.max(until, cycle + simds));
}

/** The scoreboard gets the result of an access. */
function expect(slot: i32, word: i32, by: i32): void {
  if (by !== UNIT.vector && by !== UNIT.lds) return;
  const ring = by === UNIT.vector ? vectorRing(slot) : lgkmRing(slot);
  const number = int(retiredOf + ring) + int(countOf + ring);
  expectResult(slot, word, by === UNIT.vector ? OF_LANES : OF_GROUP, number);
}

/** It continues at a word; elsewhere than behind its instruction, nothing that was fetched is of use. */
function goOn(slot: i32, word: i32, cycle: f64, next: i32): void {
  const target = passAuxiliary(slot, next);
  advance(slot, word, cycle, target);
  if (isElsewhere(target, word)) redirect(slot, placeOf(target), cycle + int(P.frontEnd_branchCycles));
}

function wait(slot: i32, word: i32, cycle: f64): i32 {
  const until = waitOver(slot, word, cycle);
  if (until > cycle) return stay(slot, cycle, waitReason, until);
  goOn(slot, word, cycle, word + fact(word, SIZE));
  return UNIT.wait;
}

function barrier(unit: i32, slot: i32, word: i32, cycle: f64): i32 {
  const group = int(groupOf + slot);
  advance(slot, word, cycle, word + fact(word, SIZE));
  // Until all are there, it is at the barrier.
  setInt(wordOf + slot, word);
  setInt(reasonOf + slot, R.barrier);
  setDouble(readyOf + slot, Infinity);
  setInt(groupWaiting + group, int(groupWaiting + group) + 1);
  meet(unit, group, cycle);
  return UNIT.barrier;
}

/** Those that wait at a barrier continue when all that have not ended are there. */
function meet(unit: i32, group: i32, cycle: f64): void {
  const waiting = int(groupWaiting + group);
  if (waiting === 0 || waiting < int(groupLeft + group)) return;
  setInt(groupWaiting + group, 0);
  for (let slot: i32 = unit * slots; slot < (unit + 1) * slots; slot++) {
    if (int(groupOf + slot) !== group || int(reasonOf + slot) !== R.barrier) continue;
    const from = Math.max(cycle + simds, double(sinceOf + slot));
    const word = int(wordOf + slot);
    const target = passAuxiliary(slot, word + fact(word, SIZE));
    account(slot, from, R.dependency, target);
    if (isElsewhere(target, word)) redirect(slot, placeOf(target), from);
    rouse(slot, from);
  }
}

function leave(unit: i32, slot: i32, simd: i32, cycle: f64, word: i32): i32 {
  const group = int(groupOf + slot);
  advance(slot, word, cycle, EMPTY);
  vacate(unit, slot);
  setDouble(endedOf + slot, cycle + simds);
  setDouble(endOf + unit, Math.max(double(endOf + unit), cycle + simds));
  const ended = int(endedCount + unit);
  setInt(endedSlots + unit * slots + ended, slot);
  setInt(endedCount + unit, ended + 1);
  dismiss(slot);
  leaveSlot(unit, simd, slot);
  forget(vectorRing(slot));
  forget(lgkmRing(slot));
  if (int(groupLeft + group) === 0) setInt(changedOf + unit, 1);
  else meet(unit, group, cycle);
  return UNIT.end;
}
