// The way of accesses through a compute unit: address unit and L1, LDS, and the scalar cache of its cluster.

import type { Parameters } from '../config/parameters.js';
import type { RecordStream } from '../records/stream.js';
import { conflictsOf, countOf, dwordsOf, KIND, kindOf, LISTED, MOST_LINES, TAG } from '../records/words.js';
import { Cache, UNKNOWN } from './cache.js';
import { Outstanding, RING } from './outstanding.js';
import { UnitQueue } from './queue.js';
import { REQUEST } from './shared-memory.js';
import { ldsTurn, vectorTurn } from './turns.js';

/** What waits: the entry of an access, and in which cache its line is to be. */
export const PATH = { vector: 0, scalar: 1 } as const;
export type AskData = (path: number, line: number, kind: number, place: number, cycle: number, entry: number) => void;

/** What entries of lgkmcnt are. */
export const LGKM = { lds: 0, scalar: 1 } as const;

export class MemoryPath {
  readonly l1: Cache;
  readonly addressUnit: UnitQueue;
  readonly lds: UnitQueue;
  readonly vector: Outstanding;
  readonly lgkm: Outstanding;
  /** When each slot's stores have read their data. */
  readonly exported: Float64Array;
  /** Lines of L1 that are on their way. */
  onTheirWay = 0;
  ldsConflictCycles = 0;
  linesTouched = 0;
  /** When lines return whose answers have come. */
  private returns: number[] = [];
  private scalarFree = 0;
  private readonly lines = new Float64Array(MOST_LINES);

  constructor(
    slots: number,
    private readonly parameters: Parameters,
    private readonly scalarCache: Cache,
    private readonly ask: AskData,
  ) {
    this.l1 = new Cache(parameters.l1.bytes, parameters.l1.ways);
    this.addressUnit = new UnitQueue(parameters.vectorMemory.queueEntries);
    this.lds = new UnitQueue(parameters.lds.queueEntries);
    this.vector = new Outstanding(slots);
    this.lgkm = new Outstanding(slots);
    this.exported = new Float64Array(slots);
  }

  /** An access of lanes to memory. @param comparesData whether an atomic has two data */
  issueVector(slot: number, stream: RecordStream, cycle: number, comparesData: boolean): void {
    const head = stream.take(TAG.vector);
    const count = stream.takeLines(head, countOf(head), this.lines, (head & LISTED) !== 0);
    this.linesTouched += count;
    const end = this.addressUnit.take(cycle, vectorTurn(this.parameters, head, count, comparesData));
    const kind = kindOf(head);
    if (kind !== KIND.load) this.exported[slot] = Math.max(this.exported[slot]!, end);
    const entry = this.vector.add(slot, kind, end);
    for (let n = 0; n < count; n++) {
      const line = this.lines[n]!;
      if (kind === KIND.load) this.read(entry, line, end);
      else this.send(entry, line, end, kind === KIND.store ? REQUEST.store : REQUEST.atomic);
    }
  }

  private read(entry: number, line: number, cycle: number): void {
    const { l1 } = this;
    const found = l1.find(line);
    const arrival = found >= 0 ? l1.arrival[found]! : UNKNOWN;
    if (arrival !== UNKNOWN)
      return this.vector.extend(entry, Math.max(arrival, cycle + this.parameters.l1.latencyCycles));
    this.vector.await(entry);
    this.onTheirWay++;
    this.ask(PATH.vector, line, REQUEST.load, found >= 0 ? found : -1 - l1.take(line), cycle, entry);
  }

  /** Stores and atomics go on to L2; what L1 has of the line is old then. */
  private send(entry: number, line: number, cycle: number, kind: number): void {
    if (kind === REQUEST.atomic) this.l1.drop(line);
    this.vector.await(entry);
    this.onTheirWay++;
    this.ask(PATH.vector, line, kind, this.l1.noPlace, cycle, entry);
  }

  /** Takes note of lines that have returned. Says whether there were any. */
  settle(cycle: number): boolean {
    const left = this.returns.filter((done) => done > cycle);
    const some = left.length < this.returns.length;
    this.onTheirWay -= this.returns.length - left.length;
    this.returns = left;
    return some;
  }

  /** When the next line returns that is on its way; infinite when none is. */
  get nextReturn(): number {
    let next = UNKNOWN;
    for (const done of this.returns) if (done < next) next = done;
    return next;
  }

  /** A wavefront has ended: what it has asked for is of use to nobody. */
  abandon(slot: number): void {
    this.vector.clear(slot);
    this.lgkm.clear(slot);
  }

  issueLds(slot: number, stream: RecordStream, cycle: number): void {
    const { lds } = this.parameters;
    const head = stream.take(TAG.lds);
    this.ldsConflictCycles += conflictsOf(head);
    const end = this.lds.take(cycle, ldsTurn(this.parameters, head));
    this.lgkm.add(slot, LGKM.lds, end + lds.latencyCycles);
  }

  /** From which cycle on a scalar load can be issued. */
  get scalarAccepts(): number {
    return this.scalarFree;
  }

  issueScalar(slot: number, stream: RecordStream, cycle: number): void {
    const { scalarCache } = this.parameters;
    const head = stream.take(TAG.scalar);
    const count = stream.takeLines(head, countOf(head), this.lines, (head & LISTED) !== 0);
    const dwords = dwordsOf(head);
    const turn = dwords > 8 ? scalarCache.load16Cycles : dwords > 4 ? scalarCache.load8Cycles : scalarCache.load4Cycles;
    this.scalarFree = cycle + turn;
    const entry = this.lgkm.add(slot, LGKM.scalar, cycle + scalarCache.latencyCycles);
    for (let n = 0; n < count; n++) {
      const line = this.lines[n]!;
      const found = this.scalarCache.find(line);
      const arrival = found >= 0 ? this.scalarCache.arrival[found]! : UNKNOWN;
      if (arrival !== UNKNOWN) {
        this.lgkm.extend(entry, Math.max(arrival, cycle + scalarCache.latencyCycles));
        continue;
      }
      this.lgkm.await(entry);
      const place = found >= 0 ? found : -1 - this.scalarCache.take(line);
      this.ask(PATH.scalar, line, REQUEST.load, place, cycle, entry);
    }
  }

  /** When a line that another access has asked for arrives; UNKNOWN when that is not known, or it has left. */
  arrivalOf(path: number, line: number, place: number): number {
    const cache = path === PATH.vector ? this.l1 : this.scalarCache;
    return place >= 0 && place !== cache.noPlace && cache.holds(place, line) ? cache.arrival[place]! : UNKNOWN;
  }

  /** A line has been answered. Gives the slot whose access waits for no other, or -1. */
  answered(path: number, line: number, place: number, entry: number, done: number): number {
    const cache = path === PATH.vector ? this.l1 : this.scalarCache;
    if (place < 0 && cache.holds(-1 - place, line)) cache.arrival[-1 - place] = done;
    const arrived = done + (path === PATH.vector ? 0 : this.parameters.scalarCache.latencyCycles);
    if (path === PATH.vector) this.returns.push(done);
    const slot = Math.floor(entry / RING);
    return (path === PATH.vector ? this.vector : this.lgkm).answered(entry, arrived) ? slot : -1;
  }
}
