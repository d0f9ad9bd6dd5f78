// Range lists and location lists of DWARF 5. Source: DWARF Debugging Information Format, version 5, sections 2.17.3, 2.6.2 and 7.7.3.
import { DwarfCursor } from './cursor.js';
import { type AttributeValue, type Block, indexedAddress, type UnitHeader } from './forms.js';

/** From `start` up to, and without, `end`: addresses of code (sections.ts). */
export interface AddressRange {
  readonly start: number;
  readonly end: number;
}

export interface PlaceRange extends AddressRange {
  readonly expression: Uint8Array;
}

/** Kinds of entries have the same numbers in both kinds of lists up to `offsetPair`. */
const KIND = { end: 0, basex: 1, startxEndx: 2, startxLength: 3, offsetPair: 4 } as const;
const RANGE = { base: 5, startEnd: 6, startLength: 7 } as const;
const PLACE = { default: 5, base: 6, startEnd: 7, startLength: 8 } as const;

/** Names of what an entry is, the same for both kinds of lists. */
type EntryKind =
  | 'end'
  | 'base'
  | 'basex'
  | 'startxEndx'
  | 'startxLength'
  | 'offsetPair'
  | 'startEnd'
  | 'startLength'
  | 'default';

const nameOf = (table: Readonly<Record<string, number>>, kind: number): EntryKind | undefined =>
  Object.entries({ ...KIND, ...table }).find(([, number]) => number === kind)?.[0] as EntryKind | undefined;

class ListReader {
  /** Where offsets count from. */
  private base: number;

  constructor(
    readonly cursor: DwarfCursor,
    private readonly header: UnitHeader,
    base: number,
  ) {
    this.base = base;
  }

  private address(): number {
    const low = this.cursor.u32();
    return low + this.cursor.u32() * 2 ** 32;
  }

  private indexed(): number {
    return indexedAddress(this.cursor, this.header, this.cursor.uleb());
  }

  /** What an entry covers; undefined when it only says where offsets count from. */
  range(kind: EntryKind): AddressRange | undefined {
    const { cursor } = this;
    switch (kind) {
      case 'basex':
        this.base = this.indexed();
        return undefined;
      case 'base':
        this.base = this.address();
        return undefined;
      case 'offsetPair': {
        const [start, end] = [cursor.uleb(), cursor.uleb()];
        return { start: this.base + start, end: this.base + end };
      }
      case 'startxEndx':
        return { start: this.indexed(), end: this.indexed() };
      case 'startEnd':
        return { start: this.address(), end: this.address() };
      case 'default':
        return { start: 0, end: Number.MAX_SAFE_INTEGER };
      default: {
        const start = kind === 'startxLength' ? this.indexed() : this.address();
        return { start, end: start + cursor.uleb() };
      }
    }
  }
}

/** The ranges of code that an entry's DW_AT_ranges names. @param base low_pc of its unit */
export function readRanges(header: UnitHeader, value: AttributeValue, base: number): AddressRange[] {
  const { ranges } = header.sections;
  if (!ranges) return [];
  const list = new ListReader(new DwarfCursor(ranges), header, base);
  list.cursor.position = listOffset(value);
  const found: AddressRange[] = [];
  for (;;) {
    const kind = nameOf(RANGE, list.cursor.u8());
    if (kind === undefined) throw list.cursor.error('the entry of a range list is unknown');
    if (kind === 'end') return found;
    const range = list.range(kind);
    if (range) found.push(range);
  }
}

/** Where a variable is, by what DW_AT_location says. @param scope ranges of the scope that it is in: of places without a range */
export function readPlaces(
  header: UnitHeader,
  value: AttributeValue,
  base: number,
  scope: readonly AddressRange[],
): PlaceRange[] {
  if (isBlock(value)) return scope.map((range) => ({ ...range, expression: value.bytes }));
  const { locations } = header.sections;
  if (!locations) return [];
  const list = new ListReader(new DwarfCursor(locations), header, base);
  list.cursor.position = listOffset(value);
  const found: PlaceRange[] = [];
  for (;;) {
    const kind = nameOf(PLACE, list.cursor.u8());
    if (kind === undefined) throw list.cursor.error('the entry of a location list is unknown');
    if (kind === 'end') return found;
    const range = list.range(kind);
    if (!range) continue;
    const expression = list.cursor.bytes(list.cursor.uleb());
    if (kind !== 'default') found.push({ ...range, expression });
    else found.push(...scope.map((each) => ({ ...each, expression })));
  }
}

const isBlock = (value: AttributeValue): value is Block => typeof value === 'object' && 'bytes' in value;

const listOffset = (value: AttributeValue): number => {
  if (typeof value === 'number') return value;
  return typeof value === 'object' && 'list' in value ? value.list : 0;
};
