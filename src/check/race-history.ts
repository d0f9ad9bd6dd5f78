// The last accesses to a cell of shadow memory: what a further access collides with, and which accesses are kept.

import type { HappensBefore } from './happens-before.js';
import { ATOMIC, ATOMIC_LOAD, COPY, type RaceSide, SAME } from './race-access.js';
import { CELL } from './race-shadow.js';

/** True if an atomic follows an ordinary access of the same wavefront: with that, atomics of others collide too. */
const hides = (how: number, before: number): boolean =>
  (how & (ATOMIC | ATOMIC_LOAD)) !== 0 && (before & (ATOMIC | ATOMIC_LOAD)) === 0;

/** True if a wavefront has itself stored the value: it reads that value, even if another one stores it again. */
const hasStored = (cells: Uint32Array, cell: number, actor: number): boolean =>
  (cells[cell + CELL.reader] === actor && (cells[cell + CELL.readerHow]! & SAME) !== 0) ||
  (cells[cell + CELL.earlier] === actor && (cells[cell + CELL.earlierHow]! & SAME) !== 0);

/** True if a wavefront is among the last readers. */
function hasRead(cells: Uint32Array, cell: number, actor: number): boolean {
  for (let at = CELL.reader; at <= CELL.earlier; at += CELL.perReader)
    if (cells[cell + at] === actor && (cells[cell + at + 1]! & ATOMIC) === 0) return true;
  return false;
}

export class RaceHistory {
  constructor(private readonly order: HappensBefore) {}

  /** Access that a load collides with. */
  read(cells: Uint32Array, cell: number, actor: number, how: number, isLocal: boolean): RaceSide | undefined {
    const { order } = this;
    const writer = cells[cell + CELL.writer]!;
    const writerHow = cells[cell + CELL.writerHow]!;
    const isAtomic = (how & ATOMIC_LOAD) !== 0;
    let other: RaceSide | undefined;
    if (order.collidesWith(writer, writerHow, actor, isLocal)) {
      if (isAtomic) order.observe(writer);
      else if ((writerHow & COPY) !== 0 || !hasStored(cells, cell, actor))
        other = order.side(writer, writerHow, 'write');
    } else if (!isAtomic && (writer === actor || !order.isOfLaunch(writer)))
      other = this.readBeside(cells, cell, actor, isLocal);
    this.noteReader(cells, cell, actor, how);
    return other;
  }

  /** Atomics that came before the last writer are among the readers. */
  private readBeside(cells: Uint32Array, cell: number, actor: number, isLocal: boolean): RaceSide | undefined {
    for (let reader = CELL.reader; reader <= CELL.earlier; reader += CELL.perReader) {
      const other = cells[cell + reader]!;
      const otherHow = cells[cell + reader + 1]!;
      if ((otherHow & ATOMIC) === 0 || other === actor || !this.order.collides(other, actor, isLocal)) continue;
      return this.order.side(other, otherHow, 'write');
    }
    return undefined;
  }

  private noteReader(cells: Uint32Array, cell: number, actor: number, how: number): void {
    const before = cells[cell + CELL.reader]!;
    if (before !== actor) {
      const earlier = cells[cell + CELL.earlier]!;
      // A read of another work-group collides with all writes of this one.
      const isRelevant = this.order.isOfLaunch(earlier) && !this.order.isOfGroup(earlier);
      if (!isRelevant) {
        cells[cell + CELL.earlier] = before;
        cells[cell + CELL.earlierHow] = cells[cell + CELL.readerHow]!;
      }
      cells[cell + CELL.reader] = actor;
    } else if (hides(how, cells[cell + CELL.readerHow]!) || (cells[cell + CELL.readerHow]! & (SAME | COPY)) !== 0)
      return;
    cells[cell + CELL.readerHow] = how;
  }

  /**
   * Access that a store or an atomic collides with.
   * @param same whether memory holds already what is written
   */
  write(
    cells: Uint32Array,
    cell: number,
    actor: number,
    how: number,
    same: boolean,
    isLocal: boolean,
  ): RaceSide | undefined {
    const { order } = this;
    const writer = cells[cell + CELL.writer]!;
    const writerHow = cells[cell + CELL.writerHow]!;
    const bothAtomic = (how & writerHow & ATOMIC) !== 0;
    let other: RaceSide | undefined;
    if (!same && !bothAtomic && order.collidesWith(writer, writerHow, actor, isLocal))
      other = order.side(writer, writerHow, 'write');
    else if (!same) other = this.writtenBeside(cells, cell, actor, how, isLocal);
    if ((how & ATOMIC) !== 0) this.noteReader(cells, cell, actor, how);
    // A write that changes nothing is no write for later accesses, unless it was the first.
    if (same && order.isOfLaunch(writer)) {
      if (writer !== actor && order.collides(writer, actor, isLocal)) this.noteReader(cells, cell, actor, how | SAME);
      return other;
    }
    // Nor has a wavefront written what it has read before and leaves as it is: `a = min(a, b)`.
    if (same && hasRead(cells, cell, actor)) {
      this.noteReader(cells, cell, actor, how | SAME);
      return other;
    }
    if (writer === actor && hides(how, writerHow)) return other;
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
      if ((readerHow & ATOMIC_LOAD) !== 0 || (how & readerHow & ATOMIC) !== 0) continue;
      if (!this.order.collidesWith(reader, readerHow, actor, isLocal)) continue;
      return this.order.side(reader, readerHow, (readerHow & SAME) === 0 ? 'read' : 'write');
    }
    return undefined;
  }
}
