// The tags of a cache: which lines are there, since when, and when each arrives. Least recently used lines leave first.

import { LINE_BYTES } from '../config/parameters.js';

/** A line that has been asked for and whose arrival is not known. */
export const UNKNOWN = Number.POSITIVE_INFINITY;

export class Cache {
  private readonly sets: number;
  private readonly lines: Float64Array;
  private readonly used: Float64Array;
  /** When each line arrives, or has. */
  readonly arrival: Float64Array;
  private readonly dirty: Uint8Array;
  private clock = 0;
  /** The number of no place. */
  readonly noPlace: number;
  hits = 0;
  misses = 0;
  /** Whether the line that `take` has thrown out was dirty. */
  evictedDirty = false;

  constructor(
    bytes: number,
    private readonly ways: number,
  ) {
    const count = bytes / LINE_BYTES;
    this.sets = count / ways;
    this.noPlace = count;
    this.lines = new Float64Array(count).fill(-1);
    this.used = new Float64Array(count);
    this.arrival = new Float64Array(count);
    this.dirty = new Uint8Array(count);
  }

  /** The place of a line, or -1. It counts as used. */
  find(line: number): number {
    const first = (line % this.sets) * this.ways;
    for (let place = first; place < first + this.ways; place++) {
      if (this.lines[place] !== line) continue;
      this.used[place] = ++this.clock;
      this.hits++;
      return place;
    }
    this.misses++;
    return -1;
  }

  /** Whether a place still has a line. */
  holds(place: number, line: number): boolean {
    return this.lines[place] === line;
  }

  /** A place for a line that is not there. */
  take(line: number): number {
    const first = (line % this.sets) * this.ways;
    let oldest = first;
    for (let place = first + 1; place < first + this.ways; place++)
      if (this.used[place]! < this.used[oldest]!) oldest = place;
    this.evictedDirty = this.dirty[oldest] === 1;
    this.lines[oldest] = line;
    this.used[oldest] = ++this.clock;
    this.arrival[oldest] = UNKNOWN;
    this.dirty[oldest] = 0;
    return oldest;
  }

  write(place: number): void {
    this.dirty[place] = 1;
  }

  /** Forgets a line. */
  drop(line: number): void {
    const first = (line % this.sets) * this.ways;
    for (let place = first; place < first + this.ways; place++)
      if (this.lines[place] === line) {
        this.lines[place] = -1;
        this.used[place] = 0;
      }
  }
}
