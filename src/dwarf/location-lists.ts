// Location lists of DWARF 5: where a variable is, by stretches of code. Source: DWARF Debugging Information Format,
// version 5, sections 2.6.2 and 7.7.3.
import { DwarfCursor } from './cursor.js';
import { type AttributeValue, indexedAddress, type UnitHeader } from './forms.js';
import type { AddressRange } from './lists.js';

/** DW_LLE_*. */
const KIND = {
  end: 0,
  basex: 1,
  startxEndx: 2,
  startxLength: 3,
  offsetPair: 4,
  everywhere: 5,
  base: 6,
  startEnd: 7,
  startLength: 8,
} as const;

export interface ListedLocation {
  /** Absent: everywhere that no other one names. */
  readonly range: AddressRange | undefined;
  readonly expression: Uint8Array;
}

class LocationReader {
  constructor(
    private readonly cursor: DwarfCursor,
    private readonly header: UnitHeader,
    private base: number,
  ) {}

  private address(): number {
    return this.cursor.u32() + this.cursor.u32() * 2 ** 32;
  }

  private indexed(): number {
    return indexedAddress(this.cursor, this.header, this.cursor.uleb());
  }

  /** The range of an entry; undefined when it only says where offsets count from. */
  private range(kind: number): AddressRange | undefined {
    const { cursor, base } = this;
    switch (kind) {
      case KIND.basex:
        this.base = this.indexed();
        return undefined;
      case KIND.base:
        this.base = this.address();
        return undefined;
      case KIND.offsetPair:
        return { start: base + cursor.uleb(), end: base + cursor.uleb() };
      case KIND.startxEndx:
        return { start: this.indexed(), end: this.indexed() };
      case KIND.startEnd:
        return { start: this.address(), end: this.address() };
      case KIND.startxLength:
        return sized(this.indexed(), cursor.uleb());
      case KIND.startLength:
        return sized(this.address(), cursor.uleb());
      default:
        throw cursor.error(`entry ${kind} of a location list is unknown`);
    }
  }

  all(): ListedLocation[] {
    const { cursor } = this;
    const entries: ListedLocation[] = [];
    for (let kind = cursor.u8(); kind !== KIND.end; kind = cursor.u8()) {
      const range = kind === KIND.everywhere ? undefined : this.range(kind);
      if (range || kind === KIND.everywhere) entries.push({ range, expression: cursor.bytes(cursor.uleb()) });
    }
    return entries;
  }
}

const sized = (start: number, size: number): AddressRange => ({ start, end: start + size });

/**
 * The locations that a DW_AT_location gives.
 * @param base low_pc of its unit
 * @throws AtollError BAD_IMAGE when the list is malformed
 */
export function readLocations(header: UnitHeader, value: AttributeValue, base: number): ListedLocation[] {
  if (typeof value === 'object' && 'bytes' in value) return [{ range: undefined, expression: value.bytes }];
  const { locations } = header.sections;
  if (!locations || typeof value === 'string') return [];
  const cursor = new DwarfCursor(locations);
  cursor.position = typeof value === 'number' ? value : value.list;
  return new LocationReader(cursor, header, base).all();
}
