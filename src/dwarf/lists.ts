// Range lists of DWARF 5. Source: DWARF Debugging Information Format, version 5, sections 2.17.3 and 7.25.
import { DwarfCursor } from './cursor.js';
import { type AttributeValue, indexedAddress, type UnitHeader } from './forms.js';

/** From `start` up to, and without, `end`: addresses of code (sections.ts). */
export interface AddressRange {
  readonly start: number;
  readonly end: number;
}

/** DW_RLE_*. */
const KIND = {
  end: 0,
  basex: 1,
  startxEndx: 2,
  startxLength: 3,
  offsetPair: 4,
  base: 5,
  startEnd: 6,
  startLength: 7,
} as const;

class RangeReader {
  readonly cursor: DwarfCursor;

  /** @param base where offsets count from */
  constructor(
    private readonly header: UnitHeader,
    list: number,
    private base: number,
  ) {
    this.cursor = new DwarfCursor(header.sections.ranges!);
    this.cursor.position = list;
  }

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

  /** What an entry covers; undefined when it only says where offsets count from. */
  range(kind: number): AddressRange | undefined {
    const { cursor } = this;
    switch (kind) {
      case KIND.basex:
        this.base = this.indexed();
        return undefined;
      case KIND.base:
        this.base = this.address();
        return undefined;
      case KIND.offsetPair:
        return { start: this.base + cursor.uleb(), end: this.base + cursor.uleb() };
      case KIND.startxEndx:
        return { start: this.indexed(), end: this.indexed() };
      case KIND.startEnd:
        return { start: this.address(), end: this.address() };
      case KIND.startxLength:
        return this.sized(this.indexed());
      case KIND.startLength:
        return this.sized(this.address());
      default:
        throw cursor.error(`entry ${kind} of a range list is unknown`);
    }
  }
}

/**
 * The ranges of code that an entry's DW_AT_ranges names.
 * @param base low_pc of its unit
 * @throws AtollError BAD_IMAGE when the list is malformed
 */
export function readRanges(header: UnitHeader, value: AttributeValue, base: number): AddressRange[] {
  if (!header.sections.ranges) return [];
  const reader = new RangeReader(header, listOffset(value), base);
  const ranges: AddressRange[] = [];
  for (let kind = reader.cursor.u8(); kind !== KIND.end; kind = reader.cursor.u8()) {
    const range = reader.range(kind);
    if (range) ranges.push(range);
  }
  return ranges;
}

const listOffset = (value: AttributeValue): number => {
  if (typeof value === 'number') return value;
  return typeof value === 'object' && 'list' in value ? value.list : 0;
};
