// The interval model: wavefronts continue from wait to wait, in the order in which they can. Between two waits each
// takes the time of its own instructions, or that of its units if these are busy with others. The order of issue within
// a cycle is not modelled.

import { isElsewhere, lengthOf, passAuxiliary, placeOf } from './auxiliary.js';
import { clockOf, goesOn, nextOne, now } from './calendar.js';
import { dispatch, groupsLeft } from './dispatch.js';
import { clearHazards, hazardsOver, noteIssued } from './hazards.js';
import { FLAG, KIND, LINE_BYTES, NO_WAIT, P, TAG, UNIT } from './numbers.js';
import { double, int, later, setDouble, setInt } from './platform.js';
import { changedOf, groupLeft, groupOf, groupWaiting, leaveSlot, waveOf } from './residents.js';
import { doubles, ints, perSimd, simds, slots, units } from './room.js';
import { awaited, expectResult, OF_GROUP, OF_LANES } from './scoreboard.js';
import { CYCLES, FLAGS, fact, SIZE, unitAt, WAIT_EXP, WAIT_LGKM, WAIT_VM } from './slots.js';
import { startedFrom, startedGroup, startedSlot, takeStarted } from './starts.js';
import { dwordsOf, kindOf, open, skipExec, take, takeBlock, takeLines } from './streams.js';
import { codeThere, pressedUntil, scalarDone, storesDone, vectorDone } from './traffic.js';
import { accepts, enqueue, ldsTurn, vectorTurn } from './turns.js';

/** Room for the accesses of a counter that can be outstanding, a power of two; counters of a slot. */
let ring: i32 = 0;
const VECTOR: i32 = OF_LANES;
const LGKM: i32 = OF_GROUP;
/** Cycles by which a wavefront may be ahead of all others before it lets them continue. */
const AHEAD: f64 = 64;
/** Words of a line of code. */
const LINE_WORDS: i32 = LINE_BYTES / 4;
/** Words of a block that is fetched at once are a power of two. */
let blockShift: i32 = 0;

/**
 * Numbers of a slot: the word where its wavefront continues, the heads and the counts of its counters, what holds it
 * up, its block of code, when it began among all, the accesses of its counters that have returned.
 */
const WORD: i32 = 0;
const HEAD: i32 = 1;
const COUNT: i32 = 3;
const STATE: i32 = 5;
const BLOCK: i32 = 6;
const AGE: i32 = 7;
const RETIRED: i32 = 8;
const NUMBERS: i32 = 10;
/** State of a wavefront: ready, at a barrier, held by a full unit. */
const GOES: i32 = 0;
const AT_BARRIER: i32 = 1;
const AT_FULL_UNIT: i32 = 2;
let numbersOf: i32 = 0;
let rings: i32 = 0;
/** Of each slot: when its stores have read their data; when the next block of its code is there. */
let exportedOf: i32 = 0;
let fetchedOf: i32 = 0;
/**
 * When units have done what they have been given: vector and scalar ones of SIMDs; of compute units that of scalar
 * loads.
 */
let vectorFree: i32 = 0;
let scalarFree: i32 = 0;
let loadsFree: i32 = 0;
/** Of each work-group: the latest of its wavefronts that wait at a barrier, or have ended. */
let metAt: i32 = 0;
/** Of each unit: wavefronts that it holds up. */
let heldOf: i32 = 0;
/** Wavefronts that have begun. */
let begun: i32 = 0;
/** Cycles of all wavefronts when each is alone: by which launches are grouped. */
export let serial: i32 = 0;

/** Of the wavefront that continues: where it is, since when it has used its units, and for how long. */
let slot: i32 = 0;
let unit: i32 = 0;
let simd: i32 = 0;
let clock: f64 = 0;
let since: f64 = 0;
let vectorWork: f64 = 0;
let scalarWork: f64 = 0;
let last: f64 = 0;

export function placeInterval(): void {
  const all = units * slots;
  numbersOf = ints(all * NUMBERS, 0);
  ring = 1;
  while (ring < int(P.vectorMemory_outstandingPerWavefront)) ring *= 2;
  rings = doubles(all * 2 * ring, 0);
  exportedOf = doubles(all, 0);
  fetchedOf = doubles(all, 0);
  vectorFree = doubles(units * simds, 0);
  scalarFree = doubles(units * simds, 0);
  heldOf = ints(units, 0);
  begun = 0;
  loadsFree = doubles(units, 0);
  metAt = doubles(all, 0);
  serial = doubles(1, 0);
  blockShift = 0;
  while (1 << blockShift < int(P.frontEnd_fetchBytes) >> 2) blockShift++;
}

/** An access of a counter is done in some cycle. When there are too many, the wavefront waits for the first. */
function outstanding(counter: i32, cycle: f64): void {
  const head = numbersOf + slot * NUMBERS + HEAD + counter;
  const count = numbersOf + slot * NUMBERS + COUNT + counter;
  const most = int(P.vectorMemory_outstandingPerWavefront);
  if (int(count) === most) idle(until(counter, most - 1));
  setDouble(rings + (2 * slot + counter) * ring + ((int(head) + int(count)) & (ring - 1)), cycle);
  setInt(count, int(count) + 1);
}

/** When no more than some are left. */
function until(counter: i32, left: i32): f64 {
  const head = numbersOf + slot * NUMBERS + HEAD + counter;
  const count = numbersOf + slot * NUMBERS + COUNT + counter;
  let latest: f64 = 0;
  while (int(count) > left) {
    latest = later(latest, double(rings + (2 * slot + counter) * ring + int(head)));
    setInt(head, (int(head) + 1) & (ring - 1));
    setInt(count, int(count) - 1);
    retire(counter, 1);
  }
  return latest;
}

/** Accesses of a counter are over. */
function retire(counter: i32, accesses: i32): void {
  const retired = numbersOf + slot * NUMBERS + RETIRED + counter;
  setInt(retired, int(retired) + accesses);
}

/** The number of the last access of a counter. */
function issued(counter: i32): i32 {
  const own = numbersOf + slot * NUMBERS + counter;
  return int(own + RETIRED) + int(own + COUNT);
}

/** When the registers of an instruction that accesses of a counter write are there. */
function registersThere(word: i32, counter: i32): f64 {
  const number = awaited(slot, word, counter);
  return number === 0 ? 0 : until(counter, issued(counter) - number);
}

/** A unit that has others' work before does some more. @returns when it has, if it begins at once */
function queued(free: i32, cycle: f64, work: f64): f64 {
  const end = later(double(free), now) + work;
  setDouble(free, end);
  return later(end, cycle + work);
}

/** Adds the queued work of its units since their last use. */
function settle(): void {
  setDouble(serial, double(serial) + clock - since);
  if (vectorWork > 0) clock = later(clock, queued(vectorFree + simd, since, vectorWork));
  if (scalarWork > 0) clock = later(clock, queued(scalarFree + simd, since, scalarWork));
  vectorWork = 0;
  scalarWork = 0;
  since = clock;
}

/** The turn of a SIMD that is not before a cycle. */
function turnFrom(cycle: f64, home: i32): f64 {
  const own: f64 = home % simds;
  return Math.ceil((cycle - own) / simds) * simds + own;
}

/** Until a cycle it has nothing to do but wait. */
function idle(cycle: f64): void {
  settle();
  if (cycle <= clock) return;
  clock = turnFrom(cycle, simd);
  since = clock;
}

/** Wavefronts begin. */
function offer(cycle: f64): void {
  dispatch(cycle, Infinity);
  for (let each: i32 = 0; each < units; each++) {
    const count = takeStarted(each);
    for (let n: i32 = 0; n < count; n++) begin(each, startedSlot(each, n), startedGroup(each, n), startedFrom(each, n));
  }
}

function begin(home: i32, at: i32, group: i32, cycle: f64): void {
  const own = numbersOf + at * NUMBERS;
  const word = passAuxiliary(at, open(at, group, int(waveOf + at)));
  const place = placeOf(word);
  setInt(own + WORD, word);
  setInt(own + HEAD, 0);
  setInt(own + HEAD + 1, 0);
  for (let counter: i32 = 0; counter < 2; counter++) {
    setInt(own + RETIRED + counter, int(own + RETIRED + counter) + int(own + COUNT + counter));
    setInt(own + COUNT + counter, 0);
  }
  setInt(own + STATE, GOES);
  setInt(own + AGE, begun++);
  setInt(own + BLOCK, place >>> blockShift);
  clearHazards(at);
  setDouble(exportedOf + at, 0);
  setDouble(metAt + int(groupOf + at), 0);
  const arrival = codeThere(home, (place / LINE_WORDS) | 0, cycle) + int(P.frontEnd_fetchLatencyCycles);
  setDouble(fetchedOf + at, fetchedBehind(home, place >>> blockShift, arrival));
  goesOn(at, turnFrom(arrival, (at / perSimd) | 0));
}

/** The wavefront waits until lines of its unit have returned. */
function hold(cycle: f64): void {
  setInt(numbersOf + slot * NUMBERS + STATE, AT_FULL_UNIT);
  setDouble(clockOf + slot, clock);
  setInt(heldOf + unit, int(heldOf + unit) + 1);
  if (int(heldOf + unit) === 1) goesOn(units * slots + unit, cycle);
}

/**
 * Lines of a unit have returned: its SIMDs continue in turn, of the wavefronts of each the oldest first, until too many
 * are on their way again.
 */
function release(home: i32): void {
  unit = home;
  const cycle = double(clockOf + units * slots + unit);
  let count = int(heldOf + unit);
  setInt(heldOf + unit, 0);
  for (let n: i32 = 0; count > 0 && pressedUntil(unit) <= cycle; n++) {
    simd = unit * simds + (n % simds);
    slot = oldestHeld();
    if (slot < 0) continue;
    setInt(numbersOf + slot * NUMBERS + STATE, GOES);
    count--;
    clock = later(double(clockOf + slot), cycle);
    pass();
  }
  if (count === 0) return;
  if (int(heldOf + unit) === 0) goesOn(units * slots + unit, pressedUntil(unit));
  setInt(heldOf + unit, int(heldOf + unit) + count);
}

function oldestHeld(): i32 {
  let oldest: i32 = -1;
  for (let each: i32 = simd * perSimd; each < (simd + 1) * perSimd; each++) {
    const own = numbersOf + each * NUMBERS;
    if (int(own + STATE) !== AT_FULL_UNIT) continue;
    if (oldest < 0 || int(own + AGE) < int(numbersOf + oldest * NUMBERS + AGE)) oldest = each;
  }
  return oldest;
}

/** An access is given to LDS, or to the address unit. @returns when its turn is over */
function startAccess(lds: boolean, cycle: f64, turn: i32): f64 {
  return later(enqueue(unit, lds, now, turn), cycle + turn);
}

function access(by: i32, word: i32): void {
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

/** When the block of code behind another one is there, which is fetched as soon as that one is. */
function fetchedBehind(home: i32, block: i32, cycle: f64): f64 {
  const next: i32 = (block + 1) << blockShift;
  // In the midst of a line it has come with the block before.
  const arrival = next % LINE_WORDS === 0 ? codeThere(home, (next / LINE_WORDS) | 0, cycle) : cycle;
  return arrival + int(P.frontEnd_fetchLatencyCycles);
}

function enterBlock(block: i32): void {
  idle(double(fetchedOf + slot));
  setDouble(fetchedOf + slot, fetchedBehind(unit, block, clock));
}

function branched(place: i32): void {
  settle();
  const from = clock - simds + int(P.frontEnd_branchCycles);
  idle(codeThere(unit, (place / LINE_WORDS) | 0, from) + int(P.frontEnd_fetchLatencyCycles));
  setDouble(fetchedOf + slot, fetchedBehind(unit, place >>> blockShift, clock));
}

/** Stores the position at which it continues. */
function keep(word: i32, block: i32): void {
  setInt(numbersOf + slot * NUMBERS + WORD, word);
  setInt(numbersOf + slot * NUMBERS + BLOCK, block);
}

/** Waits for the unit of an access. @returns when pressure of requests lets it continue; 0 at once */
function untilAccepted(by: i32): f64 {
  settle();
  if (by === UNIT.lds) idle(accepts(unit, true));
  if (by !== UNIT.vector) return 0;
  idle(accepts(unit, false));
  return pressedUntil(unit);
}

/** The cycles of an instruction of the ALUs. */
function addWork(by: i32, word: i32): void {
  const cycles = fact(word, CYCLES);
  if (by === UNIT.valu) vectorWork += cycles;
  else scalarWork += cycles;
  if (cycles > simds) clock += cycles - simds;
}

/** A wavefront continues, until it waits, or has come too far. */
function pass(): void {
  const ahead = now + AHEAD;
  let word = int(numbersOf + slot * NUMBERS + WORD);
  let block = int(numbersOf + slot * NUMBERS + BLOCK);
  since = clock;
  while (clock <= ahead) {
    const by = unitAt(word);
    const size = fact(word, SIZE);
    const length = lengthOf(word);
    if (length > 0 && (placeOf(word) + length - 1) >>> blockShift !== block) enterBlock(++block);
    if (by === UNIT.end) return leave();
    const reaches = by === UNIT.vector || by === UNIT.scalar || by === UNIT.lds;
    if (reaches) {
      const from = untilAccepted(by);
      if (from > clock) {
        keep(word, block);
        return hold(from);
      }
    }
    if (int(P.scoreboard) !== 0) idle(later(registersThere(word, VECTOR), registersThere(word, LGKM)));
    const begun = hazardsOver(slot, word, by, clock);
    clock = begun + simds;
    if (by === UNIT.valu || by === UNIT.salu) addWork(by, word);
    else if (reaches) access(by, word);
    if ((fact(word, FLAGS) & FLAG.exec) !== 0) skipExec(slot);
    clock += noteIssued(slot, word, begun);
    if (by === UNIT.wait) wait(fact(word, WAIT_VM), fact(word, WAIT_LGKM), fact(word, WAIT_EXP));
    const next = passAuxiliary(slot, by === UNIT.branch ? takeBlock(slot) : word + size);
    if (isElsewhere(next, word)) {
      branched(placeOf(next));
      block = placeOf(next) >>> blockShift;
    }
    word = next;
    if (by === UNIT.barrier) {
      keep(word, block);
      return arrive();
    }
  }
  settle();
  keep(word, block);
  goesOn(slot, clock);
}

function wait(vm: i32, lgkm: i32, exported: i32): void {
  let over: f64 = 0;
  if (vm !== NO_WAIT) over = until(VECTOR, vm);
  if (lgkm !== NO_WAIT) over = later(over, until(LGKM, lgkm));
  if (exported === 0) over = later(over, double(exportedOf + slot));
  if (over > clock - simds) idle(over + simds);
}

/** It comes to a barrier. */
function arrive(): void {
  settle();
  const group = int(groupOf + slot);
  setInt(numbersOf + slot * NUMBERS + STATE, AT_BARRIER);
  setInt(groupWaiting + group, int(groupWaiting + group) + 1);
  meet(group);
}

/** Those that wait at a barrier continue when all that have not ended are there. */
function meet(group: i32): void {
  setDouble(metAt + group, later(double(metAt + group), clock));
  const waiting = int(groupWaiting + group);
  if (waiting === 0 || waiting < int(groupLeft + group)) return;
  setInt(groupWaiting + group, 0);
  for (let each: i32 = unit * slots; each < (unit + 1) * slots; each++) {
    const state = numbersOf + each * NUMBERS + STATE;
    if (int(groupOf + each) !== group || int(state) !== AT_BARRIER) continue;
    setInt(state, GOES);
    goesOn(each, turnFrom(double(metAt + group), (each / perSimd) | 0));
  }
}

function leave(): void {
  clock += simds;
  settle();
  last = later(last, clock);
  const group = int(groupOf + slot);
  leaveSlot(unit, simd, slot);
  meet(group);
  if (int(groupLeft + group) > 0) return;
  setInt(changedOf + unit, 1);
  const window = int(P.model_windowCycles);
  if (groupsLeft()) offer(Math.ceil(double(metAt + group) / window) * window);
}

/** The cycle in which all wavefronts of a launch have ended. */
export function passAll(): f64 {
  last = 0;
  offer(0);
  for (let one = nextOne(); one >= 0; one = nextOne()) {
    if (one >= units * slots) {
      release(one - units * slots);
      continue;
    }
    slot = one;
    unit = (slot / slots) | 0;
    simd = (slot / perSimd) | 0;
    clock = double(clockOf + slot);
    pass();
  }
  return later(last, storesDone);
}
