// A sequence of operations: their numbers (operation-table.ts) and operands, as words on a tape. Code is emitted into
// it before it becomes bytes: it can be put together, copied without its detours and given other numbers of locals.

import { KIND_OF, LOCALS_OF, type Locals, NUMBER, wordsAt } from './operation-table.js';

/**
 * A piece of code that another version of the code does not have: from a word on, up to another one, of so many bytes.
 */
interface CodePatch {
  readonly begin: number;
  readonly end: number;
  readonly bytes: number;
  /** Labels that are open there. */
  readonly depth: number;
}

const FIRST_WORDS = 128;
/** Much code stays empty. */
const NONE = new Int32Array(0);

function eachOf({ first, written, all }: Locals, tape: Int32Array, at: number, visit: Visit): void {
  const end = at + (all ? wordsAt(tape, at) : first + written.length);
  for (let word = at + first, n = 0; word < end; word++, n++) visit(word, written[n % written.length]!);
}

/** Called with the word and whether the operation writes the local. */
type Visit = (at: number, writes: boolean) => void;

export class Code {
  private tape: Int32Array = NONE;
  private readonly detours: CodePatch[] = [];
  /** Words on the tape. */
  length = 0;
  /** Bytes that this is in WebAssembly. */
  bytes = 0;
  /** Labels that are open at the end. */
  depth = 0;

  /** A sequence that was kept. */
  static of(words: Int32Array): Code {
    const code = new Code();
    code.tape = words;
    code.length = words.length;
    return code;
  }

  /** The words so far; valid until the next ones. */
  get words(): Int32Array {
    return this.tape.subarray(0, this.length);
  }

  private reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.tape.length) return;
    const larger = new Int32Array(Math.max(FIRST_WORDS, this.tape.length * 2, needed));
    larger.set(this.words);
    this.tape = larger;
  }

  /** Adds an operation. @param bytes that it is in WebAssembly */
  add(number: number, bytes: number): void {
    if (this.length === this.tape.length) this.reserve(1);
    this.tape[this.length++] = number;
    this.bytes += bytes;
  }
  /** The same, with a word behind it. */
  addWith(number: number, word: number, bytes: number): void {
    if (this.length + 2 > this.tape.length) this.reserve(2);
    this.tape[this.length++] = number;
    this.tape[this.length++] = word;
    this.bytes += bytes;
  }
  /** The same, with any words behind it. */
  addWords(number: number, words: readonly number[], bytes: number): void {
    this.reserve(1 + words.length);
    this.tape[this.length++] = number;
    for (const word of words) this.tape[this.length++] = word;
    this.bytes += bytes;
  }

  append(other: Code): void {
    this.reserve(other.length);
    this.tape.set(other.words, this.length);
    this.length += other.length;
    this.bytes += other.bytes;
  }

  /** Marks what `emit` adds as a detour; within another one it is a part of that. */
  detour(emit: () => void): void {
    const { length: begin, bytes, depth } = this;
    const outer = this.detours.length;
    emit();
    this.detours.splice(outer, Infinity, { begin, end: this.length, bytes: this.bytes - bytes, depth });
  }
  get hasDetours(): boolean {
    return this.detours.length > 0;
  }

  /** A copy with something else in place of the detours. @param leave adds it, at a number of open labels */
  withoutDetours(leave: (out: Code, depth: number) => void): Code {
    const copy = new Code();
    let from = 0;
    const copyTo = (end: number): void => {
      copy.reserve(end - from);
      copy.tape.set(this.tape.subarray(from, end), copy.length);
      copy.length += end - from;
    };
    copy.bytes = this.bytes;
    for (const { begin, end, bytes, depth } of this.detours) {
      copyTo(begin);
      copy.bytes -= bytes;
      leave(copy, depth);
      from = end;
    }
    copyTo(this.length);
    return copy;
  }

  /** Calls back for every mention of a local, in the order of the code. */
  eachLocal(visit: (local: number, writes: boolean) => void): void {
    const { tape } = this;
    this.eachPlace((at, writes) => visit(tape[at]!, writes));
  }

  /** True if the code names a local. */
  names(local: number): boolean {
    const { tape } = this;
    let isFound = false;
    this.eachPlace((at) => {
      if (tape[at] === local) isFound = true;
    });
    return isFound;
  }

  /** Gives every local a new number. */
  renumber(numbers: ArrayLike<number>): void {
    const { tape } = this;
    this.eachPlace((at) => {
      tape[at] = numbers[tape[at]!]!;
    });
  }

  /** Words that are numbers of locals. */
  private eachPlace(visit: Visit): void {
    const { tape, length } = this;
    for (let at = 0; at < length; ) {
      const number = tape[at]!;
      // Most mentions are these.
      if (number >= NUMBER.get && number <= NUMBER.tee) {
        visit(at + 1, number !== NUMBER.get);
        at += 2;
        continue;
      }
      const locals = LOCALS_OF[KIND_OF[number]!];
      if (locals !== undefined) eachOf(locals, tape, at, visit);
      at += wordsAt(tape, at);
    }
  }
}
