// Counts of a dispatch: how often each stretch of code ran and each conditional branch was taken, and how many lanes
// were inactive. Engines report only these; src/statistics derives units, utilisation and the rest.

import type { LaunchDescriptor } from './launch.js';

/**
 * Numbers of a stretch: `[first word, word behind the last, number]`, one after the other. Words count from the start
 * of the code.
 */
export type CountRanges = Float64Array;
export const STRETCH_WORDS = 3;
/** Numbers of single instructions: `[word, number]`, one after the other. */
export type InstructionCounts = Float64Array;
export const PLACE_WORDS = 2;

/** Execution counts of code, as another thread sends them. Stretches may overlap: their numbers are added. */
export interface CodeCountValues {
  /** Executions of all instructions of the stretch. Negative ones take back what others count too much. */
  readonly times: CountRanges;
  /**
   * Lanes, added over the executions, that were switched off for its vector instructions. Of scalar instructions it
   * says nothing.
   */
  readonly idle: CountRanges;
  /** Counts of taken conditional branches. */
  readonly taken: InstructionCounts;
}

/** Numbers by words, for engines that execute one instruction after the other. */
export interface WordCounts {
  /**
   * Number of times that execution began at a word, less the number of times that it stopped before it: prefix sums are
   * executions.
   */
  readonly changes: Float64Array;
  readonly idle: Float64Array;
  readonly taken: Float64Array;
}

/**
 * A stretch as one number: a code has at most 2^30 words, a stretch (a basic block, LIMITS of the flow graph) much
 * fewer than 2^20.
 */
const LENGTHS = 2 ** 20;
const keyOf = (first: number, end: number): number => first * LENGTHS + end - first;

function count<Key>(map: Map<Key, number>, key: Key, times: number): void {
  map.set(key, (map.get(key) ?? 0) + times);
}

/**
 * Execution counts of the code of a launch. Addresses are those of GPU memory. All numbers are integers, and exact up
 * to 2^53.
 */
export class CodeCounts {
  private readonly stretches = new Map<number, number>();
  private readonly idleStretches = new Map<number, number>();
  private readonly branches = new Map<number, number>();
  private words: WordCounts | undefined;

  /** Arrays by `(pc - codeAddress) / 4`, with one place more for what is behind the code. */
  byWord({ codeBytes }: LaunchDescriptor): WordCounts {
    if (!this.words) {
      const length = Math.ceil(codeBytes / 4) + 1;
      const numbers = (): Float64Array => new Float64Array(length);
      this.words = { changes: numbers(), idle: numbers(), taken: numbers() };
    }
    return this.words;
  }

  /** The instructions of the words from `first` up to, but without, `end` ran one after the other so many times. */
  ran(first: number, end: number, times: number): void {
    count(this.stretches, keyOf(first, end), times);
  }

  /** So many lanes were switched off while they did. */
  idled(first: number, end: number, lanes: number): void {
    count(this.idleStretches, keyOf(first, end), lanes);
  }

  /** The condition of the branch at a word held so many times. */
  took(word: number, times: number): void {
    count(this.branches, word, times);
  }

  get values(): CodeCountValues {
    const { words } = this;
    return {
      times: Float64Array.from(stretchesOf(this.stretches).concat(stretchesBetween(words?.changes))),
      idle: Float64Array.from(stretchesOf(this.idleStretches).concat(stretchesAt(words?.idle))),
      taken: Float64Array.from([...this.branches].flat().concat(placesAt(words?.taken))),
    };
  }

  add({ times, idle, taken }: CodeCountValues): void {
    eachStretch(times, (first, end, number) => this.ran(first, end, number));
    eachStretch(idle, (first, end, number) => this.idled(first, end, number));
    eachPlace(taken, (word, number) => this.took(word, number));
  }
}

function stretchesOf(map: ReadonlyMap<number, number>): number[] {
  const numbers: number[] = [];
  for (const [key, number] of map) {
    const first = Math.floor(key / LENGTHS);
    if (number !== 0) numbers.push(first, first + (key % LENGTHS), number);
  }
  return numbers;
}

/** Stretches between changes of how often words ran. */
function stretchesBetween(changes: Float64Array = new Float64Array(0)): number[] {
  const numbers: number[] = [];
  let [first, times] = [0, 0];
  for (let word = 0; word < changes.length; word++) {
    if (changes[word] === 0) continue;
    if (times !== 0) numbers.push(first, word, times);
    first = word;
    times += changes[word]!;
  }
  return numbers;
}

function placesAt(numbers: Float64Array = new Float64Array(0)): number[] {
  const matching: number[] = [];
  for (let word = 0; word < numbers.length - 1; word++) if (numbers[word] !== 0) matching.push(word, numbers[word]!);
  return matching;
}

const stretchesAt = (numbers?: Float64Array): number[] => {
  const places = placesAt(numbers);
  const matching: number[] = [];
  for (let at = 0; at < places.length; at += PLACE_WORDS) matching.push(places[at]!, places[at]! + 1, places[at + 1]!);
  return matching;
};

/** Visits the numbers of stretches. */
export function eachStretch(all: CountRanges, visit: (first: number, end: number, number: number) => void): void {
  for (let at = 0; at < all.length; at += STRETCH_WORDS) visit(all[at]!, all[at + 1]!, all[at + 2]!);
}

/** Visits the numbers of single instructions. */
export function eachPlace(all: InstructionCounts, visit: (word: number, number: number) => void): void {
  for (let at = 0; at < all.length; at += PLACE_WORDS) visit(all[at]!, all[at + 1]!);
}

/** Counts of a dispatch since this was made. */
export class Counts {
  workGroups = 0;
  wavefronts = 0;
  barriers = 0;
  /** Stops at what is no instruction: each counts as one. */
  invalid = 0;
  readonly code = new CodeCounts();
  /**
   * Instructions that compiled code left to the interpreter, by mnemonic. They are part of `code` too. Undefined: no
   * compiling engine has counted.
   */
  exits: Map<string, number> | undefined;

  /** @param compiles whether the engine compiles kernels */
  constructor(compiles = false) {
    if (compiles) this.exits = new Map();
  }

  /** Notes one instruction that compiled code left to the interpreter. */
  exit(mnemonic: string): void {
    this.exits ??= new Map();
    count(this.exits, mnemonic, 1);
  }

  /** Plain data for another thread. */
  get values(): CountValues {
    const { workGroups, wavefronts, barriers, invalid, exits } = this;
    return { workGroups, wavefronts, barriers, invalid, exits, code: this.code.values };
  }

  /** Adds the numbers of another worker or launch. */
  add(other: CountValues): void {
    this.workGroups += other.workGroups;
    this.wavefronts += other.wavefronts;
    this.barriers += other.barriers;
    this.invalid += other.invalid;
    this.code.add(other.code);
    if (!other.exits) return;
    this.exits ??= new Map();
    for (const [mnemonic, times] of other.exits) count(this.exits, mnemonic, times);
  }
}

/** The plain data of counts, as it arrives from a worker thread. */
export interface CountValues extends Pick<Counts, 'workGroups' | 'wavefronts' | 'barriers' | 'invalid' | 'exits'> {
  readonly code: CodeCountValues;
}
