// Values of attributes by their form. Source: DWARF Debugging Information Format, version 5, section 7.5.6.
import type { ByteReader } from '../elf/bytes.js';
import type { DwarfCursor } from './cursor.js';
import type { DebugSections } from './sections.js';

/** A list of ranges, by where it begins in its section. */
export interface ListReference {
  readonly list: number;
}

/** An expression or another block of bytes. */
export interface DwarfBlock {
  readonly bytes: Uint8Array;
}

/**
 * Numbers are constants, addresses (sections.ts), offsets in .debug_info and in other sections, as the attribute says.
 */
export type AttributeValue = number | string | ListReference | DwarfBlock;

export interface UnitHeader {
  /** In .debug_info. */
  readonly start: number;
  readonly sections: DebugSections;
  bases: { readonly strings: number; readonly addresses: number; readonly ranges: number; readonly locations: number };
}

const FORM = {
  addr: 0x01,
  block2: 0x03,
  block4: 0x04,
  data2: 0x05,
  data4: 0x06,
  data8: 0x07,
  string: 0x08,
  block: 0x09,
  block1: 0x0a,
  data1: 0x0b,
  flag: 0x0c,
  sdata: 0x0d,
  strp: 0x0e,
  udata: 0x0f,
  refAddr: 0x10,
  ref1: 0x11,
  ref2: 0x12,
  ref4: 0x13,
  ref8: 0x14,
  refUdata: 0x15,
  secOffset: 0x17,
  exprloc: 0x18,
  flagPresent: 0x19,
  strx: 0x1a,
  addrx: 0x1b,
  data16: 0x1e,
  lineStrp: 0x1f,
  refSig8: 0x20,
  loclistx: 0x22,
  rnglistx: 0x23,
  strx1: 0x25,
  strx2: 0x26,
  strx3: 0x27,
  strx4: 0x28,
  addrx1: 0x29,
  addrx2: 0x2a,
  addrx3: 0x2b,
  addrx4: 0x2c,
} as const;

const u24 = (cursor: DwarfCursor): number => cursor.u16() + cursor.u8() * 0x10000;
const u64 = (cursor: DwarfCursor): number => cursor.u32() + cursor.u32() * 2 ** 32;

function block(cursor: DwarfCursor, size: number): DwarfBlock {
  return { bytes: cursor.bytes(size) };
}

const need = (cursor: DwarfCursor, section: ByteReader | undefined, name: string): ByteReader => {
  if (!section) throw cursor.error(`the section ${name} is missing`);
  return section;
};

function indexedString(cursor: DwarfCursor, { sections, bases }: UnitHeader, index: number): string {
  const offsets = need(cursor, sections.stringOffsets, '.debug_str_offsets');
  const at = offsets.u32(bases.strings + 4 * index, 'string offset');
  return need(cursor, sections.strings, '.debug_str').cString(at, 'string');
}

/** An entry of .debug_addr. */
export function indexedAddress(cursor: DwarfCursor, { sections, bases }: UnitHeader, index: number): number {
  return need(cursor, sections.addresses, '.debug_addr').u64(bases.addresses + 8 * index, 'address');
}

function indexedList(section: ByteReader | undefined, cursor: DwarfCursor, base: number, index: number): ListReference {
  return { list: base + need(cursor, section, 'of lists').u32(base + 4 * index, 'list offset') };
}

type Reader = (cursor: DwarfCursor, header: UnitHeader) => AttributeValue;

/** Names by index before the bases in a compile unit's own entry are read before the bases are known, and not used. */
const STRING_BASE_UNKNOWN = 0;
const stringAt =
  (index: (cursor: DwarfCursor) => number): Reader =>
  (cursor, header) => {
    const at = index(cursor);
    return header.bases.strings === STRING_BASE_UNKNOWN ? '' : indexedString(cursor, header, at);
  };
const addressAt =
  (index: (cursor: DwarfCursor) => number): Reader =>
  (cursor, header) => {
    const at = index(cursor);
    return header.bases.addresses === 0 ? 0 : indexedAddress(cursor, header, at);
  };
const reference =
  (offset: (cursor: DwarfCursor) => number): Reader =>
  (cursor, { start }) =>
    start + offset(cursor);

const u8 = (cursor: DwarfCursor): number => cursor.u8();
const u16 = (cursor: DwarfCursor): number => cursor.u16();
const u32 = (cursor: DwarfCursor): number => cursor.u32();
const uleb = (cursor: DwarfCursor): number => cursor.uleb();

const READERS: ReadonlyMap<number, Reader> = new Map<number, Reader>([
  [FORM.addr, u64],
  [FORM.data1, u8],
  [FORM.data2, u16],
  [FORM.data4, u32],
  [FORM.data8, u64],
  [FORM.data16, (cursor) => block(cursor, 16)],
  [FORM.sdata, (cursor) => cursor.sleb()],
  [FORM.udata, uleb],
  [FORM.flag, u8],
  [FORM.flagPresent, () => 1],
  [FORM.block, (cursor) => block(cursor, cursor.uleb())],
  [FORM.block1, (cursor) => block(cursor, cursor.u8())],
  [FORM.block2, (cursor) => block(cursor, cursor.u16())],
  [FORM.block4, (cursor) => block(cursor, cursor.u32())],
  [FORM.exprloc, (cursor) => block(cursor, cursor.uleb())],
  [FORM.string, (cursor) => cursor.string()],
  [FORM.strp, (cursor, { sections }) => need(cursor, sections.strings, '.debug_str').cString(cursor.u32(), 'string')],
  [
    FORM.lineStrp,
    (cursor, { sections }) => need(cursor, sections.lineStrings, '.debug_line_str').cString(cursor.u32(), 'string'),
  ],
  [FORM.strx, stringAt(uleb)],
  [FORM.strx1, stringAt(u8)],
  [FORM.strx2, stringAt(u16)],
  [FORM.strx3, stringAt(u24)],
  [FORM.strx4, stringAt(u32)],
  [FORM.addrx, addressAt(uleb)],
  [FORM.addrx1, addressAt(u8)],
  [FORM.addrx2, addressAt(u16)],
  [FORM.addrx3, addressAt(u24)],
  [FORM.addrx4, addressAt(u32)],
  [FORM.ref1, reference(u8)],
  [FORM.ref2, reference(u16)],
  [FORM.ref4, reference(u32)],
  [FORM.ref8, reference(u64)],
  [FORM.refUdata, reference(uleb)],
  [FORM.refAddr, u32],
  [FORM.secOffset, u32],
  // Of types in units of their own: numbers that are not followed here.
  [FORM.refSig8, u64],
  [
    FORM.loclistx,
    (cursor, { sections, bases }) => {
      const index = cursor.uleb();
      return bases.locations === 0 ? { list: 0 } : indexedList(sections.locations, cursor, bases.locations, index);
    },
  ],
  [
    FORM.rnglistx,
    (cursor, { sections, bases }) => {
      const index = cursor.uleb();
      return bases.ranges === 0 ? { list: 0 } : indexedList(sections.ranges, cursor, bases.ranges, index);
    },
  ],
]);

/** @throws AtollError BAD_IMAGE for a form that is unknown, or a value that reaches beyond its section */
export function readForm(cursor: DwarfCursor, form: number, header: UnitHeader): AttributeValue {
  const reader = READERS.get(form);
  if (!reader) throw cursor.error(`form 0x${form.toString(16)} is unknown`);
  return reader(cursor, header);
}
