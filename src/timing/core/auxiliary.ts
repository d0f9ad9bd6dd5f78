// Instructions that loaders put beside those of a program: they take no time, and are not fetched. The others are
// fetched as if they followed one another.

import { FLAG, P, UNIT } from './numbers.js';
import { int } from './platform.js';
import { forward } from './scoreboard.js';
import { FLAGS, fact, LENGTH, PLACE, SIZE, unitAt } from './slots.js';
import { skipExec, takeBlock } from './streams.js';

/** Passes those at a word and behind it. @returns where the next other one begins */
export function passAuxiliary(slot: i32, from: i32): i32 {
  if (int(P.auxiliary) === 0) return from;
  let word = from;
  let by = unitAt(word);
  while ((fact(word, FLAGS) & FLAG.auxiliary) !== 0) {
    if (int(P.scoreboard) !== 0) forward(slot, word);
    if ((fact(word, FLAGS) & FLAG.exec) !== 0) skipExec(slot);
    word = by === UNIT.branch ? takeBlock(slot) : word + fact(word, SIZE);
    by = unitAt(word);
  }
  return word;
}

/** Place of an instruction in the fetched code. */
export function placeOf(word: i32): i32 {
  if (int(P.auxiliary) === 0) return word;
  unitAt(word);
  return fact(word, PLACE);
}

/** Words of it that are fetched. */
export function lengthOf(word: i32): i32 {
  return fact(word, LENGTH);
}

/** True if an instruction is not the one that is fetched behind another. */
export function isElsewhere(target: i32, word: i32): boolean {
  return placeOf(target) !== placeOf(word) + fact(word, LENGTH);
}
