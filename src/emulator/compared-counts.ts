// Counts of two engines that executed the same: by instruction, since engines are free in how they cut code into
// stretches.

import { neverGoesOn } from '../isa/control.js';
import { isVector } from '../isa/evaluate.js';
import type { CodeReader } from './code.js';
import { type CountRanges, type Counts, eachPlace, eachStretch, type InstructionCounts } from './counts.js';

/** Numbers by words that begin instructions. */
type ByWord = ReadonlyMap<number, number>;

/** @param counts whether the numbers of an instruction mean anything */
function byInstruction(
  code: CodeReader,
  stretches: CountRanges,
  counts: (word: number) => boolean = () => true,
): ByWord {
  const sums = new Map<number, number>();
  eachStretch(stretches, (first, end, number) => {
    for (let word = first; word < end; ) {
      if (counts(word)) sums.set(word, (sums.get(word) ?? 0) + number);
      word += (at(code, word)?.size ?? 4) / 4;
    }
  });
  return sums;
}

/** Of conditional branches: the others are always taken, and not every engine counts that. */
function byBranch(code: CodeReader, places: InstructionCounts): ByWord {
  const sums = new Map<number, number>();
  eachPlace(places, (word, number) => {
    const instruction = at(code, word);
    if (instruction && !neverGoesOn(instruction.def)) sums.set(word, (sums.get(word) ?? 0) + number);
  });
  return sums;
}

const pcOf = (code: CodeReader, word: number): number => code.launch.codeAddress + 4 * word;
const at = (code: CodeReader, word: number) => code.instructionAt(pcOf(code, word));

function* unequal(one: ByWord, other: ByWord): Generator<readonly [word: number, one: number, other: number]> {
  for (const word of new Set([...one.keys(), ...other.keys()])) {
    const [a, b] = [one.get(word) ?? 0, other.get(word) ?? 0];
    if (a !== b) yield [word, a, b];
  }
}

/** Differences between the counts of two engines: an entry for each instruction, with both numbers. */
export function countDifferences(code: CodeReader, one: Counts, other: Counts): string[] {
  const ofVectors = (word: number): boolean => {
    const instruction = at(code, word);
    return instruction !== undefined && isVector(instruction.def);
  };
  const [a, b] = [one.code.values, other.code.values];
  const kinds = [
    ['executions', byInstruction(code, a.times), byInstruction(code, b.times)],
    ['idle lanes', byInstruction(code, a.idle, ofVectors), byInstruction(code, b.idle, ofVectors)],
    ['branches taken', byBranch(code, a.taken), byBranch(code, b.taken)],
  ] as const;
  const differences = one.invalid === other.invalid ? [] : [`invalid instructions ${one.invalid} / ${other.invalid}`];
  for (const [name, first, second] of kinds)
    for (const [word, x, y] of unequal(first, second))
      differences.push(`${name} of '${code.describe(pcOf(code, word))}' at offset ${4 * word}: ${x} / ${y}`);
  return differences;
}
