// Bounds: a walk through what wavefronts executed, one after the other, and sums of what each part of the chip works at
// least.

import { passAuxiliary } from './auxiliary.js';
import { FLAG, KIND, P, TAG, UNIT } from './numbers.js';
import { double, int, remainder, setDouble, setInt, wavefronts } from './platform.js';
import { doubles, ints, simds } from './room.js';
import { awaited, expectResult, OF_LANES } from './scoreboard.js';
import { CYCLES, FLAGS, fact, SIZE, unitAt, WAIT_VM } from './slots.js';
import { kindOf, lines, open, skipExec, take, takeBlock, takeLines } from './streams.js';
import { ldsTurn, vectorTurn } from './turns.js';

/**
 * Sums of a walk: cycles of all vector and scalar units, LDS and address units, the longest turns of these, cycles of
 * all wavefronts, of the longest.
 */
export const SUM_VECTOR: i32 = 0;
export const SUM_SCALAR: i32 = 1;
export const SUM_LDS: i32 = 2;
export const LONGEST_LDS: i32 = 3;
export const SUM_ADDRESS: i32 = 4;
export const LONGEST_ADDRESS: i32 = 5;
export const SUM_SERIAL: i32 = 6;
export const LONGEST_WAVE: i32 = 7;
const SUMS: i32 = 8;

/** Lines that have been seen, a bit for each; of more the number wraps, and the bound becomes lower. */
const SEEN_LINES: i32 = 0x4000000;
/** Lines of a wavefront that it has not waited for, by their channels; of more nothing is counted. */
const MAX_UNWAITED: i32 = 65536;
export let sums: i32 = 0;
/** Of each channel: cycles of L2, of stores and atomics, and lines of DRAM that are read for the first time. */
export let channelCycles: i32 = 0;
export let channelLines: i32 = 0;
let seen: i32 = 0;
let unwaited: i32 = 0;
/** Lines that follow one another in a channel, which are a power of two. */
let togetherShift: i32 = 0;

/** Those from one on, to another; all of wavefronts before count, so that a scoreboard can name them. */
let unwaitedFrom: i32 = 0;
let unwaitedCount: i32 = 0;
let unwaitedBefore: i32 = 0;
let waveCycles: f64 = 0;

export function placeWalk(): void {
  sums = doubles(SUMS, 0);
  channelCycles = doubles(int(P.l2_channels), 0);
  channelLines = doubles(int(P.l2_channels), 0);
  seen = ints(SEEN_LINES >>> 5, 0);
  unwaited = ints(MAX_UNWAITED, 0);
  unwaitedFrom = 0;
  unwaitedCount = 0;
  unwaitedBefore = 0;
  togetherShift = 0;
  while (1 << togetherShift < int(P.linesTogether)) togetherShift++;
}

function add(at: i32, value: f64): void {
  setDouble(at, double(at) + value);
}

function most(at: i32, value: f64): void {
  if (value > double(at)) setDouble(at, value);
}

function channelOf(line: i32): i32 {
  return remainder(line >>> togetherShift, int(P.l2_channels));
}

/** True for the first access to a line. */
function isNew(line: i32): boolean {
  const at: i32 = seen + ((line & (SEEN_LINES - 1)) >>> 5);
  const bit: i32 = 1 << (line & 31);
  const before = int(at);
  if ((before & bit) !== 0) return false;
  setInt(at, before | bit);
  return true;
}

/** The wavefront has waited for lines up to one, by its number from 1 on. */
function waitFor(number: i32): void {
  const position = number - unwaitedBefore;
  if (position > unwaitedFrom) unwaitedFrom = position;
  if (unwaitedFrom < unwaitedCount) return;
  unwaitedBefore += unwaitedCount;
  unwaitedFrom = 0;
  unwaitedCount = 0;
}

/** Lines that need not have arrived at the end may not have been read from DRAM. */
function endWave(): void {
  for (let n: i32 = unwaitedFrom; n < unwaitedCount; n++) add(channelLines + int(unwaited + n), -1);
  waitFor(unwaitedBefore + unwaitedCount);
  add(sums + SUM_SERIAL, waveCycles);
  most(sums + LONGEST_WAVE, waveCycles);
}

function boundLines(count: i32, kind: i32): void {
  for (let n: i32 = 0; n < count; n++) {
    const line = int(lines + n);
    const fresh = isNew(line);
    if (kind !== KIND.load)
      add(channelCycles + channelOf(line), int(kind === KIND.atomic ? P.l2_atomicCyclesPerLine : P.l2_cyclesPerLine));
    else if (fresh && unwaitedCount < MAX_UNWAITED) {
      const channel = channelOf(line);
      add(channelLines + channel, 1);
      setInt(unwaited + unwaitedCount++, channel);
    }
  }
}

/** An access and its turn. */
function access(by: i32, word: i32): void {
  const head = take(0, by === UNIT.vector ? TAG.vector : by === UNIT.scalar ? TAG.scalar : TAG.lds);
  if (by === UNIT.lds) {
    const turn = ldsTurn(head);
    add(sums + SUM_LDS, turn);
    most(sums + LONGEST_LDS, turn);
    return;
  }
  const count = takeLines(0, head);
  if (by === UNIT.scalar) return;
  const turn = vectorTurn(head, count, (fact(word, FLAGS) & FLAG.comparesData) !== 0);
  add(sums + SUM_ADDRESS, turn);
  most(sums + LONGEST_ADDRESS, turn);
  boundLines(count, kindOf(head));
  if (int(P.scoreboard) !== 0) expectResult(0, word, OF_LANES, unwaitedBefore + unwaitedCount);
}

function wave(group: i32, number: i32): void {
  const turn = simds;
  waveCycles = 0;
  let by: i32 = 0;
  for (let word = passAuxiliary(0, open(0, group, number)); by !== UNIT.end; ) {
    by = unitAt(word);
    if (int(P.scoreboard) !== 0) waitFor(awaited(0, word, OF_LANES));
    const next = word + fact(word, SIZE);
    const cycles: i32 = by === UNIT.valu || by === UNIT.salu ? fact(word, CYCLES) : 0;
    waveCycles += cycles > turn ? cycles : turn;
    if (by === UNIT.valu) add(sums + SUM_VECTOR, cycles);
    else if (by === UNIT.salu) add(sums + SUM_SCALAR, cycles);
    else if (by === UNIT.vector || by === UNIT.scalar || by === UNIT.lds) access(by, word);
    if ((fact(word, FLAGS) & FLAG.exec) !== 0) skipExec(0);
    if (by === UNIT.wait && fact(word, WAIT_VM) === 0) waitFor(unwaitedBefore + unwaitedCount);
    if (by !== UNIT.end) word = passAuxiliary(0, by === UNIT.branch ? takeBlock(0) : next);
  }
  endWave();
}

/** All work-groups, one after the other. */
export function walkAll(): void {
  for (let group: i32 = 0; group < int(P.groups); group++) {
    const count = wavefronts(group);
    for (let number: i32 = 0; number < count; number++) wave(group, number);
  }
}
