// The records of slots' wavefronts, a word after the other.

import { LISTED, MAX_LINES, P, TAG } from './numbers.js';
import { int, refill, refuse, setInt } from './platform.js';
import { ints, slots, units } from './room.js';

/** Of each slot: its work-group, the number of its wavefront, how often it was given words, and the words. */
export let streamGroup: i32 = 0;
export let streamWave: i32 = 0;
export let streamChunk: i32 = 0;
export let streamWords: i32 = 0;
let streamAt: i32 = 0;
let streamEnd: i32 = 0;
/** Of a thread: lines of an access. */
export let lines: i32 = 0;

export function placeStreams(thread: i32): void {
  const all = units * slots;
  streamGroup = ints(all, 0);
  streamWave = ints(all, 0);
  streamChunk = ints(all, 0);
  streamAt = ints(all, 0);
  streamEnd = ints(all, 0);
  streamWords = ints(all * int(P.recordWords), 0);
  lines = ints(int(P.threads) * MAX_LINES, 0) + thread * MAX_LINES;
}

/** Begins with another wavefront; gives the word of its code where it starts. */
export function open(slot: i32, group: i32, wave: i32): i32 {
  setInt(streamGroup + slot, group);
  setInt(streamWave + slot, wave);
  setInt(streamChunk + slot, 0);
  setInt(streamAt + slot, 0);
  setInt(streamEnd + slot, 0);
  return takeBlock(slot);
}

function next(slot: i32): i32 {
  let at = int(streamAt + slot);
  while (at === int(streamEnd + slot)) {
    setInt(streamEnd + slot, refill(slot));
    setInt(streamChunk + slot, int(streamChunk + slot) + 1);
    at = 0;
  }
  setInt(streamAt + slot, at + 1);
  return int(streamWords + slot * int(P.recordWords) + at);
}

/** The first word of what is due. */
export function take(slot: i32, tag: i32): i32 {
  const word = next(slot);
  if ((word & 7) !== tag) refuse(slot, tag, word);
  return word;
}

/** Next block of a stream: its code exists, since a block's memory is checked before it is decoded. */
export function takeBlock(slot: i32): i32 {
  const head = take(slot, TAG.block);
  const word: i32 = head >>> 3;
  if (word >= int(P.codeWords)) refuse(slot, TAG.block, head);
  return word;
}

/** The value of EXEC does not affect the time. */
export function skipExec(slot: i32): void {
  if ((take(slot, TAG.exec) & 8) !== 0) return;
  next(slot);
  next(slot);
}

export function kindOf(head: i32): i32 {
  return (head >>> 3) & 3;
}
export function lanesOf(head: i32): i32 {
  return (head >>> 5) & 127;
}
export function dwordsOf(head: i32): i32 {
  return (head >>> 12) & 31;
}
export function conflictsOf(head: i32): i32 {
  return head >>> 18;
}

function takeListed(slot: i32, count: i32): void {
  const at = int(streamAt + slot);
  if (at + count > int(streamEnd + slot)) {
    for (let n: i32 = 0; n < count; n++) setInt(lines + n, next(slot));
    return;
  }
  const from = streamWords + slot * int(P.recordWords) + at;
  for (let n: i32 = 0; n < count; n++) setInt(lines + n, int(from + n));
  setInt(streamAt + slot, at + count);
}

/** Lines of an access, which then stand at `lines`. @returns how many */
export function takeLines(slot: i32, head: i32): i32 {
  const count: i32 = (head >>> 18) & 8191;
  if (count > MAX_LINES) refuse(slot, TAG.vector, head);
  if ((head & LISTED) !== 0) takeListed(slot, count);
  else if (count > 0) {
    const start = next(slot);
    const stride: i32 = count > 1 ? next(slot) : 0;
    for (let n: i32 = 0, line = start; n < count; n++, line = (line + stride) | 0) setInt(lines + n, line);
  }
  return count;
}
