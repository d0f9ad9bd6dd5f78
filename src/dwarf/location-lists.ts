// Location lists of DWARF 5: where a variable is, by stretches of code. Source: DWARF Debugging Information Format,
// version 5, sections 2.6.2 and 7.7.3.
import { DwarfCursor } from './cursor.js';
import { type AddressRange, EntryRanges } from './entry-ranges.js';
import type { AttributeValue, UnitHeader } from './forms.js';

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

function locationsOf(entries: EntryRanges): ListedLocation[] {
  const { cursor } = entries;
  const locations: ListedLocation[] = [];
  for (let kind = cursor.u8(); kind !== KIND.end; kind = cursor.u8()) {
    const range = kind === KIND.everywhere ? undefined : entries.range(kind);
    if (range || kind === KIND.everywhere) locations.push({ range, expression: cursor.bytes(cursor.uleb()) });
  }
  return locations;
}

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
  return locationsOf(new EntryRanges(cursor, header, KIND, 'location', base));
}
