// The slots of compute units: where each wavefront is, when it may continue, and why it does not until then. Each cycle
// of each has one reason.

import { P, R, REASON_COUNT } from './numbers.js';
import { decode, double, int, setDouble, setInt } from './platform.js';
import { doubles, ints, simds, slots, units } from './room.js';

/** A wavefront of no instruction: its slot is empty. */
export const EMPTY: i32 = -1;
/** Numbers of an instruction: its unit, and what follows. */
export const FACTS: i32 = 16;
/** Words of the longest instruction. */
const LONGEST: i32 = 4;
export const SIZE: i32 = 1;
export const CYCLES: i32 = 2;
export const FLAGS: i32 = 3;
export const WAIT_VM: i32 = 4;
export const WAIT_EXP: i32 = 5;
export const WAIT_LGKM: i32 = 6;
/** Place in the fetched code, and words there: none for an instruction that a loader has put beside. */
export const PLACE: i32 = 7;
export const LENGTH: i32 = 8;
/** Ranges of vector registers: of its result, then of its operands; count above the first one's 8 bits. */
export const RANGES: i32 = 9;

export let wordOf: i32 = 0;
export let reasonOf: i32 = 0;
export let readyOf: i32 = 0;
export let sinceOf: i32 = 0;
/** When the wavefront began, and when the one before it ended. */
export let begunOf: i32 = 0;
export let endedOf: i32 = 0;
/** Of a unit: why empty ones are. */
let emptyOf: i32 = 0;
/** Of a thread: the program, cycles by word and reason, those of empty slots, and how often a word was issued. */
export let program: i32 = 0;
export let byWord: i32 = 0;
export let byNone: i32 = 0;
export let issuesOf: i32 = 0;

export function placeSlots(): void {
  const all = units * slots;
  wordOf = ints(all, EMPTY);
  reasonOf = ints(all, R.emptyDispatch);
  readyOf = doubles(all, Infinity);
  sinceOf = doubles(all, 0);
  begunOf = doubles(all, 0);
  endedOf = doubles(all, 0);
  emptyOf = ints(units, R.emptyDispatch);
}

/** Places the state of each thread. */
export function placeOwn(thread: i32): void {
  const words = int(P.codeWords);
  for (let n: i32 = 0; n < int(P.threads); n++) {
    // Behind the last word, too: execution that comes there is refused when that is to be decoded.
    const facts = ints((words + LONGEST) * FACTS, 0);
    const all = doubles(words * REASON_COUNT, 0);
    const none = doubles(REASON_COUNT, 0);
    const issues = doubles(words, 0);
    if (n !== thread) continue;
    program = facts;
    byWord = all;
    byNone = none;
    issuesOf = issues;
  }
}

/** A number of the instruction at a word. */
export function fact(word: i32, which: i32): i32 {
  return int(program + word * FACTS + which);
}

/** The unit of the instruction at a word, which is decoded at its first use. */
export function unitAt(word: i32): i32 {
  const unit = int(program + word * FACTS);
  if (unit !== 0) return unit;
  decode(word);
  return int(program + word * FACTS);
}

function add(at: i32, value: f64): void {
  setDouble(at, double(at) + value);
}

/** Accounts the time up to a cycle to its reason; then another reason begins, at an instruction. */
export function account(slot: i32, cycle: f64, reason: i32, word: i32): void {
  const since = double(sinceOf + slot);
  if (cycle > since) {
    const before = int(wordOf + slot);
    const reasonBefore = int(reasonOf + slot);
    add(before === EMPTY ? byNone + reasonBefore : byWord + before * REASON_COUNT + reasonBefore, cycle - since);
    setDouble(sinceOf + slot, cycle);
  }
  setInt(reasonOf + slot, reason);
  setInt(wordOf + slot, word);
}

/** An instruction has left: the cycles of its turn are its own. */
export function advance(slot: i32, word: i32, cycle: f64, next: i32): void {
  account(slot, cycle, R.dependency, next);
  add(issuesOf + word, 1);
  add(byWord + word * REASON_COUNT + R.issued, simds);
  setDouble(sinceOf + slot, cycle + simds);
  setDouble(readyOf + slot, cycle + simds);
}

/** It does not continue before a cycle. */
export function hold(slot: i32, cycle: f64, reason: i32, until: f64): void {
  account(slot, cycle, reason, int(wordOf + slot));
  setDouble(readyOf + slot, until);
}

/** The wavefront of a slot has ended. */
export function vacate(unit: i32, slot: i32): void {
  setInt(wordOf + slot, EMPTY);
  setInt(reasonOf + slot, int(emptyOf + unit));
  setDouble(readyOf + slot, Infinity);
}

/** From some cycle on there is another reason for the empty slots of a unit. */
export function leaveEmpty(unit: i32, cycle: f64, reason: i32): void {
  if (reason === int(emptyOf + unit)) return;
  setInt(emptyOf + unit, reason);
  for (let slot: i32 = unit * slots; slot < (unit + 1) * slots; slot++)
    if (int(wordOf + slot) === EMPTY) account(slot, Math.max(cycle, double(sinceOf + slot)), reason, EMPTY);
}

/** Nothing follows: the last cycles of all slots. */
export function finish(cycle: f64): void {
  for (let slot: i32 = 0; slot < units * slots; slot++) account(slot, cycle, int(reasonOf + slot), int(wordOf + slot));
}
