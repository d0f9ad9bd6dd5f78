// A compute unit: each of its SIMDs has a turn in every so manieth cycle, in which its wavefronts, the oldest first, issue at most one
// instruction of each class. It runs alone for a window; what it needs of others it asks for, and is answered behind the window.

import type { Parameters } from '../config/parameters.js';
import { FLAG, type Program, UNIT } from '../program/program.js';
import type { RecordFile } from '../records/reader.js';
import { RecordStream } from '../records/stream.js';
import { UNKNOWN } from './cache.js';
import type { Cluster } from './cluster.js';
import { FrontEnd } from './front-end.js';
import { Hazards } from './hazards.js';
import { MemoryPath } from './memory-path.js';
import { R } from './reasons.js';
import type { Requester, Requests } from './requests.js';
import { Residents } from './residents.js';
import { REQUEST } from './shared-memory.js';
import { EMPTY, Slots } from './slots.js';
import type { Stalls } from './stalls.js';
import { Waits } from './waits.js';

/** Where answers of the instruction cache go; the others are PATH's. */
const FETCH = 2;
const PATH_UNIT = 2 ** 40;

/** A wavefront that has ended: where it was, and in which cycles. */
export interface EndedWavefront {
  readonly unit: number;
  readonly slot: number;
  readonly group: number;
  readonly wavefront: number;
  readonly from: number;
  readonly until: number;
}

export class ComputeUnit implements Requester {
  readonly residents: Residents;
  readonly slots: Slots;
  readonly memory: MemoryPath;
  /** Cycles of the vector units. */
  vectorBusy = 0;
  scalarBusy = 0;
  /** When the last wavefront has ended. */
  end = 0;
  /** A work-group has ended since somebody has looked. */
  changed = true;

  private readonly simds: number;
  private readonly perSimd: number;
  private readonly streams: readonly RecordStream[];
  /** Slots of each SIMD, those that were started first in front. */
  private readonly order: number[][];
  private readonly wake: Float64Array;
  /** When the wavefront of each slot began. */
  private readonly begun: Float64Array;
  private readonly vectorFree: Float64Array;
  private readonly salusFree: Float64Array;
  private readonly frontEnd: FrontEnd;
  private readonly hazards: Hazards;
  private readonly waits: Waits;

  constructor(
    private readonly parameters: Parameters,
    private readonly program: Program,
    records: RecordFile,
    stalls: Stalls,
    cluster: Cluster,
    requests: Requests,
    /** Told of wavefronts that have ended. */
    private readonly ended?: (ended: Omit<EndedWavefront, 'unit'>) => void,
  ) {
    const { simds, slotsPerSimd } = parameters.computeUnit;
    const slots = simds * slotsPerSimd;
    [this.simds, this.perSimd] = [simds, slotsPerSimd];
    this.slots = new Slots(slots, stalls);
    this.hazards = new Hazards(slots, parameters, program);
    this.streams = Array.from({ length: slots }, () => new RecordStream(records));
    this.order = Array.from({ length: simds }, () => []);
    this.wake = new Float64Array(simds).fill(UNKNOWN);
    this.begun = new Float64Array(slots);
    this.vectorFree = new Float64Array(simds);
    this.salusFree = new Float64Array(simds);
    this.residents = new Residents(parameters, records.launch);
    const ask = (path: number, line: number, kind: number, place: number, cycle: number, data: number): void =>
      requests.add(cycle, line, kind, place, path * PATH_UNIT + data, this);
    this.memory = new MemoryPath(slots, parameters, cluster.scalar, ask);
    this.frontEnd = new FrontEnd(slots, parameters, cluster.instruction, (line, place, cycle, data) =>
      ask(FETCH, line, REQUEST.load, place, cycle, data),
    );
    this.waits = new Waits(program, this.memory);
  }

  /** When something may happen; UNKNOWN when only an answer can change that. */
  get next(): number {
    let next = UNKNOWN;
    for (let simd = 0; simd < this.simds; simd++) next = Math.min(next, this.wake[simd]!);
    return next;
  }

  get resident(): number {
    return this.order.reduce((sum, slots) => sum + slots.length, 0);
  }

  /** A work-group begins. */
  start(number: number, wavefronts: number, at: number): void {
    const { slots } = this.residents.take(number, wavefronts);
    slots.forEach((slot, wavefront) => {
      // The last instruction of who was there before may still be on its way.
      const cycle = Math.max(at, this.slots.since[slot]!);
      this.slots.account(slot, cycle, R.fetch, this.streams[slot]!.open(number, wavefront));
      this.begun[slot] = cycle;
      this.order[Math.floor(slot / this.perSimd)]!.push(slot);
      this.hazards.clear(slot);
      this.memory.exported[slot] = 0;
      this.frontEnd.redirect(slot, this.slots.word[slot]!, cycle);
      this.rouse(slot, cycle);
    });
  }

  private rouse(slot: number, cycle: number): void {
    this.slots.ready[slot] = cycle;
    const simd = Math.floor(slot / this.perSimd);
    if (cycle < this.wake[simd]!) this.wake[simd] = cycle;
  }

  /** Everything that happens before a cycle. @param from its earliest */
  run(from: number, before: number): void {
    for (;;) {
      let [simd, cycle] = [-1, before];
      for (let each = 0; each < this.simds; each++) {
        const turn = this.turnAt(each, Math.max(this.wake[each]!, from));
        if (turn < cycle) [simd, cycle] = [each, turn];
      }
      if (simd < 0) return;
      this.turn(simd, cycle);
    }
  }

  /** The first turn of a SIMD from a cycle on. */
  private turnAt(simd: number, cycle: number): number {
    const { simds } = this;
    return cycle === UNKNOWN ? UNKNOWN : Math.ceil((cycle - simd) / simds) * simds + simd;
  }

  private turn(simd: number, cycle: number): void {
    const order = this.order[simd]!;
    let [used, issued] = [0, 0];
    this.wake[simd] = UNKNOWN;
    for (let n = 0; n < order.length; n++) {
      const slot = order[n]!;
      if (this.slots.ready[slot]! <= cycle) {
        const unit = this.step(slot, simd, cycle, used, issued);
        if (unit > 0) {
          used |= 1 << unit;
          if (unit < UNIT.wait) issued++;
        }
        if (this.slots.word[slot] === EMPTY) n--;
      }
      if (this.slots.word[slot] !== EMPTY && this.slots.ready[slot]! < this.wake[simd]!)
        this.wake[simd] = this.slots.ready[slot]!;
    }
    // A wavefront that is ready has its next look at its SIMD's next turn.
    if (this.wake[simd]! <= cycle) this.wake[simd] = cycle + this.simds;
  }

  /** One wavefront's part of a turn. Gives the unit that has got an instruction of it, or 0. */
  private step(slot: number, simd: number, cycle: number, used: number, issued: number): number {
    const word = this.slots.word[slot]!;
    const unit = this.program.at(word);
    const arrives = this.frontEnd.available(slot, word, this.program.size[word]!, cycle);
    if (arrives > cycle) return this.slots.hold(slot, cycle, R.fetch, arrives);
    if (unit === UNIT.wait) return this.wait(slot, word, cycle);
    if (unit === UNIT.barrier) return this.barrier(slot, word, cycle);
    if (unit === UNIT.end) return this.leave(slot, word, cycle);
    const before = this.hazards.before(slot, word, unit, cycle);
    if (before > cycle) return this.slots.hold(slot, cycle, R.dependency, before);
    if (this.refused(slot, simd, unit, cycle)) return 0;
    if ((used & (1 << unit)) !== 0 || issued === this.parameters.frontEnd.issueWidth)
      return this.slots.hold(slot, cycle, R.arbitration, cycle + this.simds);
    this.issue(slot, simd, word, unit, cycle);
    return unit;
  }

  /** Whether the unit takes nothing now; then the wavefront waits for it. */
  private refused(slot: number, simd: number, unit: number, cycle: number): boolean {
    const { memory } = this;
    switch (unit) {
      case UNIT.valu:
        return this.busy(slot, cycle, R.busyVector, this.vectorFree[simd]!);
      case UNIT.salu:
        return this.busy(slot, cycle, R.busyScalar, this.salusFree[simd]!);
      case UNIT.scalar:
        if (this.crowded(slot, cycle, memory.lgkm)) return true;
        return this.busy(slot, cycle, R.busyScalar, memory.scalarAccepts);
      case UNIT.lds:
        if (this.crowded(slot, cycle, memory.lgkm)) return true;
        return this.busy(slot, cycle, R.busyLds, memory.lds.accepts);
      case UNIT.vector:
        if (this.crowded(slot, cycle, memory.vector)) return true;
        if (memory.onTheirWay < this.parameters.l1.outstandingLines)
          return this.busy(slot, cycle, R.busyMemory, memory.addressUnit.accepts);
        this.slots.hold(slot, cycle, R.pressure, UNKNOWN);
        return true;
      default:
        return false;
    }
  }

  private busy(slot: number, cycle: number, reason: number, until: number): boolean {
    if (until <= cycle) return false;
    this.slots.hold(slot, cycle, reason, until);
    return true;
  }

  private crowded(slot: number, cycle: number, outstanding: MemoryPath['vector']): boolean {
    const { outstandingPerWavefront } = this.parameters.vectorMemory;
    outstanding.retire(slot, cycle);
    if (outstanding.count[slot]! < outstandingPerWavefront) return false;
    return this.busy(slot, cycle, R.pressure, outstanding.doneBut(slot, outstandingPerWavefront - 1));
  }

  private issue(slot: number, simd: number, word: number, unit: number, cycle: number): void {
    const { program, memory } = this;
    const flags = program.flags[word]!;
    const stream = this.streams[slot]!;
    const cycles = program.cycles[word]!;
    let until = cycle + this.simds;
    if (unit === UNIT.valu) {
      this.vectorFree[simd] = until = cycle + cycles;
      this.vectorBusy += cycles;
    } else if (unit === UNIT.salu) {
      this.salusFree[simd] = until = cycle + cycles;
      this.scalarBusy += cycles;
    } else if (unit === UNIT.scalar) memory.issueScalar(slot, stream, cycle);
    else if (unit === UNIT.lds) memory.issueLds(slot, stream, cycle);
    else if (unit === UNIT.vector) memory.issueVector(slot, stream, cycle, (flags & FLAG.comparesData) !== 0);
    if ((flags & FLAG.exec) !== 0) stream.skipExec();
    until += this.hazards.issued(slot, word, cycle);
    if (unit === UNIT.branch) this.branch(slot, word, cycle);
    else this.slots.advance(slot, word, cycle, this.simds, word + program.size[word]!);
    this.slots.ready[slot] = Math.max(until, cycle + this.simds);
  }

  private branch(slot: number, word: number, cycle: number): void {
    const target = this.streams[slot]!.takeBlock();
    const next = word + this.program.size[word]!;
    this.slots.advance(slot, word, cycle, this.simds, target);
    if (target !== next) this.frontEnd.redirect(slot, target, cycle + this.parameters.frontEnd.branchCycles);
  }

  private wait(slot: number, word: number, cycle: number): number {
    const { until, reason } = this.waits.of(slot, word, cycle);
    if (until > cycle) return this.slots.hold(slot, cycle, reason, until);
    this.slots.advance(slot, word, cycle, this.simds, word + this.program.size[word]!);
    return UNIT.wait;
  }

  private barrier(slot: number, word: number, cycle: number): number {
    const group = this.residents.groups[slot]!;
    this.slots.advance(slot, word, cycle, this.simds, word + this.program.size[word]!);
    // Until all are there, it is at the barrier.
    this.slots.word[slot] = word;
    this.slots.reason[slot] = R.barrier;
    this.slots.ready[slot] = UNKNOWN;
    group.waiting++;
    this.meet(slot, cycle);
    return UNIT.barrier;
  }

  /** Those that wait at a barrier go on when all that have not ended are there. */
  private meet(of: number, cycle: number): void {
    const group = this.residents.groups[of]!;
    if (group.waiting === 0 || group.waiting < group.left) return;
    group.waiting = 0;
    for (const slot of group.slots) {
      if (this.residents.groups[slot] !== group || this.slots.reason[slot] !== R.barrier) continue;
      const from = Math.max(cycle + this.simds, this.slots.since[slot]!);
      this.slots.account(slot, from, R.dependency, this.slots.word[slot]! + this.program.size[this.slots.word[slot]!]!);
      this.rouse(slot, from);
    }
  }

  private leave(slot: number, word: number, cycle: number): number {
    const group = this.residents.groups[slot]!;
    this.slots.advance(slot, word, cycle, this.simds, EMPTY);
    this.slots.reason[slot] = this.slots.emptyReason;
    this.slots.ready[slot] = UNKNOWN;
    this.end = Math.max(this.end, cycle + this.simds);
    const [from, until, wavefront] = [this.begun[slot]!, cycle + this.simds, group.slots.indexOf(slot)];
    this.ended?.({ slot, group: group.number, wavefront, from, until });
    const order = this.order[Math.floor(slot / this.perSimd)]!;
    order.splice(order.indexOf(slot), 1);
    this.residents.leave(slot);
    this.memory.abandon(slot);
    if (group.left === 0) this.changed = true;
    else {
      const other = group.slots.find((each) => this.residents.groups[each] === group);
      if (other !== undefined) this.meet(other, cycle);
    }
    return UNIT.end;
  }

  arrivalOf(line: number, place: number, data: number): number {
    const path = Math.floor(data / PATH_UNIT);
    return path === FETCH ? this.frontEnd.arrivalOf(line, place) : this.memory.arrivalOf(path, line, place);
  }

  answered(line: number, place: number, data: number, done: number): void {
    const path = Math.floor(data / PATH_UNIT);
    if (path === FETCH) {
      const slot = this.frontEnd.answered(line, place, data % PATH_UNIT, done);
      if (slot >= 0 && this.slots.reason[slot] === R.fetch) this.rouse(slot, this.frontEnd.arrivalAt(slot));
      return;
    }
    const slot = this.memory.answered(path, line, place, data % PATH_UNIT, done);
    if (slot >= 0 && this.slots.ready[slot] === UNKNOWN && isWait(this.slots.reason[slot]!)) this.rouse(slot, 0);
  }

  /** Lines that have returned make room for others. */
  settle(cycle: number): void {
    if (!this.memory.settle(cycle)) return;
    for (const slots of this.order)
      for (const slot of slots)
        if (this.slots.reason[slot] === R.pressure && this.slots.ready[slot] === UNKNOWN) this.rouse(slot, cycle);
  }
}

const isWait = (reason: number): boolean =>
  reason === R.waitVector || reason === R.waitLds || reason === R.waitScalar || reason === R.pressure;
