// Range lists of DWARF 5. Source: DWARF Debugging Information Format, version 5, sections 2.17.3 and 7.25.
import { DwarfCursor } from './cursor.js';
import { type AddressRange, EntryRanges } from './entry-ranges.js';
import type { AttributeValue, UnitHeader } from './forms.js';

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

/**
 * The ranges of code that an entry's DW_AT_ranges names.
 * @param base low_pc of its unit
 * @throws AtollError BAD_IMAGE when the list is malformed
 */
export function readRanges(header: UnitHeader, value: AttributeValue, base: number): AddressRange[] {
  if (!header.sections.ranges) return [];
  const cursor = new DwarfCursor(header.sections.ranges);
  cursor.position = listOffset(value);
  const entries = new EntryRanges(cursor, header, KIND, 'range', base);
  const ranges: AddressRange[] = [];
  for (let kind = cursor.u8(); kind !== KIND.end; kind = cursor.u8()) {
    const range = entries.range(kind);
    if (range) ranges.push(range);
  }
  return ranges;
}

const listOffset = (value: AttributeValue): number => {
  if (typeof value === 'number') return value;
  return typeof value === 'object' && 'list' in value ? value.list : 0;
};
