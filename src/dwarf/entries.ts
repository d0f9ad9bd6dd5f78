// The tree of debugging information entries of .debug_info, DWARF 5. Source: DWARF Debugging Information Format,
// version 5, section 7.5.

import type { ByteReader } from '../elf/bytes.js';
import { DwarfCursor } from './cursor.js';
import { type AttributeValue, readForm, type UnitHeader } from './forms.js';
import { AT, TAG } from './names.js';
import type { DebugSections, ReadSection } from './sections.js';

const COMPILE_UNIT = 1;
const IMPLICIT_CONST = 0x21;
const MAX_ENTRIES = 1_000_000;
const MAX_DEPTH = 1000;

/** A debugging information entry. */
export interface Entry {
  /** In .debug_info. */
  readonly offset: number;
  readonly tag: number;
  readonly attributes: ReadonlyMap<number, AttributeValue>;
  readonly children: Entry[];
}

export interface CompilationUnit {
  readonly header: UnitHeader;
  readonly root: Entry;
}

interface Abbreviation {
  readonly tag: number;
  readonly children: boolean;
  readonly attributes: readonly { readonly name: number; readonly form: number; readonly constant: number }[];
}

function readAbbreviations(reader: ByteReader, offset: number): Map<number, Abbreviation> {
  const cursor = new DwarfCursor(reader);
  cursor.position = offset;
  const table = new Map<number, Abbreviation>();
  for (let code = cursor.uleb(); code !== 0; code = cursor.uleb()) {
    const tag = cursor.uleb();
    const children = cursor.u8() !== 0;
    const attributes = [];
    for (;;) {
      const [name, form] = [cursor.uleb(), cursor.uleb()];
      const constant = form === IMPLICIT_CONST ? cursor.sleb() : 0;
      if (name === 0 && form === 0) break;
      attributes.push({ name, form, constant });
    }
    table.set(code, { tag, children, attributes });
  }
  return table;
}

export const debugSections = (section: ReadSection): DebugSections => ({
  strings: section('.debug_str'),
  lineStrings: section('.debug_line_str'),
  stringOffsets: section('.debug_str_offsets'),
  addresses: section('.debug_addr'),
  ranges: section('.debug_rnglists'),
  locations: section('.debug_loclists'),
});

class UnitReader {
  private count = 0;

  constructor(
    private readonly cursor: DwarfCursor,
    private readonly header: UnitHeader,
    private readonly abbreviations: ReadonlyMap<number, Abbreviation>,
  ) {}

  /** One entry with all below it; undefined for the end of a list. */
  entry(depth: number): Entry | undefined {
    const { cursor, header } = this;
    const offset = cursor.position;
    const code = cursor.uleb();
    if (code === 0) return undefined;
    const abbreviation = this.abbreviations.get(code);
    if (!abbreviation) throw cursor.error(`abbreviation ${code} does not exist`);
    if (++this.count > MAX_ENTRIES || depth > MAX_DEPTH) throw cursor.error('there are too many entries');
    const attributes = this.attributes(abbreviation, header);
    const children: Entry[] = [];
    if (abbreviation.children)
      for (let child = this.entry(depth + 1); child; child = this.entry(depth + 1)) children.push(child);
    return { offset, tag: abbreviation.tag, attributes, children };
  }

  private attributes(abbreviation: Abbreviation, header: UnitHeader): Map<number, AttributeValue> {
    const { cursor } = this;
    const start = cursor.position;
    const read = (): Map<number, AttributeValue> =>
      new Map(
        abbreviation.attributes.map(({ name, form, constant }) => [
          name,
          form === IMPLICIT_CONST ? constant : readForm(cursor, form, header),
        ]),
      );
    const attributes = read();
    if (abbreviation.tag !== TAG.compileUnit) return attributes;
    // Some of a unit's own attributes stand before those that say where what they refer to begins.
    header.bases = basesOf(attributes);
    cursor.position = start;
    return read();
  }
}

/** Bases of a unit in the shared tables. */
function basesOf(attributes: ReadonlyMap<number, AttributeValue>): UnitHeader['bases'] {
  const base = (name: number): number => {
    const value = attributes.get(name);
    return typeof value === 'number' ? value : 0;
  };
  return {
    strings: base(AT.strOffsetsBase),
    addresses: base(AT.addrBase),
    ranges: base(AT.rnglistsBase),
    locations: base(AT.loclistsBase),
  };
}

/**
 * The compile units of an object file; none when it was compiled without debug information.
 * @throws AtollError BAD_IMAGE naming section and offset
 */
export function readUnits(section: ReadSection, sections: DebugSections): CompilationUnit[] {
  const info = section('.debug_info');
  const abbrev = section('.debug_abbrev');
  if (!info || !abbrev) return [];
  const units: CompilationUnit[] = [];
  const cursor = new DwarfCursor(info);
  while (cursor.position < info.length) {
    const start = cursor.position;
    const size = cursor.u32();
    const end = cursor.position + size;
    info.check(cursor.position, size, 'a unit');
    const version = cursor.u16();
    if (version === 5 && cursor.u8() === COMPILE_UNIT) {
      cursor.skip(1);
      const header: UnitHeader = { start, sections, bases: { strings: 0, addresses: 0, ranges: 0, locations: 0 } };
      const abbreviations = readAbbreviations(abbrev, cursor.u32());
      const root = new UnitReader(cursor, header, abbreviations).entry(0);
      if (root) units.push({ header, root });
    }
    cursor.position = end;
  }
  return units;
}
