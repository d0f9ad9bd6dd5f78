// Data races, by happens-before. Ordered are: the accesses of one wavefront (its work-items run in lock step), those of
// a work-group before and behind a barrier, and launches. Only atomics order work-groups: accesses before an atomic are
// ordered before those behind another atomic on the same memory whose old value has been used.
//
// An access is two words: the actor (the segment of a work-group between two barriers, and the wavefront), and the kind
// (instruction, lane, whether atomic). Segments are numbered in the order in which they begin, for all launches: one
// comparison shows whether an access belongs to this launch, to this work-group, and to this segment. Work-groups run
// one after the other; one that waits for another one may be suspended and resumed, with further segments.

import type { AccessKind } from '../emulator/probes.js';
import type { Wavefront } from '../emulator/wavefront.js';
import type { WorkGroup } from '../emulator/workgroup.js';
import { type CopyMark, CopyOrder } from './copy-marks.js';
import { IntraInstructionRaces } from './intra-instruction-races.js';
import { LaunchOrder } from './launch-order.js';
import type { LaunchView } from './launch-view.js';
import type { OrderNote } from './objects.js';
import { CELL, cellAt, RaceShadow } from './race-shadow.js';

const WAVES_BITS = 4;
const LANE_BITS = 6;
const ATOMIC = 1 << LANE_BITS;
/** Among readers: a store of the value that another one had stored. */
const SAME = ATOMIC << 1;
/** Among readers: an atomic load. */
const LOOK = SAME << 1;
/** By an asynchronous copy: until it is waited for, nothing orders it with what follows. */
const COPY = LOOK << 1;
const NUMBER_SHIFT = LANE_BITS + 4;
/** Maximum number of instructions that have numbers of their own. */
const NUMBERS = 2 ** (32 - NUMBER_SHIFT);
const LAST_STRETCH = 2 ** (32 - WAVES_BITS) - 2;
/** Addresses with atomics that are remembered of a work-group, and work-groups that are remembered. */
const SYNC_ADDRESSES = 256;
const SYNC_GROUPS = 4096;

export interface RaceSide {
  /** Number of the work-group. */
  readonly group: number;
  readonly wavefront: number;
  readonly lane: number;
  /** Number of the instruction (LaunchView). */
  readonly instruction: number;
  readonly atomic: boolean;
  readonly does: 'read' | 'write';
  /** By an asynchronous copy. */
  readonly copies: boolean;
  /** Another launch, of which the numbers are; undefined for the one that runs. */
  readonly launch: LaunchView | undefined;
}

/**
 * An access, and what it collides with.
 * @param load number of the instruction, of the two, that is an ordinary load beside an atomic; undefined for none
 */
export type OnRace = (access: RaceAccess, other: RaceSide, isLocal: boolean, load: number | undefined) => void;

/** An access of one lane. */
export interface RaceAccess {
  readonly kind: AccessKind;
  readonly lane: number;
  /** GPU address, or offset in LDS. */
  readonly address: number;
  readonly size: number;
}

/** Of a load, or an atomic, and what it collides with. */
function ordinaryLoad(kind: AccessKind, number: number, other: RaceSide): number | undefined {
  if (kind === 'load' && other.atomic) return number;
  if (other.launch) return undefined;
  return kind === 'atomic' && !other.atomic && other.does === 'read' ? other.instruction : undefined;
}

const placeOf = ({ address }: RaceAccess, isLocal: boolean): number => (isLocal ? -1 - address : address);

/** Index of the last of some ascending numbers that is not beyond one; -1 where all are. */
function lastUpTo(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The order of a work-group with others, and the last accesses to its local memory. */
interface GroupOrder {
  readonly acquired: Set<number>;
  readonly heard: Map<number, number>;
  readonly local: RaceShadow;
  readonly copying: CopyOrder;
}

export class RaceCheck {
  private readonly global: RaceShadow;
  private local: RaceShadow;
  private stretch = 0;
  private launchFirst = 1;
  private groupFirst = 1;
  /** First stretch and number of each turn of a work-group of the launch. */
  private readonly starts: number[] = [];
  private readonly groups: number[] = [];
  private group = 0;
  /** Work-groups that have left their place, and whether any has in this launch. */
  private readonly aside = new Map<number, GroupOrder>();
  private hasMoved = false;
  /**
   * By work-group: the last stretch in which it made an atomic on an address, and those whose old values it has looked
   * at.
   */
  private readonly released = new Map<number, Map<number, number>>();
  private acquired = new Set<number>();
  /** By work-group: the last stretch of which an atomic load has read a store. */
  private heard = new Map<number, number>();
  private copying = new CopyOrder();
  private readonly instruction = new IntraInstructionRaces();
  private readonly launches = new LaunchOrder();
  private order: OrderNote | undefined;
  private view: LaunchView | undefined;

  /** @param limit bytes of shadow memory, of global and local memory each */
  constructor(
    private readonly limit: number,
    private readonly found: OnRace,
  ) {
    this.global = new RaceShadow(limit);
    this.local = new RaceShadow(limit);
  }

  get forgotten(): number {
    return this.global.forgotten;
  }

  /** @param order what comes before the launch that begins; undefined: all others */
  launch(view?: LaunchView, order?: OrderNote): void {
    this.endLaunch();
    if (this.stretch > LAST_STRETCH / 2) {
      this.global.clear();
      this.local.clear();
      this.launches.clear();
      this.stretch = 0;
    }
    this.launches.begin(order);
    this.view = view;
    this.order = order;
    this.launchFirst = this.stretch + 1;
    this.starts.length = this.groups.length = 0;
    this.released.clear();
    this.aside.clear();
    this.hasMoved = false;
  }

  private endLaunch(): void {
    const { order, view } = this;
    if (!order || !view || this.starts.length === 0) return;
    const turns = { starts: [...this.starts], groups: [...this.groups] };
    this.launches.add({ order, view, first: this.launchFirst, last: this.stretch, ...turns });
  }

  /** Memory of an object that is new: what was done there before was done with another one. */
  renew(address: number, size: number): void {
    this.global.forget(address, size);
  }

  /** Another work-group has its place. */
  park({ number }: WorkGroup): void {
    const { acquired, heard, local, copying } = this;
    this.aside.set(number, { acquired, heard, local, copying });
    this.local = new RaceShadow(this.limit);
    this.hasMoved = true;
  }

  /** It goes on, in another stretch: what it did before it left is ordered before that. */
  resume({ number }: WorkGroup): void {
    this.beginTurn(number);
    Object.assign(this, this.aside.get(number));
    this.aside.delete(number);
  }

  private beginTurn(number: number): void {
    this.group = number;
    this.groupFirst = ++this.stretch;
    this.starts.push(this.stretch);
    this.groups.push(number);
  }

  groupStart({ number }: WorkGroup): void {
    this.beginTurn(number);
    this.acquired = new Set();
    this.heard = new Map();
    this.copying = new CopyOrder();
  }

  /** A wavefront begins or ends its part of an asynchronous copy, or is about to wait for copies. */
  copies(w: Wavefront, mark: CopyMark): void {
    this.copying.take(w.index, mark);
    // Compilers leave the barriers of single wavefronts out.
    if (mark === 'awaited' && w.workGroup.wavefronts.length === 1) this.barrier();
  }

  barrier(): void {
    if (this.stretch < LAST_STRETCH) this.stretch++;
    this.copying.meet(this.stretch);
  }

  /** Before the accesses of an instruction. */
  begin(): void {
    this.instruction.begin();
  }

  /**
   * @param value what is stored @param same whether memory holds that already: writing what is there changes nothing
   */
  store(w: Wavefront, number: number, access: RaceAccess, value: number, same: boolean, isLocal: boolean): void {
    this.sameInstruction(w, number, access, value, isLocal);
    this.touch(w, number, access, same, isLocal);
  }

  /** Lanes of one instruction that read one place are one reader: the first of them. */
  load(w: Wavefront, number: number, access: RaceAccess, isLocal: boolean): void {
    if (!this.instruction.loaded(placeOf(access, isLocal), access.size)) this.touch(w, number, access, false, isLocal);
  }

  /**
   * It collides with nothing, since stores of atomics look like any others, and what it reads orders what was done
   * before that was written.
   */
  atomicLoad(w: Wavefront, number: number, access: RaceAccess, isLocal: boolean): void {
    if (this.instruction.loaded(placeOf(access, isLocal), access.size)) return;
    this.touch(w, number, access, false, isLocal, LOOK);
    if (!isLocal && this.acquired.size < SYNC_ADDRESSES) this.acquired.add(access.address);
  }

  /** @param looks whether the old value is returned */
  atomic(w: Wavefront, number: number, access: RaceAccess, looks: boolean, isLocal: boolean): void {
    this.touch(w, number, access, false, isLocal);
    if (isLocal) return;
    const { address } = access;
    if (looks && this.acquired.size < SYNC_ADDRESSES) this.acquired.add(address);
    let own = this.released.get(this.group);
    if (!own) {
      if (this.released.size >= SYNC_GROUPS) return;
      this.released.set(this.group, (own = new Map()));
    }
    if (own.size < SYNC_ADDRESSES || own.has(address)) own.set(address, this.stretch);
  }

  /** Two lanes of one instruction that store different values at one place. */
  private sameInstruction(w: Wavefront, number: number, access: RaceAccess, value: number, isLocal: boolean): void {
    const lane = this.instruction.store(access.lane, placeOf(access, isLocal), value);
    if (lane < 0 || access.size > 4) return;
    const other = { wavefront: w.index, group: w.workGroup.number, lane, instruction: number };
    this.found(
      access,
      { ...other, atomic: false, does: 'write', copies: false, launch: undefined },
      isLocal,
      undefined,
    );
  }

  private touch(w: Wavefront, number: number, access: RaceAccess, same: boolean, isLocal: boolean, mark = 0): void {
    if (number >= NUMBERS) return;
    const actor = ((this.stretch << WAVES_BITS) | w.index) >>> 0;
    const { kind, lane, address, size } = access;
    const copy = this.copying.has(w.index) ? COPY : 0;
    const how = ((number << NUMBER_SHIFT) | copy | (kind === 'atomic' ? ATOMIC : mark) | (lane & 63)) >>> 0;
    const shadow = isLocal ? this.local : this.global;
    for (let at = address; at < address + size; ) {
      const page = shadow.page(at, size);
      const cell = cellAt(page, at);
      const other =
        kind === 'load'
          ? this.read(page.cells, cell, actor, how, isLocal)
          : this.write(page.cells, cell, actor, how, same && copy === 0, isLocal);
      if (other) this.found(access, other, isLocal, ordinaryLoad(kind, number, other));
      at += 1 << page.bits;
    }
  }

  /** What a load collides with. */
  private read(cells: Uint32Array, cell: number, actor: number, how: number, isLocal: boolean): RaceSide | undefined {
    const writer = cells[cell + CELL.writer]!;
    const writerHow = cells[cell + CELL.writerHow]!;
    const looks = (how & LOOK) !== 0;
    let other: RaceSide | undefined;
    if (this.collidesWith(writer, writerHow, actor, isLocal)) {
      if (looks) this.hear(writer >>> WAVES_BITS);
      else if ((writerHow & COPY) !== 0 || !this.hasStored(cells, cell, actor))
        other = this.side(writer, writerHow, 'write');
    } else if (!looks && (writer === actor || writer >>> WAVES_BITS < this.launchFirst))
      other = this.readBeside(cells, cell, actor, isLocal);
    this.noteReader(cells, cell, actor, how);
    return other;
  }

  /** What a work-group did until a stretch is ordered before what happens now. */
  private hear(stretch: number): void {
    if (stretch >= this.groupFirst || stretch < this.launchFirst || this.heard.size >= SYNC_GROUPS) return;
    const group = this.groups[lastUpTo(this.starts, stretch)]!;
    this.heard.set(group, Math.max(stretch, this.heard.get(group) ?? 0));
  }

  /** Whether a wavefront has itself stored the value: it reads that, whatever stores it once more. */
  private hasStored(cells: Uint32Array, cell: number, actor: number): boolean {
    return (
      (cells[cell + CELL.reader] === actor && (cells[cell + CELL.readerHow]! & SAME) !== 0) ||
      (cells[cell + CELL.earlier] === actor && (cells[cell + CELL.earlierHow]! & SAME) !== 0)
    );
  }

  /** Whether a wavefront is among the last readers. */
  private hasRead(cells: Uint32Array, cell: number, actor: number): boolean {
    for (let at = CELL.reader; at <= CELL.earlier; at += CELL.perReader)
      if (cells[cell + at] === actor && (cells[cell + at + 1]! & ATOMIC) === 0) return true;
    return false;
  }

  /** Atomics that came before the last writer are among the readers. */
  private readBeside(cells: Uint32Array, cell: number, actor: number, isLocal: boolean): RaceSide | undefined {
    for (let reader = CELL.reader; reader <= CELL.earlier; reader += CELL.perReader) {
      const other = cells[cell + reader]!;
      const otherHow = cells[cell + reader + 1]!;
      if ((otherHow & ATOMIC) === 0 || other === actor || !this.collides(other, actor, isLocal)) continue;
      return this.side(other, otherHow, 'write');
    }
    return undefined;
  }

  private noteReader(cells: Uint32Array, cell: number, actor: number, how: number): void {
    const before = cells[cell + CELL.reader]!;
    if (before !== actor) {
      const earlier = cells[cell + CELL.earlier]!;
      // What another work-group has read collides with all that this one writes.
      const kept = earlier >>> WAVES_BITS >= this.launchFirst && earlier >>> WAVES_BITS < this.groupFirst;
      if (!kept) {
        cells[cell + CELL.earlier] = before;
        cells[cell + CELL.earlierHow] = cells[cell + CELL.readerHow]!;
      }
      cells[cell + CELL.reader] = actor;
    } else if (this.hides(how, cells[cell + CELL.readerHow]!) || (cells[cell + CELL.readerHow]! & (SAME | COPY)) !== 0)
      return;
    cells[cell + CELL.readerHow] = how;
  }

  /** What a store or an atomic collides with. */
  private write(
    cells: Uint32Array,
    cell: number,
    actor: number,
    how: number,
    same: boolean,
    isLocal: boolean,
  ): RaceSide | undefined {
    const writer = cells[cell + CELL.writer]!;
    const writerHow = cells[cell + CELL.writerHow]!;
    const bothAtomic = (how & writerHow & ATOMIC) !== 0;
    let other: RaceSide | undefined;
    if (!same && !bothAtomic && this.collidesWith(writer, writerHow, actor, isLocal))
      other = this.side(writer, writerHow, 'write');
    else if (!same) other = this.writtenBeside(cells, cell, actor, how, isLocal);
    if ((how & ATOMIC) !== 0) this.noteReader(cells, cell, actor, how);
    // What has been written without a change is no write for those that follow, unless it was the first.
    if (same && writer >>> WAVES_BITS >= this.launchFirst) {
      if (writer !== actor && this.collides(writer, actor, isLocal)) this.noteReader(cells, cell, actor, how | SAME);
      return other;
    }
    // Nor has a wavefront written what it has read before and leaves as it is: `a = min(a, b)`.
    if (same && this.hasRead(cells, cell, actor)) {
      this.noteReader(cells, cell, actor, how | SAME);
      return other;
    }
    if (writer === actor && this.hides(how, writerHow)) return other;
    cells[cell + CELL.writer] = actor;
    cells[cell + CELL.writerHow] = how;
    return other;
  }

  /** A reader that a write collides with. */
  private writtenBeside(
    cells: Uint32Array,
    cell: number,
    actor: number,
    how: number,
    isLocal: boolean,
  ): RaceSide | undefined {
    for (let at = CELL.reader; at <= CELL.earlier; at += CELL.perReader) {
      const reader = cells[cell + at]!;
      const readerHow = cells[cell + at + 1]!;
      if ((readerHow & LOOK) !== 0 || (how & readerHow & ATOMIC) !== 0) continue;
      if (!this.collidesWith(reader, readerHow, actor, isLocal)) continue;
      return this.side(reader, readerHow, (readerHow & SAME) === 0 ? 'read' : 'write');
    }
    return undefined;
  }

  /** Whether an atomic follows an ordinary access of the same wavefront: with that, atomics of others collide too. */
  private hides(how: number, before: number): boolean {
    return (how & (ATOMIC | LOOK)) !== 0 && (before & (ATOMIC | LOOK)) === 0;
  }

  /** As `collides`, or because of an asynchronous copy of the same work-group that has not been waited for. */
  private collidesWith(other: number, otherHow: number, actor: number, isLocal: boolean): boolean {
    const stretch = other >>> WAVES_BITS;
    if ((otherHow & COPY) !== 0 && stretch >= this.groupFirst && this.copying.isOpen(stretch)) return true;
    return other !== actor && this.collides(other, actor, isLocal);
  }

  /** Whether nothing orders an earlier access before this one. */
  private collides(other: number, actor: number, isLocal: boolean): boolean {
    const stretch = other >>> WAVES_BITS;
    if (stretch >= this.groupFirst) return stretch === actor >>> WAVES_BITS && other !== actor;
    if (isLocal) return false;
    if (stretch < this.launchFirst) return this.launches.of(stretch) !== undefined;
    if (this.hasMoved && this.groups[lastUpTo(this.starts, stretch)] === this.group) return false;
    return !this.ordered(stretch);
  }

  /** Whether atomics order a stretch of another work-group before what happens now. */
  private ordered(stretch: number): boolean {
    if (this.acquired.size === 0 && this.heard.size === 0) return false;
    const group = this.groups[lastUpTo(this.starts, stretch)]!;
    if ((this.heard.get(group) ?? 0) >= stretch) return true;
    const own = this.released.get(group);
    if (!own) return false;
    for (const [address, last] of own) if (last >= stretch && this.acquired.has(address)) return true;
    return false;
  }

  private side(actor: number, how: number, does: RaceSide['does']): RaceSide {
    const stretch = actor >>> WAVES_BITS;
    const other = stretch < this.launchFirst ? this.launches.of(stretch) : undefined;
    const starts = other?.starts ?? this.starts;
    const groups = other?.groups ?? this.groups;
    return {
      group: groups[lastUpTo(starts, stretch)]!,
      launch: other?.view,
      wavefront: actor & ((1 << WAVES_BITS) - 1),
      lane: how & 63,
      instruction: how >>> NUMBER_SHIFT,
      atomic: (how & ATOMIC) !== 0,
      does,
      copies: (how & COPY) !== 0,
    };
  }
}
