// The quicker levels: walks through what wavefronts executed, one after the other, without queues. Bounds are sums of what each part works at least; the
// interval model is how long each wavefront takes when it waits only for latencies.

import { firstChannel, firstScalar } from './caches.js';
import { FLAG, KIND, NO_WAIT, P, TAG, UNIT } from './numbers.js';
import { double, int, quotient, remainder, setDouble, setInt, wavefronts } from './platform.js';
import { forgetLine, isUnknown, pushedDirty, use } from './recent.js';
import { doubles, ints, units } from './room.js';
import { CYCLES, FLAGS, fact, SIZE, unitAt, WAIT_LGKM, WAIT_VM } from './slots.js';
import { kindOf, lines, open, skipExec, take, takeBlock, takeLines } from './streams.js';
import { ldsTurn, vectorTurn } from './turns.js';

/** Sums of a walk: cycles of all vector and scalar units, LDS and address units, the longest turns of these, cycles of all wavefronts, of the longest. */
export const SUM_VECTOR: i32 = 0;
export const SUM_SCALAR: i32 = 1;
export const SUM_LDS: i32 = 2;
export const LONGEST_LDS: i32 = 3;
export const SUM_ADDRESS: i32 = 4;
export const LONGEST_ADDRESS: i32 = 5;
export const SUM_SERIAL: i32 = 6;
export const LONGEST_WAVE: i32 = 7;
/** Lines that DRAM has read and written, and the last cycle of the interval model. */
export const LINES_READ: i32 = 8;
export const LINES_WRITTEN: i32 = 9;
export const LAST: i32 = 10;
const SUMS: i32 = 11;

/** Lines that have been seen, a bit for each; of more the number wraps, and the bound becomes lower. */
const SEEN_LINES: i32 = 0x4000000;
/** Lines of a wavefront that it has not waited for, by their channels; of more nothing is counted. */
const MOST_UNWAITED: i32 = 65536;
/** Stretches between barriers that are told apart. */
const MOST_STRETCHES: i32 = 65536;
/** Accesses of a counter that can be outstanding. */
const RING: i32 = 64;

export let sums: i32 = 0;
/** Of each channel: cycles of L2, of stores and atomics, and lines of DRAM that are read for the first time. */
export let channelCycles: i32 = 0;
export let channelLines: i32 = 0;
/** Of each channel: cycles of L2 for all lines that caches in front of it do not have. Of the interval model. */
export let channelBusy: i32 = 0;
let seen: i32 = 0;
let unwaited: i32 = 0;
let stretches: i32 = 0;
/** Places of each unit for work-groups, when they are free. */
let places: i32 = 0;
/** When accesses are done: of lanes, of LDS, scalar loads. */
let rings: i32 = 0;
let heads: i32 = 0;
/** Lines that follow one another in a channel, which are a power of two. */
let togetherShift: i32 = 0;

let unwaitedCount: i32 = 0;
let mine: f64 = 0;
let clock: f64 = 0;
let stretchFrom: f64 = 0;
let stretch: i32 = 0;

export function placeWalk(): void {
  sums = doubles(SUMS, 0);
  channelCycles = doubles(int(P.l2_channels), 0);
  channelLines = doubles(int(P.l2_channels), 0);
  channelBusy = doubles(int(P.l2_channels), 0);
  seen = ints(SEEN_LINES >>> 5, 0);
  unwaited = ints(MOST_UNWAITED, 0);
  stretches = doubles(MOST_STRETCHES, 0);
  places = doubles(units * int(P.computeUnit_simds) * int(P.computeUnit_slotsPerSimd), 0);
  rings = doubles(3 * RING, 0);
  heads = ints(6, 0);
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

/** Whether a line comes for the first time. */
function isNew(line: i32): boolean {
  const at: i32 = seen + ((line & (SEEN_LINES - 1)) >>> 5);
  const bit: i32 = 1 << (line & 31);
  const before = int(at);
  if ((before & bit) !== 0) return false;
  setInt(at, before | bit);
  return true;
}

/** Of lines that nobody needs to have seen at the end, DRAM is not sure to have read any. */
function endWave(): void {
  for (let n: i32 = 0; n < unwaitedCount; n++) add(channelLines + int(unwaited + n), -1);
  unwaitedCount = 0;
  add(sums + SUM_SERIAL, mine);
  most(sums + LONGEST_WAVE, mine);
}

function boundLines(count: i32, kind: i32): void {
  for (let n: i32 = 0; n < count; n++) {
    const line = int(lines + n);
    const fresh = isNew(line);
    if (kind !== KIND.load)
      add(channelCycles + channelOf(line), int(kind === KIND.atomic ? P.l2_atomicCyclesPerLine : P.l2_cyclesPerLine));
    else if (fresh && unwaitedCount < MOST_UNWAITED) {
      const channel = channelOf(line);
      add(channelLines + channel, 1);
      setInt(unwaited + unwaitedCount++, channel);
    }
  }
}

/** Cycles from the issue to the data, or a store's acceptance, in L2 and behind it. @param unknown no cache has the line */
function sharedCycles(line: i32, kind: i32, unknown: boolean): i32 {
  const block: i32 = line >>> togetherShift;
  const high = quotient(block, int(P.l2_channels));
  const channel: i32 = block - high * int(P.l2_channels);
  const cache: i32 = firstChannel + channel;
  add(channelBusy + channel, int(kind === KIND.atomic ? P.l2_atomicCyclesPerLine : P.l2_cyclesPerLine));
  const own: i32 = ((high - block) << togetherShift) + line;
  const dirty: i32 = kind === KIND.load ? 0 : 1;
  const latency = int(P.l2_latencyCycles);
  if (use(cache, own, dirty, unknown)) return latency;
  if (pushedDirty === 1) add(sums + LINES_WRITTEN, 1);
  // A store has its bytes with it.
  if (kind === KIND.store) return latency;
  add(sums + LINES_READ, 1);
  return 2 * latency + int(P.dram_latencyCycles);
}

/** Cycles until a line is there for a cache in front of L2. */
function loadCycles(cache: i32, line: i32, latency: i32): i32 {
  const unknown = isUnknown(line);
  if (use(cache, line, 0, unknown)) return 0;
  return latency + sharedCycles(line, KIND.load, unknown);
}

function vectorLatency(unit: i32, count: i32, kind: i32): i32 {
  let longest: i32 = kind === KIND.load ? int(P.l1_latencyCycles) : 0;
  for (let n: i32 = 0; n < count; n++) {
    const line = int(lines + n);
    let cycles: i32 = 0;
    if (kind === KIND.load) cycles = loadCycles(unit, line, 0);
    else {
      const unknown = isUnknown(line);
      if (kind === KIND.atomic && !unknown) forgetLine(unit, line);
      cycles = sharedCycles(line, kind, unknown) + (kind === KIND.atomic ? int(P.l2_atomicCyclesPerLine) : 0);
    }
    if (cycles > longest) longest = cycles;
  }
  return longest;
}

function scalarLatency(unit: i32, count: i32): i32 {
  const cache: i32 = firstScalar + ((unit / int(P.gpu_computeUnitsPerCluster)) | 0);
  let longest: i32 = int(P.scalarCache_latencyCycles);
  for (let n: i32 = 0; n < count; n++) {
    const cycles = loadCycles(cache, int(lines + n), int(P.scalarCache_latencyCycles));
    if (cycles > longest) longest = cycles;
  }
  return longest;
}

/** An access of a counter is done in some cycle. When there are too many, the wavefront waits for the first. */
function outstanding(ring: i32, cycle: f64): void {
  if (int(heads + 2 * ring + 1) === RING) clock = Math.max(clock, until(ring, RING - 1));
  const count = int(heads + 2 * ring + 1);
  setDouble(rings + ring * RING + ((int(heads + 2 * ring) + count) & (RING - 1)), cycle);
  setInt(heads + 2 * ring + 1, count + 1);
}

/** When no more than some are left. */
function until(ring: i32, left: i32): f64 {
  let latest: f64 = 0;
  while (int(heads + 2 * ring + 1) > left) {
    const head = int(heads + 2 * ring);
    latest = Math.max(latest, double(rings + ring * RING + head));
    setInt(heads + 2 * ring, (head + 1) & (RING - 1));
    setInt(heads + 2 * ring + 1, int(heads + 2 * ring + 1) - 1);
  }
  return latest;
}

function endStretch(): void {
  most(stretches + stretch, clock - stretchFrom);
  // Of the last one that there is room for all that follow are a part.
  if (stretch === MOST_STRETCHES - 1) return;
  stretchFrom = clock;
  stretch++;
}

/** An access: its turn, and, for the interval model, when it is done. */
function access(by: i32, word: i32, unit: i32, interval: boolean, issue: f64): void {
  const head = take(0, by === UNIT.vector ? TAG.vector : by === UNIT.scalar ? TAG.scalar : TAG.lds);
  if (by === UNIT.lds) {
    const turn = ldsTurn(head);
    add(sums + SUM_LDS, turn);
    most(sums + LONGEST_LDS, turn);
    if (interval) outstanding(1, issue + turn + int(P.lds_latencyCycles));
    return;
  }
  const count = takeLines(0, head);
  if (by === UNIT.scalar) {
    if (interval) outstanding(2, issue + scalarLatency(unit, count));
    return;
  }
  const kind = kindOf(head);
  const turn = vectorTurn(head, count, (fact(word, FLAGS) & FLAG.comparesData) !== 0);
  add(sums + SUM_ADDRESS, turn);
  most(sums + LONGEST_ADDRESS, turn);
  boundLines(count, kind);
  if (interval) outstanding(0, issue + turn + vectorLatency(unit, count, kind));
}

function wave(group: i32, number: i32, unit: i32, interval: boolean): void {
  const turn = int(P.computeUnit_simds);
  mine = 0;
  clock = 0;
  stretchFrom = 0;
  stretch = 0;
  for (let n: i32 = 0; n < 6; n++) setInt(heads + n, 0);
  let by: i32 = 0;
  for (let word = open(0, group, number); by !== UNIT.end; ) {
    by = unitAt(word);
    const issue = clock;
    const size = fact(word, SIZE);
    const cycles: i32 = by === UNIT.valu || by === UNIT.salu ? fact(word, CYCLES) : 0;
    const own: i32 = cycles > turn ? cycles : turn;
    mine += own;
    clock += own;
    if (by === UNIT.valu) add(sums + SUM_VECTOR, cycles);
    else if (by === UNIT.salu) add(sums + SUM_SCALAR, cycles);
    if (size === 2 && word % 8 >= int(P.frontEnd_longFreeDwords)) clock += int(P.frontEnd_longPenaltyCycles);
    if (by === UNIT.vector || by === UNIT.scalar || by === UNIT.lds) access(by, word, unit, interval, issue);
    if ((fact(word, FLAGS) & FLAG.exec) !== 0) skipExec(0);
    const next: i32 = by === UNIT.branch ? takeBlock(0) : word + size;
    if (next !== word + size) clock += int(P.frontEnd_branchCycles) + int(P.frontEnd_fetchLatencyCycles) - turn;
    if (by === UNIT.wait) wait(fact(word, WAIT_VM), fact(word, WAIT_LGKM));
    else if (by === UNIT.barrier || by === UNIT.end) endStretch();
    word = next;
  }
  endWave();
}

function wait(vm: i32, lgkm: i32): void {
  if (vm === 0) unwaitedCount = 0;
  if (vm !== NO_WAIT) clock = Math.max(clock, until(0, vm));
  // Both kinds count together; what is left is taken to be of the second.
  if (lgkm !== NO_WAIT) clock = Math.max(clock, Math.max(until(1, lgkm), until(2, lgkm)));
}

/** All work-groups, one after the other; with `interval` each on a unit, where as many as fit run beside one another. */
export function walkAll(interval: boolean, atOnce: i32): void {
  for (let group: i32 = 0; group < int(P.groups); group++) {
    const unit: i32 = group % units;
    let last: i32 = 0;
    const count = wavefronts(group);
    for (let number: i32 = 0; number < count; number++) {
      wave(group, number, unit, interval);
      if (stretch > last) last = stretch;
    }
    let sum: f64 = 0;
    for (let n: i32 = 0; n <= last && n < MOST_STRETCHES; n++) {
      sum += double(stretches + n);
      setDouble(stretches + n, 0);
    }
    let place = places + unit * atOnce;
    for (let n: i32 = 1; n < atOnce; n++)
      if (double(places + unit * atOnce + n) < double(place)) place = places + unit * atOnce + n;
    add(place, sum);
    most(sums + LAST, double(place));
  }
}
