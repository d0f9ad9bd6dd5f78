// Fetching of instructions: a buffer for each slot of a compute unit, one fetch a cycle, and the instruction cache of its cluster.

import { LINE_BYTES, type Parameters } from '../config/parameters.js';
import { type Cache, UNKNOWN } from './cache.js';

const NONE = -1;
/** Lines of code lie apart from those of data. */
const CODE_LINES = 2 ** 28;

/** Asks for a line of the instruction cache. @param data comes back with the answer */
export type AskLine = (line: number, place: number, cycle: number, data: number) => void;

export class FrontEnd {
  /** The word up to which instructions have arrived. */
  private readonly end: Int32Array;
  /** When the fetch arrives that is on its way. */
  private readonly arrival: Float64Array;
  /** When the next one may begin. */
  private readonly from: Float64Array;
  /** Answers to fetches that a branch has overtaken are of no use. */
  private readonly generation: Int32Array;
  private free = 0;
  private readonly bufferWords: number;
  private readonly fetchWords: number;

  constructor(
    slots: number,
    private readonly parameters: Parameters,
    private readonly cache: Cache,
    private readonly ask: AskLine,
  ) {
    this.end = new Int32Array(slots);
    this.arrival = new Float64Array(slots).fill(NONE);
    this.from = new Float64Array(slots);
    this.generation = new Int32Array(slots);
    this.bufferWords = parameters.frontEnd.bufferBytes / 4;
    this.fetchWords = parameters.frontEnd.fetchBytes / 4;
  }

  /** Execution goes on elsewhere: nothing that is there is of use. @param cycle of the first fetch */
  redirect(slot: number, word: number, cycle: number): void {
    this.end[slot] = word;
    this.arrival[slot] = NONE;
    this.from[slot] = cycle;
    this.generation[slot]!++;
  }

  /** When the instruction at a word is there; UNKNOWN when that has no answer yet. Fetches go on. */
  available(slot: number, word: number, size: number, cycle: number): number {
    for (;;) {
      const arrival = this.arrival[slot]!;
      if (arrival !== NONE && arrival <= cycle) this.arrived(slot);
      if (this.arrival[slot] === NONE && this.end[slot]! - word <= this.bufferWords - this.fetchWords)
        this.fetch(slot, cycle);
      if (this.end[slot]! >= word + size) return cycle;
      if (this.arrival[slot]! > cycle) return this.arrival[slot]!;
    }
  }

  private arrived(slot: number): void {
    const { fetchWords } = this;
    this.end[slot] = (Math.floor(this.end[slot]! / fetchWords) + 1) * fetchWords;
    this.arrival[slot] = NONE;
  }

  private fetch(slot: number, cycle: number): void {
    const { fetchLatencyCycles } = this.parameters.frontEnd;
    const start = Math.max(cycle, this.free, this.from[slot]!);
    this.free = start + 1;
    const line = Math.floor((4 * this.end[slot]!) / LINE_BYTES);
    const found = this.cache.find(line);
    const known = found >= 0 ? this.cache.arrival[found]! : UNKNOWN;
    this.arrival[slot] = known === UNKNOWN ? UNKNOWN : Math.max(start, known) + fetchLatencyCycles;
    if (known !== UNKNOWN) return;
    const place = found >= 0 ? found : this.cache.take(line);
    this.ask(
      CODE_LINES + line,
      found >= 0 ? found : -1 - place,
      start,
      slot * 2 ** 20 + (this.generation[slot]! % 2 ** 20),
    );
  }

  /** When a line that another fetch has asked for arrives; UNKNOWN when that is not known, or it has left. */
  arrivalOf(line: number, place: number): number {
    return place >= 0 && this.cache.holds(place, line - CODE_LINES) ? this.cache.arrival[place]! : UNKNOWN;
  }

  arrivalAt(slot: number): number {
    return this.arrival[slot]!;
  }

  /** A line has been answered. Says which slot goes on, or -1. */
  answered(line: number, place: number, data: number, done: number): number {
    const own = line - CODE_LINES;
    if (place < 0 && this.cache.holds(-1 - place, own)) this.cache.arrival[-1 - place] = done;
    const slot = Math.floor(data / 2 ** 20);
    if (this.generation[slot]! % 2 ** 20 !== data % 2 ** 20) return -1;
    this.arrival[slot] = done + this.parameters.frontEnd.fetchLatencyCycles;
    return slot;
  }
}
