// The interval model: wavefronts continue from wait to wait, in the order in which they can. Between two waits each
// takes the time of its own instructions, or that of its units if these are busy with others. The order of issue within
// a cycle is not modelled.

import { isElsewhere, lengthOf, passAuxiliary, placeOf } from './auxiliary.js';
import { clockOf, goesOn, nextOne, now } from './calendar.js';
import { hazardsOver, noteIssued } from './hazards.js';
import { access, placeIntervalAccesses, untilAccepted, wait } from './interval-accesses.js';
import { addWork, beginUse, clock, continueAt, idle, placeClock, setClock, settle, slot } from './interval-clock.js';
import { blockOf, branched, enterBlock, placeIntervalCode } from './interval-code.js';
import { LGKM, placeIntervalCounters, registersThere, VECTOR } from './interval-counters.js';
import { arrive, leaveGroup, offer, placeIntervalGroups } from './interval-groups.js';
import { hold, holdAgain, oldestHeld, placeHolds, takeHeld } from './interval-holds.js';
import { BLOCK, GOES, NUMBERS, numbersOf, placeSlotNumbers, STATE, WORD } from './interval-slots.js';
import { FLAG, P, UNIT } from './numbers.js';
import { double, int, later, setInt } from './platform.js';
import { simds, slots, units } from './room.js';
import { CYCLES, FLAGS, fact, SIZE, unitAt, WAIT_EXP, WAIT_LGKM, WAIT_VM } from './slots.js';
import { skipExec, takeBlock } from './streams.js';
import { pressedUntil, storesDone } from './traffic.js';

/** Cycles by which a wavefront may be ahead of all others before it lets them continue. */
const AHEAD: f64 = 64;
let last: f64 = 0;

export function placeInterval(): void {
  placeSlotNumbers();
  placeIntervalCounters();
  placeIntervalAccesses();
  placeIntervalCode();
  placeClock();
  placeHolds();
  placeIntervalGroups();
}

/**
 * Lines of a unit have returned: its SIMDs continue in turn, of the wavefronts of each the oldest first, until too many
 * are on their way again.
 */
function release(home: i32): void {
  const cycle = double(clockOf + units * slots + home);
  let count = takeHeld(home);
  for (let n: i32 = 0; count > 0 && pressedUntil(home) <= cycle; n++) {
    const oldest = oldestHeld(home * simds + (n % simds));
    if (oldest < 0) continue;
    setInt(numbersOf + oldest * NUMBERS + STATE, GOES);
    count--;
    continueAt(oldest, later(double(clockOf + oldest), cycle));
    pass();
  }
  holdAgain(home, count);
}

/** Stores the position at which it continues. */
function keep(word: i32, block: i32): void {
  setInt(numbersOf + slot * NUMBERS + WORD, word);
  setInt(numbersOf + slot * NUMBERS + BLOCK, block);
}

/** A wavefront continues, until it waits, or has come too far. */
function pass(): void {
  const ahead = now + AHEAD;
  let word = int(numbersOf + slot * NUMBERS + WORD);
  let block = int(numbersOf + slot * NUMBERS + BLOCK);
  beginUse();
  while (clock <= ahead) {
    const by = unitAt(word);
    const size = fact(word, SIZE);
    const length = lengthOf(word);
    if (length > 0 && blockOf(placeOf(word) + length - 1) !== block) enterBlock(++block);
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
    setClock(begun + simds);
    if (by === UNIT.valu || by === UNIT.salu) addWork(by === UNIT.valu, fact(word, CYCLES));
    else if (reaches) access(by, word);
    if ((fact(word, FLAGS) & FLAG.exec) !== 0) skipExec(slot);
    setClock(clock + noteIssued(slot, word, begun));
    if (by === UNIT.wait) wait(fact(word, WAIT_VM), fact(word, WAIT_LGKM), fact(word, WAIT_EXP));
    const next = passAuxiliary(slot, by === UNIT.branch ? takeBlock(slot) : word + size);
    if (isElsewhere(next, word)) {
      branched(placeOf(next));
      block = blockOf(placeOf(next));
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

function leave(): void {
  setClock(clock + simds);
  settle();
  last = later(last, clock);
  leaveGroup();
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
    continueAt(one, double(clockOf + one));
    pass();
  }
  return later(last, storesDone);
}
