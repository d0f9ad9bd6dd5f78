// Sections of debug information, by name; addresses of code in them are numbers of a section and an offset.
import type { ByteReader } from '../elf/bytes.js';

/** The contents of a section with its relocations applied; undefined when there is none of that name. */
export type ReadSection = (name: string) => ByteReader | undefined;

/** Bytes of one section, more than any has; times sections, still an exact number. */
export const SECTION_SPAN = 2 ** 36;

export interface AddressedLine {
  readonly section: number;
  readonly offset: number;
}

/**
 * Section and offset of an address of code. In objects that are not linked yet it is the number of a section times
 * SECTION_SPAN plus the offset in it; in linked ones an address, which is in "section" 0. Address 0 is none.
 */
export const codePlace = (address: number): AddressedLine => ({
  section: Math.floor(address / SECTION_SPAN),
  offset: address % SECTION_SPAN,
});

/** The sections that entries refer to. */
export interface DebugSections {
  readonly strings: ByteReader | undefined;
  readonly lineStrings: ByteReader | undefined;
  readonly stringOffsets: ByteReader | undefined;
  readonly addresses: ByteReader | undefined;
  readonly ranges: ByteReader | undefined;
  readonly locations: ByteReader | undefined;
}
