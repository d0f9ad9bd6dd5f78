// Writer of the parts of 64-bit little-endian ELF files.

import type { ElfSection } from '../../elf/elf.js';

export const HEADER_SIZE = 64;
export const PROGRAM_HEADER_SIZE = 56;
export const SECTION_HEADER_SIZE = 64;
export const SYMBOL_SIZE = 24;
/** Of an entry of the dynamic section. */
export const DYNAMIC_SIZE = 16;

/** Bytes of numbers, each with its size. */
export function fields(...numbers: readonly (readonly [size: 1 | 2 | 4 | 8, value: number | bigint])[]): Uint8Array {
  const bytes = new Uint8Array(numbers.reduce((sum, [size]) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [size, value] of numbers) {
    if (size === 8) view.setBigUint64(at, BigInt.asUintN(64, BigInt(value)), true);
    else if (size === 4) view.setUint32(at, Number(value), true);
    else if (size === 2) view.setUint16(at, Number(value), true);
    else view.setUint8(at, Number(value));
    at += size;
  }
  return bytes;
}

export interface HeaderFields {
  readonly ident: readonly number[];
  readonly type: number;
  readonly machine: number;
  readonly flags: number;
  readonly programHeaders: number;
  readonly sectionOffset: number;
  readonly sections: number;
  readonly names: number;
}

export const header = (values: HeaderFields): Uint8Array =>
  fields(
    ...values.ident.map((byte) => [1, byte] as const),
    [2, values.type],
    [2, values.machine],
    [4, 1],
    [8, 0],
    [8, HEADER_SIZE],
    [8, values.sectionOffset],
    [4, values.flags],
    [2, HEADER_SIZE],
    [2, PROGRAM_HEADER_SIZE],
    [2, values.programHeaders],
    [2, SECTION_HEADER_SIZE],
    [2, values.sections],
    [2, values.names],
  );

export interface SegmentFields {
  readonly type: number;
  readonly flags: number;
  readonly offset: number;
  readonly address: number;
  readonly fileSize: number;
  readonly memorySize: number;
  readonly align: number;
}

export const programHeader = ({ type, flags, offset, address, ...sizes }: SegmentFields): Uint8Array =>
  fields(
    [4, type],
    [4, flags],
    [8, offset],
    [8, address],
    [8, address],
    [8, sizes.fileSize],
    [8, sizes.memorySize],
    [8, sizes.align],
  );

/** A section as its header has it: the name is an offset in the table of names. */
export type SectionFields = Omit<ElfSection, 'index' | 'name'> & { readonly name: number };

export const sectionHeader = (section: SectionFields): Uint8Array =>
  fields(
    [4, section.name],
    [4, section.type],
    [8, section.flags],
    [8, section.address],
    [8, section.offset],
    [8, section.size],
    [4, section.link],
    [4, section.info],
    [8, section.align],
    [8, section.entrySize],
  );

export interface SymbolFields {
  readonly name: number;
  readonly info: number;
  readonly other: number;
  readonly section: number;
  readonly value: number;
  readonly size: number;
}

export const symbolBytes = ({ name, info, other, section, value, size }: SymbolFields): Uint8Array =>
  fields([4, name], [1, info], [1, other], [2, section], [8, value], [8, size]);
