// Data races: accesses to the same memory, one of them a write, that the happens-before order leaves unordered. Shadow
// memory holds the last accesses to each place; each further access is compared with them.

import type { AccessKind } from '../emulator/access-kind.js';
import type { Wavefront } from '../emulator/wavefront.js';
import type { WorkGroup } from '../emulator/workgroup.js';
import type { CopyMark } from './copy-marks.js';
import { HappensBefore } from './happens-before.js';
import { IntraInstructionRaces } from './intra-instruction-races.js';
import type { LaunchView } from './launch-view.js';
import type { OrderNote } from './objects.js';
import { ATOMIC, ATOMIC_LOAD, COPY, NUMBERS, packKind, type RaceAccess, type RaceSide } from './race-access.js';
import { RaceHistory } from './race-history.js';
import { cellAt, RaceShadow } from './race-shadow.js';

/**
 * An access, and what it collides with.
 * @param load number of the instruction, of the two, that is an ordinary load beside an atomic; undefined for none
 */
export type OnRace = (access: RaceAccess, other: RaceSide, isLocal: boolean, load: number | undefined) => void;

/** Of a load, or an atomic, and what it collides with. */
function ordinaryLoad(kind: AccessKind, number: number, other: RaceSide): number | undefined {
  if (kind === 'load' && other.atomic) return number;
  if (other.launch) return undefined;
  return kind === 'atomic' && !other.atomic && other.does === 'read' ? other.instruction : undefined;
}

const placeOf = ({ address }: RaceAccess, isLocal: boolean): number => (isLocal ? -1 - address : address);

export class RaceCheck {
  private readonly order = new HappensBefore();
  private readonly history = new RaceHistory(this.order);
  private readonly global: RaceShadow;
  private local: RaceShadow;
  /** Local memory of suspended work-groups, by number. */
  private readonly suspended = new Map<number, RaceShadow>();
  private readonly instruction = new IntraInstructionRaces();

  /** @param limit bytes of shadow memory, of global and local memory each */
  constructor(
    private readonly limit: number,
    private readonly onRace: OnRace,
  ) {
    this.global = new RaceShadow(limit);
    this.local = new RaceShadow(limit);
  }

  get forgotten(): number {
    return this.global.forgotten;
  }

  /** @param order what comes before the launch that begins; undefined: all others */
  launch(view?: LaunchView, order?: OrderNote): void {
    this.suspended.clear();
    if (!this.order.launch(view, order)) return;
    this.global.clear();
    this.local.clear();
  }

  /** Memory of an object that is new: what was done there before was done with another one. */
  renew(address: number, size: number): void {
    this.global.forget(address, size);
  }

  groupStart({ number }: WorkGroup): void {
    this.order.groupStart(number);
  }

  /** The work-group is suspended, and another one runs. */
  park({ number }: WorkGroup): void {
    this.order.park(number);
    this.suspended.set(number, this.local);
    this.local = new RaceShadow(this.limit);
  }

  resume({ number }: WorkGroup): void {
    this.order.resume(number);
    this.local = this.suspended.get(number)!;
    this.suspended.delete(number);
  }

  /** A wavefront begins or ends its part of an asynchronous copy, or is about to wait for copies. */
  copies(w: Wavefront, mark: CopyMark): void {
    this.order.copies.take(w.index, mark);
    // Compilers leave the barriers of single wavefronts out.
    if (mark === 'awaited' && w.workGroup.wavefronts.length === 1) this.barrier();
  }

  barrier(): void {
    this.order.barrier();
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
    this.touch(w, number, access, false, isLocal, ATOMIC_LOAD);
    if (!isLocal) this.order.acquire(access.address);
  }

  /** @param looks whether the old value is returned */
  atomic(w: Wavefront, number: number, access: RaceAccess, looks: boolean, isLocal: boolean): void {
    this.touch(w, number, access, false, isLocal);
    if (isLocal) return;
    if (looks) this.order.acquire(access.address);
    this.order.release(access.address);
  }

  /** Two lanes of one instruction that store different values at one place. */
  private sameInstruction(w: Wavefront, number: number, access: RaceAccess, value: number, isLocal: boolean): void {
    const lane = this.instruction.store(access.lane, placeOf(access, isLocal), value);
    if (lane < 0 || access.size > 4) return;
    const other = { wavefront: w.index, group: w.workGroup.number, lane, instruction: number };
    this.onRace(
      access,
      { ...other, atomic: false, does: 'write', copies: false, launch: undefined },
      isLocal,
      undefined,
    );
  }

  private touch(w: Wavefront, number: number, access: RaceAccess, same: boolean, isLocal: boolean, mark = 0): void {
    if (number >= NUMBERS) return;
    const { order, history } = this;
    const actor = order.actor(w.index);
    const { kind, lane, address, size } = access;
    const copy = order.copies.has(w.index) ? COPY : 0;
    const how = packKind(number, copy | (kind === 'atomic' ? ATOMIC : mark), lane);
    const shadow = isLocal ? this.local : this.global;
    for (let at = address; at < address + size; ) {
      const page = shadow.page(at, size);
      const cell = cellAt(page, at);
      const other =
        kind === 'load'
          ? history.read(page.cells, cell, actor, how, isLocal)
          : history.write(page.cells, cell, actor, how, same && copy === 0, isLocal);
      if (other) this.onRace(access, other, isLocal, ordinaryLoad(kind, number, other));
      at += 1 << page.bits;
    }
  }
}
