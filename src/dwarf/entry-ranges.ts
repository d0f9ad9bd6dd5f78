// Ranges of the entries of range lists and of location lists: the same ways to write one, under other numbers. Source:
// DWARF Debugging Information Format, version 5, sections 2.17.3 and 2.6.2.

import type { DwarfCursor } from './cursor.js';
import { indexedAddress, type UnitHeader } from './forms.js';

/** From `start` up to, and without, `end`: addresses of code (sections.ts). */
export interface AddressRange {
  readonly start: number;
  readonly end: number;
}

/** The number of each way. */
export interface RangeKinds {
  readonly basex: number;
  readonly startxEndx: number;
  readonly startxLength: number;
  readonly offsetPair: number;
  readonly base: number;
  readonly startEnd: number;
  readonly startLength: number;
}

export class EntryRanges {
  /**
   * @param base where offsets count from
   * @param list what the entries are of, for errors
   */
  constructor(
    readonly cursor: DwarfCursor,
    private readonly header: UnitHeader,
    private readonly kinds: RangeKinds,
    private readonly list: string,
    private base: number,
  ) {}

  private address(): number {
    const low = this.cursor.u32();
    return low + this.cursor.u32() * 2 ** 32;
  }

  private indexed(): number {
    return indexedAddress(this.cursor, this.header, this.cursor.uleb());
  }

  private sized(start: number): AddressRange {
    return { start, end: start + this.cursor.uleb() };
  }

  /** Range of an entry; undefined when it only sets the base of offsets. */
  range(kind: number): AddressRange | undefined {
    const { cursor, kinds, base } = this;
    switch (kind) {
      case kinds.basex:
        this.base = this.indexed();
        return undefined;
      case kinds.base:
        this.base = this.address();
        return undefined;
      case kinds.offsetPair:
        return { start: base + cursor.uleb(), end: base + cursor.uleb() };
      case kinds.startxEndx:
        return { start: this.indexed(), end: this.indexed() };
      case kinds.startEnd:
        return { start: this.address(), end: this.address() };
      case kinds.startxLength:
        return this.sized(this.indexed());
      case kinds.startLength:
        return this.sized(this.address());
      default:
        throw cursor.error(`entry ${kind} of a ${this.list} list is unknown`);
    }
  }
}
